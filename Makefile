# Everything one does with Kythu. `make help` lists it.

# The engine as a bare file, the way OpenBench asks for it: make EXE=name
EXE ?= kythu
CARGO ?= cargo
# Seconds for each fuzz target.
FUZZ_TIME ?= 60
FUZZ_TARGETS ?= fen san uci_move play pgn epd

# make PORTABLE=1 ... does the same for any x86-64 processor: RUSTFLAGS takes
# the place of the flags in .cargo/config.toml.
ifeq ($(PORTABLE),1)
export RUSTFLAGS := -C target-cpu=x86-64
export CARGO_TARGET_DIR := target-portable
endif
TARGET_DIR := $(or $(CARGO_TARGET_DIR),target)
RELEASE := $(abspath $(TARGET_DIR))/release/kythu

# On a build machine Cargo.lock is as it was committed, or the build fails.
ifdef CI
LOCKED := --locked
endif

.PHONY: engine release run page play test test-long lint policy doc-test unit-test page-test bench fuzz kill-test load-test tools clean help

engine: release ## build the engine as the file EXE (default: kythu)
	@cp -f $(RELEASE) $(EXE)

release:
	$(CARGO) build --release $(LOCKED) -p kythu --bin kythu

# The page is built when its sources are newer than what was built of them; the
# program embeds it. Everything the page needs comes from its lock file.
run: need-cargo page release ## build page and program, and open the page (ARGS="--host 0.0.0.0")
	@$(RELEASE) serve $(ARGS)

play: release ## play in the terminal
	@$(RELEASE) play

PAGE := web/dist/index.html
PAGE_SOURCES := $(shell find web/src web/public -type f 2>/dev/null) \
  web/index.html web/vite.config.ts web/svelte.config.js web/tsconfig.json

page: need-node $(PAGE) ## build the page

$(PAGE): web/node_modules/.package-lock.json $(PAGE_SOURCES)
	cd web && npm run build
	@touch $(PAGE)

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --no-fund --no-audit --loglevel=error
	@touch $@

.PHONY: need-node need-cargo need-chromium
# Playwright uses the browser of the system and never downloads one.
CHROMIUM ?= /usr/bin/chromium
export CHROMIUM
need-chromium:
	@[ -x "$(CHROMIUM)" ] || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	  apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; } || \
	  { echo "make: Chromium is missing: apt-get install chromium, or CHROMIUM=/path/to/it" >&2; exit 1; }

need-node:
	@command -v node >/dev/null && command -v npm >/dev/null || \
	  { echo "make: Node 20 or newer is missing: https://nodejs.org has it (the engine alone needs none: make)" >&2; exit 1; }
	@node -e 'process.exit(+process.versions.node.split(".")[0] < 20 ? 1 : 0)' || \
	  { echo "make: Node $$(node --version) is too old, 20 or newer is needed: https://nodejs.org has it" >&2; exit 1; }

need-cargo:
	@command -v $(CARGO) >/dev/null || \
	  { echo "make: Rust is missing: https://rustup.rs has it" >&2; exit 1; }

test: page lint unit-test doc-test policy page-test ## check style, licences, and run all tests, the page's too

# What the page's tests are, its package.json says: types, logic, browser.
page-test: page need-chromium
	$(CARGO) build $(LOCKED) -p kythu --bin kythu
	cd web && npm run check && npm run test && npm run e2e

# Rounds of kill -9 in the middle of games.
ROUNDS ?= 1000
kill-test: ## kill -9 the server ROUNDS times in the middle of games
	KYTHU_KILL_ROUNDS=$(ROUNDS) $(CARGO) test $(LOCKED) -p kythu-server --test server -- --nocapture killed::no_acknowledged

# On another machine: target/release/examples/load 500 30 1500 target/release/kythu
load-test: release ## 500 games at once over WebSocket
	$(CARGO) build $(LOCKED) --release -p kythu-server --example load
	$(TARGET_DIR)/release/examples/load 500 30 1500 $(RELEASE)

test-long: export KYTHU_LONG := 1
test-long: release test ## the same with the long tests, and the release build tested too
	KYTHU_PROGRAM=$(RELEASE) $(CARGO) test $(LOCKED) -p kythu --test program

lint: ## check formatting, clippy and documentation
	$(CARGO) fmt --all --check
	$(CARGO) clippy $(LOCKED) --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings -A rustdoc::private_intra_doc_links" $(CARGO) doc $(LOCKED) --no-deps --quiet

# cargo-nextest runs tests faster. Without it the same tests are run by cargo
# alone: compiling the tool would take longer than it saves.
unit-test:
	@if $(CARGO) nextest --version >/dev/null 2>&1; \
	then set -x; $(CARGO) nextest run $(LOCKED); \
	else set -x; $(CARGO) test $(LOCKED) --lib --bins --tests; fi

doc-test:
	$(CARGO) test $(LOCKED) --doc --quiet

# The licences, bans and sources of deny.toml are checked by the tests of the
# kythu crate in any case; this is the second opinion of cargo-deny.
policy:
	@if $(CARGO) deny --version >/dev/null 2>&1; \
	then set -x; $(CARGO) deny $(LOCKED) check licenses bans sources; fi

bench: ## measure speed
	$(CARGO) bench $(LOCKED) -p kythu-nets --bench mlp
	$(CARGO) bench $(LOCKED) -p kythu-chess --bench perft

fuzz: ## feed rubbish to the parsers, FUZZ_TIME seconds each (nightly Rust)
	@rustup toolchain list | grep -q '^nightly' || rustup toolchain install nightly --profile minimal
	@$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-fuzz
	@set -e; for target in $(FUZZ_TARGETS); do \
	  echo "== $$target, $(FUZZ_TIME) s"; \
	  $(CARGO) +nightly fuzz run $$target -- -max_total_time=$(FUZZ_TIME); \
	done

tools: ## install what is nice to have: cargo-nextest, cargo-deny, cargo-fuzz
	$(CARGO) install --locked cargo-nextest cargo-deny cargo-fuzz

clean: ## remove everything that was built
	$(CARGO) clean
	rm -rf target-portable web/node_modules web/dist/assets web/dist/*.*
	rm -f kythu

help: ## this list
	@echo "make           build the engine as the file kythu"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "PORTABLE=1     any of these for processors without AVX2 and BMI2"
