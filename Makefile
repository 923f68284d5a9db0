# PushMedia. `make run` and `make test` set up what they need; `make help` lists the rest.

# What the Swift toolchain needs on Debian 12, what PushMedia is built with and linked to,
# and what the tests use besides.
BUILD_PACKAGES = binutils libncurses6 libstdc++-12-dev pkg-config \
	libvips-dev libavformat-dev libavcodec-dev libavfilter-dev libswscale-dev \
	libswresample-dev libjpeg62-turbo-dev libimagequant-dev libsqlite3-dev libglib2.0-dev libssl-dev libseccomp-dev \
	libcurl4-openssl-dev libxml2-dev libnats-dev libmicrohttpd-dev
TEST_PACKAGES = chromium chromium-driver ffmpeg fish mandoc nats-server openssl python3-pip python3-yaml zsh

RELEASE = swift build -c release
# All at once, the tests start so many programs that those wait for one another beyond their limits.
TEST = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=6 swift test --disable-xctest

.PHONY: help install run test check format imports sanitize random-clips fuzz faults deployment image samples build setup setup-tests toolchain clean
.DEFAULT_GOAL := help

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' Makefile | expand -t 14

run: build ## prepare samples/media/ into out/ (it has bad files on purpose, so exit code 1 is right)
	@.build/release/pushmedia prepare samples/media --out out; code=$$?; [ $$code -eq 1 ] || exit $$code

test: setup-tests ## run every test
	@$(TEST)

check: format imports test deployment ## what must pass before a commit

format: ## check the format of the Swift code
	@.ci/check-format

imports: ## check who imports whom, and what the programs link
	@.ci/check-imports

deployment: setup-tests ## check the manifests in samples/ against their APIs and the program
	@swift build --product pushmedia
	@Tests/Deployment/check
	@Tests/Deployment/test

sanitize: setup-tests ## run every test under the address and the thread sanitizer
	@$(TEST) --sanitize=address --scratch-path .build/asan
	@TSAN_OPTIONS=suppressions=$(CURDIR)/.ci/tsan-suppressions \
	    $(TEST) --sanitize=thread --scratch-path .build/tsan

build: setup ## build both programs in release mode
	@$(RELEASE) --product pushmedia
	@$(RELEASE) --product pushmedia-codec

# `make install PREFIX=~/.local DESTDIR=...`
PREFIX = /usr/local
INSTALLED = $(DESTDIR)$(PREFIX)
SHARED = $(INSTALLED)/share
PUSHMEDIA = $(INSTALLED)/bin/pushmedia

install: build ## install programs, man pages and completions below PREFIX
	@install -D -t '$(INSTALLED)/bin' .build/release/pushmedia .build/release/pushmedia-codec
	@mkdir -p '$(SHARED)/man/man1' '$(SHARED)/bash-completion/completions' \
	    '$(SHARED)/zsh/site-functions' '$(SHARED)/fish/vendor_completions.d'
	@'$(PUSHMEDIA)' man >'$(SHARED)/man/man1/pushmedia.1'
	@for command in $$('$(PUSHMEDIA)' help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do \
	    '$(PUSHMEDIA)' man $$command >'$(SHARED)/man/man1/'pushmedia-$$command.1 || exit 1; done
	@'$(PUSHMEDIA)' completion bash >'$(SHARED)/bash-completion/completions/pushmedia'
	@'$(PUSHMEDIA)' completion zsh >'$(SHARED)/zsh/site-functions/_pushmedia'
	@'$(PUSHMEDIA)' completion fish >'$(SHARED)/fish/vendor_completions.d/pushmedia.fish'

setup: toolchain ## install the missing Debian packages to build and run
	@.ci/install-packages $(BUILD_PACKAGES)

setup-tests: toolchain ## the same, and those for the tests
	@.ci/install-packages $(BUILD_PACKAGES) $(TEST_PACKAGES)
	@.ci/install-weed
	@.ci/install-readers
	@.ci/install-selenium

toolchain:
	@command -v swift >/dev/null || { \
	    echo 'set-up: no swift on PATH; get Swift 6.2 or later: https://www.swift.org/install' >&2; \
	    exit 1; }

# `make random-clips CLIPS=17 SEED=5` makes one of them anew.
CLIPS = 0-199
SEED := $(shell date +%s)

random-clips: build setup-tests ## prepare 200 clips with random properties and judge what comes out
	@echo 'clips $(CLIPS) of seed $(SEED)'
	@PUSHMEDIA_PRODUCTS='$(CURDIR)/.build/release' RANDOM_CLIPS='$(CLIPS)' RANDOM_SEED='$(SEED)' \
	    $(TEST) --filter RandomClipsTests

fuzz: build setup-tests ## prepare mutated files for five minutes
	@Tests/Fuzz/run --programs .build/release --seconds 300 --seed '$(SEED)' --keep .build/fuzz

faults: build ## prepare with 500 faults of the file system, and in odd situations (10 minutes)
	@Tests/Faults/run --programs .build/release --runs 500 --seed '$(SEED)'
	@Tests/Faults/situations --programs .build/release

image: ## build the Docker image, and run it over samples/media/
	@.ci/check-image

samples: ## make the files in samples/media/ anew
	@samples/media/generate

clean: ## remove what was built and prepared
	@rm -rf .build out
