"""What all tests share: Hypothesis tries the same examples in every run, so that a green commit stays green.

`HYPOTHESIS_PROFILE=explore pytest ...` draws new ones; whatever it finds becomes a fixed test.
"""

import os

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))
