# What a fresh checkout needs, and what CI runs. `make help` lists the targets.
#
# Everything lives in .venv/; stamps in it remember what is done, so a second run starts at once.
# PYTHON=python3.13 make test takes another interpreter for a new .venv/.

SHELL := bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
# Where Python writes no bytecode, every process that the tests start would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
BIN := $(VENV)/bin
PACKAGE := $(shell find casekit grammar schemas .ci/tables.py -type f -not -name "*.pyc" -not -name "*.tables.json")
EXAMPLES := $(shell find examples -type f)
# What the extension is built from, and what its tests read.
EDITORS := $(shell find editors/vscode -name node_modules -prune -o -type f -print) \
	$(wildcard grammar/*.lark grammar/*.tmLanguage.json schemas/*.json docs/tour/*.case) LICENSE pyproject.toml .ci/editors
GRAMMAR := $(wildcard grammar/*.lark) casekit/language/syntax/parse_tables.py

# One file for all systems and versions of Python, with the digests of all files.
COMPILE := --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --quiet

# A lane of the tests; the marks are in pyproject.toml.
PYTEST := $(BIN)/pytest -q -n auto

.PHONY: help demo quick test test-all lint types contracts editors tests mutants fuzz wheel bench site docs lock pictures clean

help: ## List the targets.
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

demo: $(VENV)/.installed $(VENV)/.pango ## Set everything up, check the example, print it.
	@# The verdict names the culprit, so it is not shown to who may want to play first.
	$(BIN)/casekit check --strict examples >build/verdict.txt || { cat build/verdict.txt; exit 1; }
	@tail -n 1 build/verdict.txt
	$(BIN)/casekit build examples
	@echo
	@echo "The booklet and the players' sheet are in $(CURDIR)/build. Print them, or open them and play."
	@echo "build/verdict.txt shows how the solution follows, and gives it away."

quick: lint types contracts $(VENV)/.pango ## What a change breaks most often, in a few minutes.
	$(PYTEST) -m "not slow and not nightly"

test: lint types contracts wheel editors tests ## Everything CI checks.

test-all: lint types contracts wheel editors $(VENV)/.ready mutants ## That, and what takes a night: each damage, long files, mutants.
	$(PYTEST) --hypothesis-profile=night

lint: $(VENV)/.dev ## Style and form of the code.
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet

types: $(VENV)/.dev ## Types.
	$(BIN)/mypy

contracts: $(VENV)/.dev ## Which layer may import which.
	$(BIN)/lint-imports

editors: $(VENV)/.editors ## Build, test and package the extension for VS Code (needs Node.js).

tests: $(VENV)/.ready ## The test suite, without what takes a night.
	$(PYTEST) -m "not nightly"

mutants: $(VENV)/.ready ## See that the tests find faults: each of tests/mutants.txt is made in a copy of the checkout.
	$(BIN)/python tests/mutants.py

fuzz: $(VENV)/.dev $(VENV)/.pango ## Feed broken files to every reader: SECONDS=600 TARGET="case svg".
	$(BIN)/python tests/fuzz/run.py --seconds $(or $(SECONDS),60) $(if $(SEED),--seed $(SEED)) $(TARGET)

wheel: $(VENV)/.wheel ## Build a wheel and use it outside the checkout.

bench: $(VENV)/.bench $(VENV)/.pango ## Measure, and print ratios to named peers.
	$(BIN)/python -m bench

site: $(VENV)/.dev $(VENV)/.playground ## Build the documentation as a site: build/site.
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "$(CURDIR)/build/site/index.html"

docs: $(VENV)/.dev $(VENV)/.pango ## Write the generated parts of docs/.
	.ci/docs $(BIN)

lock: | $(BIN)/python ## Choose anew which versions CI and the action install: .ci/requirements.txt, .ci/run-requirements.txt (needs uv).
	uv pip compile pyproject.toml --extra dev --upgrade $(COMPILE) --output-file .ci/requirements.txt
	@# What casekit runs with, and is built by, in the versions that the tests have. No file in it is built from source: that
	@# would run tools that nobody has chosen.
	$(BIN)/python .ci/requires.py | uv pip compile - --constraint .ci/requirements.txt --only-binary :all: $(COMPILE) \
		--output-file .ci/run-requirements.txt

pictures: $(VENV)/.dev $(VENV)/.pango $(VENV)/.browser ## Take the pictures of docs/ again (needs Chromium and pdftoppm): ONLY=preview.
	PYTHONPATH=. $(BIN)/python .ci/pictures.py $(ONLY)

clean: ## Remove everything that was made, including the environment.
	rm -rf $(VENV) dist .fuzz editors/vscode/node_modules editors/vscode/out grammar/*.tables.json .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find build -mindepth 1 -not -name .gitignore -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# What the whole suite needs.
$(VENV)/.ready: $(VENV)/.dev $(VENV)/.pango $(VENV)/.neovim $(VENV)/.browser $(VENV)/.playground
	@touch $@

$(BIN)/python:
	.ci/venv $(VENV)

$(VENV)/.installed: pyproject.toml $(GRAMMAR) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# What pyproject.toml allows; with LOCKED=1, as in workflows, nothing but what the lock names, by its digest, and casekit itself
# is built by tools that it names too.
$(VENV)/.dev: pyproject.toml .ci/requirements.txt $(GRAMMAR) | $(BIN)/python
ifdef LOCKED
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement .ci/requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
else
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
endif
	@touch $(VENV)/.installed $@

$(VENV)/.bench: pyproject.toml $(GRAMMAR) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $(VENV)/.installed $@

$(VENV)/.pango: | $(VENV)/.installed
	.ci/pango $(BIN)/python
	@touch $@

$(VENV)/.playground: $(PACKAGE) .ci/playground.py $(wildcard .ci/site/playground/*) | $(VENV)/.dev
	$(BIN)/python .ci/playground.py build/playground $@

$(VENV)/.browser: | $(BIN)/python
	.ci/browser
	@touch $@

$(VENV)/.wheel: $(PACKAGE) $(EXAMPLES) .ci/wheel .ci/run-requirements.txt README.md LICENSE | $(VENV)/.dev $(VENV)/.pango
	.ci/wheel $(BIN)/python
	@touch $@

$(VENV)/.neovim: | $(BIN)/python
	.ci/neovim $@

$(VENV)/.editors: $(EDITORS) $(EXAMPLES) | $(BIN)/python
	.ci/editors $@
