# make test: set up, lint and run every test, the kernels' tests also with bounds checks.
# make demo: set up and run the main job.
# Needs Python 3.11 or newer with pip; everything else is installed into .venv.

PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/installed
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
KERNEL_TESTS := $(addprefix tests/conformance/test_,agents.py information.py positions.py rules.py) tests/agents \
	tests/core/test_luck.py tests/train/test_ppo.py \
	$(patsubst envs/%/rulebook.yaml,tests/%,$(wildcard envs/*/rulebook.yaml))

.PHONY: test test-fast test-bounds lint demo bench pages clean

$(INSTALLED): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[all,dev]"
	touch $(INSTALLED)

# Every game is compiled once before the tests are shared among the processors.
test: lint $(INSTALLED)
	$(BIN)/rulebound warmup
	$(BIN)/python -m pytest -q -n $(JOBS)
	$(MAKE) test-bounds

# Kernels index memory unchecked; here every index is checked.
test-bounds: $(INSTALLED)
	NUMBA_BOUNDSCHECK=1 $(BIN)/rulebound warmup
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -q -n $(JOBS) $(KERNEL_TESTS) -m "not slow and not statistical"

test-fast: $(INSTALLED)
	$(BIN)/python -m pytest -q -n $(JOBS) -m "not slow and not statistical"

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# Train for about three minutes on two cores, then measure what came of it.
demo: $(INSTALLED)
	rm -rf runs/demo
	$(BIN)/rulebound train age_of_heroes --config configs/age_of_heroes/demo.yaml --out runs/demo
	$(BIN)/rulebound tournament age_of_heroes --agents ppo:runs/demo,scripted,random --players 2 --seeds 200 --out runs/demo/tournament
	$(BIN)/rulebound report age_of_heroes --agents ppo:runs/demo,scripted --players 2 --seeds 200 --out runs/demo/games.html
	@echo "Open runs/demo/report.html for the training and runs/demo/games.html for the games."

bench: $(INSTALLED)
	$(BIN)/python -m rulebound.benchmarks.throughput
	$(BIN)/python -m rulebound.benchmarks.compile
	$(BIN)/python -m rulebound.benchmarks.adapters

pages: $(INSTALLED)
	$(BIN)/python -m tests.pages --write

clean:
	rm -rf .venv build dist *.egg-info .pytest_cache .ruff_cache .hypothesis
