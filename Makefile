.DEFAULT_GOAL := help
.PHONY: api-invalid api-sweep corpus help demo test bench search-quality quality scorecard format pictures gallery mdx-reference clean

PORT ?= 3000
bin := .venv/bin

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 16

.venv/.octavo-ready: pyproject.toml scripts/setup
	@scripts/setup octavo
	@touch $@

.venv/.ready: pyproject.toml scripts/setup
	@scripts/setup tools
	@touch .venv/.octavo-ready $@

.venv/.browser-ready: .venv/.ready
	@scripts/setup browser
	@touch $@

demo: .venv/.octavo-ready ## show the example site on http://localhost:3000, with its own API beside it
	@$(bin)/python examples/garden/service & service=$$!; trap "kill $$service" EXIT; \
	$(bin)/octavo dev examples/garden --port $(PORT) --proxy-allow-net localhost:3100

test: .venv/.browser-ready ## run every check
	$(bin)/ruff format --check
	$(bin)/ruff check
	$(bin)/mypy
	$(bin)/lint-imports
	$(bin)/octavo build docs -o build/docs --strict
	$(bin)/octavo build examples/garden -o build/garden --strict
	$(bin)/pytest --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

bench: .venv/.ready ## print the figures (ROWS="builds dev" picks, DOCUMENTS=folder and HUGO=path add)
	@$(bin)/python benchmarks/run.py $(ROWS) $(if $(DOCUMENTS),--documents "$(DOCUMENTS)") $(if $(HUGO),--hugo "$(HUGO)") $(if $(MARKDOWN),--markdown)

search-quality: .venv/.browser-ready ## print what the search finds (DOCUMENTS=folder, PAGEFIND=1, MINISEARCH=file add, MISSES=1 lists)
	@$(bin)/python benchmarks/search_quality.py $(if $(DOCUMENTS),--documents "$(DOCUMENTS)") $(if $(PAGEFIND),--pagefind) $(if $(MINISEARCH),--minisearch "$(MINISEARCH)") $(if $(MISSES),--misses) $(if $(MARKDOWN),--markdown)

quality: .venv/.browser-ready ## measure sizes, accessibility, validity, speed and scale (needs Node and Java)
	$(bin)/python -m quality.run $(CHECKS)

scorecard: .venv/.browser-ready ## check what Octavo withstands, row by row (ROWS="SR-20 SR-24" picks)
	@$(bin)/python -m scorecard.run $(ROWS)

format: .venv/.ready ## format the code
	$(bin)/ruff format
	$(bin)/ruff check --fix

pictures: .venv/.browser-ready ## take the pictures of the README
	$(bin)/python -m scripts.take_pictures

gallery: .venv/.browser-ready ## take the pictures of the gallery: every theme, layout and mode
	$(bin)/python -m scripts.take_gallery

corpus: .venv/.ready ## build the real projects in the folders named by CORPUS
	$(bin)/python scripts/build_corpus.py $(CORPUS)

api-sweep: .venv/.ready ## build a site from each API document in the files or folders named by DOCUMENTS
	$(bin)/python scripts/sweep_api_documents.py $(DOCUMENTS)

api-invalid: .venv/.ready ## count which of the published invalid API documents in DOCUMENTS get a message
	$(bin)/python scripts/check_invalid_documents.py $(DOCUMENTS)

mdx-reference: ## set up the JavaScript reference for the differential test (needs Node)
	npm install --prefix .mdx-reference --no-audit --no-fund --silent $$(cat tests/content/mdx/reference/packages.txt)

clean: ## remove what the commands made
	rm -rf .venv .mdx-reference .quality build
