# Truco Arena: every command a developer needs. `make help` lists them.
# All paths are relative to this folder, so that its own path may hold spaces.

PY := .venv/bin/python
ARGS ?=
export PYTHON

.DEFAULT_GOAL := help
.PHONY: help setup setup-run ladder test check docs fix proto bench fuzz lock

help: ## list these commands
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | column -t -s '|' 2>/dev/null || grep '## ' Makefile

setup: ## make .venv from the lock (the others do it themselves)
	@tools/setup dev

setup-run:
	@tools/setup run

ladder: setup-run ## set up, then a ranked ladder among the house bots, all games (ARGS="--help" for more)
	$(PY) -m arena ladder run $(ARGS)

test: setup ## set up, then all tests (ARGS="-k mano" for some)
	$(PY) -m pytest $(ARGS)

check: setup ## format, lint, types, import rules, protocol, generated code, documentation
	$(PY) -m ruff format --check
	$(PY) -m ruff check
	$(PY) -m mypy
	.venv/bin/lint-imports --no-logo
	$(PY) tools/protocol.py lint
	$(PY) tools/protocol.py breaking
	$(PY) tools/protocol.py fresh
	@tools/setup docs
	$(PY) -m tools.pages check

docs: setup ## build the documentation as a site, in build/site
	@tools/setup docs
	$(PY) -m tools.pages build

fix: setup ## format, and repair what ruff can
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

proto: setup ## generate proto/python from proto/truco
	$(PY) tools/protocol.py generate

bench: setup ## measure engine and arena beside their peers, into tests/bench/RESULTS.md
	@tools/setup bench
	$(PY) -m arena bench $(ARGS)

fuzz: setup ## property tests with many more examples, and the slow ones
	$(PY) -m pytest -m "slow or not slow" --hypothesis-profile=fuzz --timeout=3600 $(ARGS)

LOCK := $(PY) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	--no-emit-index-url pyproject.toml

lock: setup ## write the locks anew from pyproject.toml, keeping what still fits (ARGS=--upgrade for the newest)
	$(LOCK) --group dev --output-file requirements/dev.txt $(ARGS)
	$(LOCK) --group build --constraints requirements/dev.txt --output-file requirements/run.txt $(ARGS)
	$(LOCK) --group docs --constraints requirements/dev.txt --output-file requirements/docs.txt $(ARGS)
	$(LOCK) --group bench --constraints requirements/dev.txt --output-file requirements/bench.txt $(ARGS)
