# make test: set up, lint and run every test, the kernels' tests also with bounds checks.
# make demo: set up and run the main job.
# Needs Python 3.11 or newer with pip; everything else is installed into .venv.

PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/installed

.PHONY: test test-fast test-bounds lint demo bench pages clean

$(INSTALLED): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[all,dev]"
	touch $(INSTALLED)

test: lint $(INSTALLED)
	$(BIN)/python -m pytest -q
	$(MAKE) test-bounds

# Kernels index memory unchecked; here every index is checked.
test-bounds: $(INSTALLED)
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -q tests/conformance tests/age_of_heroes tests/agents tests/core/test_luck.py -m "not slow and not statistical"

test-fast: $(INSTALLED)
	$(BIN)/python -m pytest -q -m "not slow and not statistical"

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

demo: $(INSTALLED)
	$(BIN)/rulebound match age_of_heroes --players 2 --agents scripted,random --seeds 500
	$(BIN)/rulebound match age_of_heroes --players 4 --agents scripted,random --seeds 250

bench: $(INSTALLED)
	$(BIN)/python -m rulebound.benchmarks.throughput
	$(BIN)/python -m rulebound.benchmarks.compile

pages: $(INSTALLED)
	$(BIN)/python -m tests.pages --write

clean:
	rm -rf .venv build dist *.egg-info .pytest_cache .ruff_cache .hypothesis
