# Everything that people and CI do with this project. Only git, make and Python 3.11 or newer are needed.
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= 2

.PHONY: help play test check fast bench golden lock

help:
	@echo "make play    set up what is needed and play"
	@echo "make test    set up what is needed and run all tests, interpreted and compiled"
	@echo "make check   format, lint, strict types, import contracts"
	@echo "make fast    compile kernel and games (needs a C compiler)"
	@echo "make bench   our speed beside other projects', in one run"
	@echo "make golden  write the golden transcripts anew, for review"
	@echo "make lock    renew the pinned dependencies"

play:
	@$(PYTHON) tools/setup.py play
	@$(BIN)/emberstacks play

test:
	@$(PYTHON) tools/setup.py dev
	@$(BIN)/python tools/test.py $(WORKERS)

check:
	@$(PYTHON) tools/setup.py dev
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

fast:
	@$(PYTHON) tools/setup.py dev
	@$(BIN)/python tools/fast.py

bench: fast
	@$(PYTHON) tools/setup.py bench
	@.venv-bench/bin/python bench/run.py

LOCK := .uv/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url

lock:
	@$(PYTHON) tools/setup.py dev
	$(LOCK) --extra setup -o requirements/play.lock pyproject.toml
	$(LOCK) --extra setup --extra dev -o requirements/dev.lock pyproject.toml
	$(LOCK) --extra setup --extra bench -o requirements/bench.lock pyproject.toml
	grep -m 1 -o 'uv==[0-9.]*' pyproject.toml | $(LOCK) -o requirements/uv.lock -

golden:
	@$(PYTHON) tools/setup.py dev
	EMBERSTACKS_RENEW=1 $(BIN)/pytest -q tests/every_game/test_golden.py
