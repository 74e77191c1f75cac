"""What all tests share: Hypothesis tries the same examples in every run, so that a green commit stays green.

`HYPOTHESIS_PROFILE=explore pytest ...` draws new ones; whatever it finds becomes a fixed test. Ray reads its settings when
it is imported, so they are here: clusters of tests are locked with a token of their own, and tell nobody that they ran.
"""

import os
import secrets

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))

os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": os.environ.get("RAY_AUTH_TOKEN") or secrets.token_hex(32)}
os.environ |= {"RAY_USAGE_STATS_ENABLED": "0"}
os.environ.pop("RAY_ADDRESS", None)
