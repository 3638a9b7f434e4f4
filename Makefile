# Two commands matter: `make demo` and `make test`. Both set up everything they need in .venv/.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help env demo test lint types docs docs-check bench clean

help:
	@echo "make demo    set up, then show omem on sample_sessions/"
	@echo "make test    set up, then lint, types, import contract, docs, tests"
	@echo "make docs    write docs/cli.md and the output blocks of README.md anew"
	@echo "make bench   measure a cold omem ask (results: benchmarks/results/)"
	@echo "make env     only set up .venv/"
	@echo "Settings: PYTHON=python3.12 (3.11 or newer), OMEM_TORCH_INDEX=URL (index to take torch from)"

env:
	@$(PYTHON) scripts/bootstrap.py

demo: env
	@bash scripts/demo.sh

test: env lint types docs-check
	$(BIN)/python -m pytest

lint: env
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: env
	$(BIN)/mypy

docs: env
	$(BIN)/python scripts/docs.py

docs-check: env
	$(BIN)/python scripts/docs.py --check

bench: env
	$(BIN)/python -m benchmarks.cold_ask --write

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
