# The gate of this repository: "make test" runs all tests, "make check" runs
# everything that has to pass before a change is done. "make help" lists the rest.

GO       ?= go
GOFLAGS  := $(GOFLAGS) -buildvcs=false -pgo=off
FUZZTIME ?= 3s
export GOFLAGS

# Debian packages that the tests need besides Go.
DEBIAN_PACKAGES := chromium

# What has to build without cgo.
PLATFORMS := linux/amd64 linux/arm64 darwin/arm64 windows/amd64

# The commit for "puzzlekit version"; empty outside a repository.
COMMIT = $(shell git rev-parse HEAD 2>/dev/null)

.PHONY: help build test check fast needs format vet lint race fuzz cross profile docs

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | column -t -s "$$(printf '\t')"

build: ## build ./puzzlekit, static
	CGO_ENABLED=0 $(GO) build -pgo=auto -trimpath -o puzzlekit -ldflags "-X puzzlekit/commands.commit=$(COMMIT)" .

test: needs ## install what the tests need and run all of them
	$(GO) test ./...

check: fast lint test race fuzz docs ## all that has to pass before a change is done

fast: format vet cross ## the part of check that takes seconds

needs:
	@for package in $(DEBIAN_PACKAGES); do \
	    dpkg -s $$package >/dev/null 2>&1 && continue; \
	    if [ "$$(id -u)" = 0 ]; then sudo=; else sudo="sudo -n"; fi; \
	    $$sudo apt-get update && $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $$package || exit 1; \
	done

format:
	@files=$$(gofmt -l .); if [ -n "$$files" ]; then echo "not formatted with gofmt:"; echo "$$files"; exit 1; fi

vet:
	$(GO) vet ./...
	GOOS=windows $(GO) vet ./...

lint: ## golangci-lint, in the version that tools.mod names
	$(GO) tool -modfile=tools.mod golangci-lint run

race: ## all tests with the race detector, which needs a C compiler
	CGO_ENABLED=1 $(GO) test -race ./...

fuzz: ## every fuzz target for FUZZTIME
	@grep -rHo --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' . | while IFS=: read -r file func; do \
	    package=$$(dirname "$$file"); name=$${func#func }; \
	    echo "$$package $$name"; \
	    $(GO) test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) "$$package" </dev/null || exit 1; \
	done

cross:
	@for platform in $(PLATFORMS); do \
	    echo "build $$platform"; \
	    CGO_ENABLED=0 GOOS=$${platform%/*} GOARCH=$${platform#*/} $(GO) build ./... || exit 1; \
	done

profile: ## default.pgo anew, which "go build" uses, from scans and searches
	@rm -rf profile.tmp && mkdir profile.tmp && $(GO) build -o profile.tmp/puzzlekit .
	@n=0; for work in "10 250 --scan=--method=soft-dfs" "1 70 --preset=complete" "1 60 --scan=--method=a-star --repr=indirect" "1 30 --preset=short" "1 4000 --preset=quick"; do \
	    n=$$((n + 1)); \
	    profile.tmp/puzzlekit range $$work --threads 1 --limit 100000 --profile cpu --profile-dir profile.tmp/$$n >/dev/null || [ $$? = 4 ] || exit 1; \
	done
	$(GO) tool pprof -proto profile.tmp/*/cpu.pprof >default.pgo
	@rm -rf profile.tmp

docs: ## the manual page, the completion scripts and README's commands
	$(GO) run . docs man >/dev/null
	$(GO) run . docs completion bash | bash -n
	$(GO) test -run 'TestReadme|TestHelpTexts|TestManPage' ./commands
