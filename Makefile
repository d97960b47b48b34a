# Two commands are all a newcomer needs: `make demo` and `make test`.
PYTHON ?= python3
BIN = .venv/bin
NATIVE = src/mondegreen/_kernel/_native.abi3.so

# Tests start the command hundreds of times; if nothing compiled is kept, each start compiles all modules again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo bench docs test test-all test-long fuzz mutants lint format lock build clean

demo: build
	$(BIN)/mondegreen demo --output out/demo
	@echo "the command itself: $(BIN)/mondegreen --help"

# Recordings through recognisers, one of them live, into a database, a leaderboard and pictures; nothing leaves the machine.
BENCH = out/bench
bench: build
	rm -rf $(BENCH) && mkdir -p $(BENCH)
	$(BIN)/mondegreen bench init src/mondegreen/examples/recordings --config $(BENCH)/bench.toml \
	  --systems pocketsphinx:en-us,pocketsphinx-live:en-us,faster-whisper:tiny.en
	MONDEGREEN_OFFLINE=1 $(BIN)/mondegreen bench speech-ends --config $(BENCH)/bench.toml
	MONDEGREEN_OFFLINE=1 $(BIN)/mondegreen bench run --config $(BENCH)/bench.toml
	MONDEGREEN_OFFLINE=1 $(BIN)/mondegreen bench score --config $(BENCH)/bench.toml -m wer -m semantic-wer --protocol rules
	$(BIN)/mondegreen bench report --config $(BENCH)/bench.toml
	$(BIN)/mondegreen bench leaderboard --config $(BENCH)/bench.toml --matrix --pareto $(BENCH)/pictures

# The pages as a site, which `mondegreen docs` opens and wheels hold.
docs: build
	$(BIN)/python docs/make_site.py
	@echo "to read them: $(BIN)/mondegreen docs"

test: build
	$(BIN)/pytest -m "not slow" -n auto

# Everything: the tests, and all that takes longer.
test-all: test test-long

# What `make test` leaves out: lint, types, Rust's tests, tests that take long, the reference implementation of the kernel.
test-long: lint
	cargo test --release --quiet
	$(BIN)/pytest -m slow -n auto
	MONDEGREEN_KERNEL=reference $(BIN)/pytest -n auto -m "not slow" -k "not scale" tests/conformance tests/unit/metrics tests/unit/alignment

# Made-up inputs for everything that takes bytes from outside; `make fuzz MINUTES=60 SEED=1000` for others, and longer.
MINUTES = 10
SEED = 0
fuzz: build
	$(BIN)/python tests/fuzz/long.py --minutes $(MINUTES) --seed $(SEED)

# One place of the code changed at a time: which changes no test sees; `make mutants ROOM=statistics COUNT=100 SEED=2`.
ROOM = pairing
COUNT = 60
SEED = 1
mutants: build
	$(BIN)/python scripts/mutants.py $(ROOM) --count $(COUNT) --seed $(SEED) --write

lint: build
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/codespell src docs crates benchmarks examples README.md CHANGELOG.md CONTRIBUTING.md ARCHITECTURE.md SECURITY.md Makefile action.yml
	$(BIN)/codespell --ignore-regex "(?<![\"'])([\"'])(?!\1).+?\1" --skip tests/fuzz/corpus tests  # quoted text is data
	cargo fmt --check
	cargo clippy --all-targets --quiet -- -D warnings

format: build
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	cargo fmt

# After a change of a dependency: all of them with versions and hashes, which is what .venv gets.
lock:
	$(PYTHON) -m venv target/lock
	target/lock/bin/pip install --quiet uv
	UV_DEFAULT_INDEX="$${UV_DEFAULT_INDEX:-$$(target/lock/bin/pip config get global.index-url 2>/dev/null || true)}" \
	  target/lock/bin/uv pip compile pyproject.toml --group dev --universal --python-version 3.11.5 \
	  --generate-hashes --no-header --no-annotate --quiet --output-file requirements.lock

build: .venv/ready $(NATIVE)

.venv/ready: requirements.lock
	@echo "installing the packages into .venv; this may take some minutes"
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade pip  # that of Python 3.11 knows no groups, which maturin asks for
	$(BIN)/pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --no-deps openai-whisper==20250625  # its normalizers; never its torch
	touch $@

$(NATIVE): .venv/ready Cargo.lock $(shell find crates -name '*.rs' -o -name '*.toml' -o -name '*.tsv' -o -name '*.txt')
	@echo "building the kernel with cargo; this may take some minutes"
	@log=$$(mktemp); $(BIN)/maturin develop --release --quiet >$$log 2>&1 || { grep -v build-backend $$log >&2; rm $$log; exit 1; }; rm $$log
	touch $@

clean:
	rm -rf .venv target out src/mondegreen/docs $(NATIVE)
