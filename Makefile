# The few commands that people and CI use; each does its own set-up in .venv. `make` lists them.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt
PINS := pyproject.toml constraints.txt .venv/made
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
GO_SOURCES := $(wildcard sample_bots/go/go.* sample_bots/go/gopher/*.go sample_bots/go/gen/*/*.go)

.PHONY: help demo test test-all check bench soak docs generate format clean go-bot

help:  ## list the commands
	@sed -n 's/^\([a-z-]*\):.*  ## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 12

demo: .venv/ready-to-play go-bot  ## play a contest between sample bots and show what comes of it
	@examples/demo

test: .venv/ready-to-build  ## the fast tests
	$(BIN)/python -m pytest -n auto --maxprocesses 8 $(ARGS)

test-all: .venv/ready-to-build  ## all tests: real processes, other languages, kills as well
	$(BIN)/python -m pytest -m "slow or not slow" $(ARGS)

check: .venv/ready-to-build  ## format, lint, types, who may import whom, stale generated code
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/test_architecture.py
	$(BIN)/python proto/generate.py --check
	$(BIN)/python docs/generate.py --check

bench: .venv/ready-to-measure go-bot  ## speed, as ratios to a baseline measured in the same run
	$(BIN)/python -m bench $(ARGS)

soak: .venv/ready-to-build  ## ten thousand matches, to see that memory stays flat
	$(BIN)/python -m bench.soak $(ARGS)

docs: .venv/ready-to-build  ## write the generated parts of docs/ and check all of it
	$(BIN)/python docs/generate.py
	$(BIN)/python -m pytest -q tests/test_docs.py tests/test_readme.py tests/*/test_*docs.py

generate: .venv/ready-to-build  ## write the code that is generated from proto/
	$(BIN)/python proto/generate.py

format: .venv/ready-to-build  ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:  ## remove all that was made, .venv included
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis sample_bots/go/bot
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

go-bot:  # no failure: where it is missing, what needs it says so
	@if command -v go >/dev/null; then $(MAKE) --no-print-directory sample_bots/go/bot || true; \
	else echo "Go is missing: the sample bot in Go is left out."; fi

sample_bots/go/bot: $(GO_SOURCES)
	cd sample_bots/go && go build -buildvcs=false -o bot ./gopher

.venv/made:
	@$(PYTHON) -c '$(NEW_ENOUGH)' 2>/dev/null || { \
	  echo "Arena needs Python 3.11 or newer as $(PYTHON); name another with make PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv .venv
	@touch $@

.venv/ready-to-play: $(PINS)
	$(PIP) -e .
	@touch $@

.venv/ready-to-build: $(PINS)
	$(PIP) -e '.[dev]'
	@touch $@ .venv/ready-to-play

.venv/ready-to-measure: $(PINS)
	$(PIP) -e '.[dev,bench]'
	@touch $@ .venv/ready-to-build .venv/ready-to-play
