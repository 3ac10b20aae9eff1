.DEFAULT_GOAL := help
.PHONY: compiled plain test-all check house prose compare mutants lock check-types check-others peers dist migrations diff-cases diff-history mock-check api-invalid api-prose api-sweep overlays corpus findings twins help demo test bench since search-quality quality scorecard format pictures gallery mdx-reference clean

PORT ?= 3000
bin := .venv/bin
tool := PYTHONPATH=tools:tools/benchmarks $(bin)/python

# Tests start Octavo hundreds of times. Whoever keeps Python from writing down what it has compiled
# would let each of them compile it again.
export PYTHONDONTWRITEBYTECODE :=

help: # list the commands of every day; tools/README.md has the others
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 16

.venv/.octavo-ready: pyproject.toml tools/scripts/setup
	@tools/scripts/setup octavo
	@touch $@

.venv/.ready: pyproject.toml tools/scripts/setup
	@tools/scripts/setup tools
	@touch .venv/.octavo-ready $@

.venv/.browser-ready: .venv/.ready
	@tools/scripts/setup browser
	@touch $@

demo: .venv/.octavo-ready ## show the example site on http://localhost:3000, with its own API and votes
	@tools/scripts/demo $(PORT)

# Many tests wait for browsers and servers: this keeps two processors busy.
tests := $(bin)/pytest --numprocesses 4 --dist loadfile --no-loadscope-reorder

test: check ## run every check, and of tables of tests the first case of each kind
	$(tests) -m "not whole"

test-all: check ## run every check, with all cases
	OCTAVO_WHOLE=1 $(tests)

check: .venv/.browser-ready
	$(bin)/ruff format --check
	$(bin)/ruff check
	$(bin)/ruff check --preview --select PLW1514 src  # Windows reads files in the letters of its region
	@$(MAKE) --no-print-directory --jobs 2 check-types check-others

check-types:
	$(bin)/mypy --num-workers 2

# Collecting finds tests that cannot be read, and compiles them once for all processes that run them.
check-others:
	$(bin)/lint-imports
	$(bin)/octavo check docs --strict
	$(bin)/octavo build docs -o build/docs --strict
	$(bin)/octavo build examples/garden -o build/garden --strict
	$(bin)/pytest --collect-only -qq >build/collected.txt || { tail -40 build/collected.txt; exit 1; }

lock: .venv/.ready # write the versions and hashes that continuous integration installs
	@$(bin)/pip install --quiet --disable-pip-version-check "uv>=0.9,<1"
	@for extra in dev:checks release:release; do \
	  $(bin)/uv pip compile pyproject.toml --extra $${extra%%:*} --universal --python-version 3.11 \
	    --generate-hashes --no-header --no-annotate --quiet --upgrade -o requirements/$${extra##*:}.txt; \
	done

dist: .venv/.ready ## build what is released, into dist: a wheel, and the sources
	@rm -rf dist
	$(bin)/python -m hatchling build -d dist

compiled: .venv/.ready plain # compile what is hot with mypyc, and compare both forms (needs a C compiler)
	$(bin)/python tools/scripts/compiled.py
	$(bin)/pytest -q tests/test_compiled.py

plain: # remove what was compiled: everything runs as plain Python again
	@find src \( -name '*.so' -o -name '*.pyd' \) -delete

bench: .venv/.ready ## print the figures (ROWS="builds dev" picks, DOCUMENTS=folder and HUGO=path add)
	@$(bin)/python tools/benchmarks/run.py $(ROWS) $(if $(DOCUMENTS),--documents "$(DOCUMENTS)") $(if $(HUGO),--hugo "$(HUGO)") $(if $(MARKDOWN),--markdown)

compare: .venv/.ready # build sites with the code of an earlier COMMIT and with today's, and print every difference (SOURCES="folder document …")
	@$(tool) -m scripts.compare_sites "$(COMMIT)" $(SOURCES)

since: .venv/.ready ## print how many times as long builds take as at an earlier COMMIT (PAGES=1000 or DOCUMENT=file, TURNS=7)
	@$(bin)/python tools/benchmarks/since.py "$(COMMIT)" $(if $(PAGES),--pages $(PAGES)) $(if $(DOCUMENT),--document "$(DOCUMENT)") $(if $(TURNS),--turns $(TURNS))

search-quality: .venv/.browser-ready # print what the search finds (DOCUMENTS=folder, PAGEFIND=1, MINISEARCH=file add, MISSES=1 lists)
	@$(bin)/python tools/benchmarks/search_quality.py $(if $(DOCUMENTS),--documents "$(DOCUMENTS)") $(if $(PAGEFIND),--pagefind) $(if $(MINISEARCH),--minisearch "$(MINISEARCH)") $(if $(MISSES),--misses) $(if $(MARKDOWN),--markdown)

peers: .venv/.ready # print what the same builds cost with other tools (TOOLS="Zudoku Redoc" picks, PAGES=100, RUNS=2; needs Node)
	@$(bin)/python tools/benchmarks/compare_peers.py $(TOOLS) $(if $(PAGES),--pages $(PAGES)) $(if $(RUNS),--runs $(RUNS)) $(if $(MARKDOWN),--markdown)

house: .venv/.ready ## print how the code stands: lines by room, and what to mend
	@$(tool) -m scripts.house

prose: .venv/.ready # print English that is not plain, with counts (FILE=path picks)
	@$(tool) -m scripts.prose $(FILE)

quality: .venv/.browser-ready ## measure sizes, accessibility, validity, speed, scale and the mock (needs Node and Java)
	$(tool) -m quality.run $(CHECKS)

scorecard: .venv/.browser-ready ## check what Octavo withstands, row by row (ROWS="SR-20 SR-24" picks)
	@$(tool) -m scorecard.run $(ROWS)

mutants: .venv/.browser-ready ## break security-critical code line by line, and see a test fail each time (AREAS="writing proxy" picks)
	@$(tool) -c 'from scorecard.measured import mutants; mutants.main()' $(AREAS)

format: .venv/.ready ## format the code
	$(bin)/ruff format
	$(bin)/ruff check --fix

pictures: .venv/.browser-ready # take the pictures of the README, the guides and the tutorial
	$(tool) -m scripts.take_pictures
	$(tool) -m scripts.take_guide_pictures
	$(tool) -m scripts.take_tutorial_pictures

gallery: .venv/.browser-ready # take the pictures of the gallery: every theme, layout and mode
	$(tool) -m scripts.take_gallery

corpus: .venv/.ready # build the real projects in the folders named by CORPUS
	$(tool) -m scripts.build_corpus $(CORPUS)

migrations: .venv/.ready # move the projects in the folders named by SOURCES, build them, and print what pages have lost (SETTINGS=1 only reads those of Docusaurus)
	$(tool) -m scripts.migrate_projects $(SOURCES)

twins: .venv/.ready # compare the pages of the projects and API documents named by CORPUS with their Markdown twins
	$(tool) -m scripts.compare_twins $(CORPUS)

findings: .venv/.ready # check the real projects in the folders named by CORPUS, and print findings to be judged
	@$(tool) -m scripts.sample_findings $(CORPUS)

overlays: .venv/.ready # apply the examples of the copy of the Overlay Specification in SPECIFICATION
	$(tool) -m scripts.check_overlays $(SPECIFICATION)

api-sweep: .venv/.ready # build a site from each API document in the files or folders named by DOCUMENTS
	$(tool) -m scripts.sweep_api_documents $(DOCUMENTS)

api-prose: .venv/.ready # count the letters of the texts in the API documents in DOCUMENTS that a site shows and finds
	$(tool) -m scripts.sweep_api_prose $(DOCUMENTS)

api-invalid: .venv/.ready # count which of the published invalid API documents in DOCUMENTS get a message
	$(tool) -m scripts.check_invalid_documents $(DOCUMENTS)

diff-cases: .venv/.ready # compare the severities of octavo diff with the published cases of oasdiff (CASES=folder)
	@$(tool) -m scripts.check_severities "$(CASES)"

diff-history: .venv/.ready # compare an API document with itself over three years, and print changes to judge (REPO=folder DOCUMENT=path)
	@$(tool) -m scripts.diff_history "$(REPO)" "$(DOCUMENT)" --sample 100

mock-check: .venv/.ready # count which answers of the mock follow their schemas, for the documents in DOCUMENTS
	$(tool) -m scripts.check_mock_answers $(DOCUMENTS)

mdx-reference: # set up the JavaScript reference for the differential test (needs Node)
	npm install --prefix .mdx-reference --no-audit --no-fund --silent $$(cat tests/content/mdx/reference/packages.txt)

clean: plain ## remove what the commands made
	rm -rf .venv .mdx-reference .peers .quality build
