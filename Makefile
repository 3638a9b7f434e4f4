# Two commands matter: `make demo` and `make test`. Both set up everything they need in .venv/.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help env demo test lint types docs docs-check bench train clean

help:
	@echo "make demo    set up, then show omem on sample_sessions/"
	@echo "make test    set up, then lint, types, import contract, docs, tests"
	@echo "make docs    write docs/cli.md and the output blocks of README.md anew"
	@echo "make bench   measure a cold omem ask (results: benchmarks/results/)"
	@echo "make train   train the write filter and the adapter anew (about four hours on two idle cores)"
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

# The adapter in two stages, as the shipped one was made: the first files alone, then the first fourteen.
files = $(foreach n,$(1),training/data/train-$(n).jsonl)
FIRST := $(call files,1 2 3 4 5 6 7 8)
SECOND := $(FIRST) $(call files,9 10 11 12 13 14)
TRAIN := PYTHONPATH=. MALLOC_ARENA_MAX=1 $(BIN)/python training
train: env
	$(BIN)/python -m pip install --quiet --group training
	$(TRAIN)/train_gate.py training/data/train-*.jsonl --check training/data/validation.jsonl
	$(TRAIN)/train_tagger.py training/data/train-*.jsonl
	$(TRAIN)/train_encoder.py training/data/train-*.jsonl training/data/oblique-*.jsonl training/data/histories.jsonl training/data/passing.jsonl \
		--effects training/data/effects-*.jsonl --hold training/data/oblique-5.jsonl training/data/oblique-6.jsonl
	$(TRAIN)/train_bearing.py training/data/scenarios.jsonl $(SECOND) $(call files,15 16 17)
	$(TRAIN)/train_purpose.py training/data/questions.jsonl training/data/scenarios.jsonl
	$(TRAIN)/train_adapter.py --out build/first --hold --epochs 1 --dropout 0.05 $(FIRST)
	$(TRAIN)/train_adapter.py --out build/adapter --start build/first/epoch1 --seed 1 --epochs 2 $(SECOND)
	$(TRAIN)/adapter_to_gguf.py build/adapter/epoch2 omem_cli/data/adapter.gguf
	cd omem_cli/data && sha256sum adapter.gguf > adapter.gguf.sha256

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
