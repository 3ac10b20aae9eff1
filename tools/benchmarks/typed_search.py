"""Types queries into the search of a built site, letter by letter, in Chromium.

Each query comes from a new reader, with an empty browser cache.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from octavo.search.entry import PageHead
from octavo.search.files import FOLDER, MANIFEST, read_heads

QUERIES = 64
SHORTEST = 2
"""Letters before which there is nothing to find."""
SHORTEST_WITH_SLIP = 5
PAUSE = 80
"""Milliseconds between an answer and the next letter, of somebody who types fast."""
IS_OPEN = "() => Boolean(document.querySelector('dialog[open] .search-input'))"
# Resolves with the milliseconds until results, or the sentence that there are none, were drawn, and
# whether there are results.
TYPE = """(text) => new Promise((resolve) => {
  const field = document.querySelector(".search-input");
  const list = document.querySelector(".search-list");
  const message = document.querySelector(".search-message");
  // Pages to begin with are in a group of another kind.
  const result = "[role=group][aria-label] > .search-page";
  let start = 0;
  const watch = new MutationObserver(() => {
    if (message.textContent.startsWith("Loading")) return;
    watch.disconnect();
    resolve([performance.now() - start, list.querySelector(result) !== null]);
  });
  watch.observe(document.querySelector(".search-body"), { childList: true, subtree: true });
  start = performance.now();
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
})"""


@dataclass(frozen=True, slots=True)
class Key:
    """What came of one letter."""

    milliseconds: float
    """Until results were drawn."""
    main_thread: float
    """Milliseconds of CPU that the page itself used for it, with the drawing on the screen."""
    kilobytes: float
    """Loaded for it, compressed."""
    has_results: bool


@dataclass(frozen=True, slots=True)
class Typed:
    """What came of a query: of the dialog that was opened, and of each letter."""

    query: str
    opening_kilobytes: float
    keys: Sequence[Key]

    @property
    def first(self) -> int | None:
        """The number of the letter that brought the first results, if one did."""
        return next((at for at, key in enumerate(self.keys) if key.has_results), None)

    @property
    def kilobytes_to_results(self) -> float | None:
        """Loaded from the opening of the dialog until the first results."""
        if self.first is None:
            return None
        return self.opening_kilobytes + sum(key.kilobytes for key in self.keys[: self.first + 1])

    @property
    def further_keys(self) -> Sequence[Key]:
        """The letters after the first results."""
        return () if self.first is None else self.keys[self.first + 1 :]


# --- what is typed ---


@dataclass(frozen=True, slots=True)
class _Said:
    """What a site says, as its index has it."""

    heads: Sequence[PageHead]
    texts: Sequence[Path]
    """Files with the sections of some pages each."""

    def pick_sections(self, chance: random.Random) -> list[list[str]]:
        """Return the sections of a page: id, title, text, code."""
        pages: list[list[list[str]]] = json.loads(chance.choice(self.texts).read_bytes())
        return chance.choice(pages) or [["", "", ""]]


def _load_said(site: Path) -> _Said:
    files = json.loads((site / MANIFEST).read_bytes())["lists"]
    lists = [each for name in files for each in json.loads(_find_file(site, name).read_bytes())]
    texts = [_find_file(site, name) for each in lists for name in each["texts"]]
    return _Said(read_heads(lambda output: (site / output).read_bytes()), texts)


def _find_file(site: Path, name: str) -> Path:
    return site / FOLDER / f"{name}.json"


def list_queries(site: Path, count: int = QUERIES) -> list[str]:
    """Return what readers of a site may type, the same each time: words of all that it says."""
    said = _load_said(site)
    chance = random.Random(site.name)
    kinds = (_pick_title, _pick_heading, _pick_text, _pick_name, _pick_slip)
    queries: dict[str, None] = {}
    while len(queries) < count:
        query = kinds[len(queries) % len(kinds)](said, chance)
        if len(query) > SHORTEST:
            queries[query] = None
    return list(queries)


def _pick_title(said: _Said, chance: random.Random) -> str:
    return _pick_words(chance.choice(said.heads).title, chance)


def _pick_heading(said: _Said, chance: random.Random) -> str:
    return _pick_words(chance.choice(said.pick_sections(chance))[1], chance)


def _pick_text(said: _Said, chance: random.Random) -> str:
    return _pick_words(chance.choice(said.pick_sections(chance))[2], chance)


def _pick_name(said: _Said, chance: random.Random) -> str:
    """Return an operation or its id; a name from code where a page shows none."""
    head = chance.choice(said.heads)
    names = [head.operation, *head.keywords.split()]
    words = " ".join(" ".join(each) for each in said.pick_sections(chance)).split()
    names += [word.strip("`.,():;") for word in words if "_" in word or "/" in word]
    return chance.choice([name for name in names if name] or [head.title])[:40]


def _pick_slip(said: _Said, chance: random.Random) -> str:
    """Return a word in which two letters changed places, or one is missing."""
    text = f"{chance.choice(said.heads).title} {said.pick_sections(chance)[0][2]}"
    words = [word for word in text.split() if word.isalpha() and len(word) >= SHORTEST_WITH_SLIP]
    if not words:
        return ""
    word = chance.choice(words)
    at = chance.randrange(1, len(word) - 1)
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return chance.choice([swapped, word[:at] + word[at + 1 :]])


def _pick_words(text: str, chance: random.Random) -> str:
    """Return one to three words that follow each other."""
    words = text.split()
    start = chance.randrange(len(words)) if words else 0
    return " ".join(words[start : start + chance.randint(1, 3)])


# --- typing it ---


def type_queries(browser: Any, site: Path, address: str, queries: Iterable[str]) -> list[Typed]:
    """Type queries into the search of a site that is served at an address."""
    return [_type_query(browser, site, address, query) for query in queries]


def _type_query(browser: Any, site: Path, address: str, query: str) -> Typed:
    context = browser.new_context()
    page = context.new_page()
    loads = _Loads(page, site)
    page.goto(address)
    loads.weigh()
    page.keyboard.press("/")
    while not page.evaluate(IS_OPEN):
        page.wait_for_timeout(5)
    opening = loads.weigh()
    meter = _Meter(context.new_cdp_session(page))
    keys = []
    for end in range(1, len(query) + 1):
        before = meter.read()
        milliseconds, has_results = page.evaluate(TYPE, query[:end])
        kilobytes = loads.weigh()
        keys.append(Key(milliseconds, meter.read() - before, kilobytes, has_results))
    context.close()
    return Typed(query, opening, keys)


class _Loads:
    """What a page loads."""

    def __init__(self, page: Any, site: Path) -> None:
        self._page = page
        self._site = site
        self._addresses: list[str] = []
        self._pending = 0
        page.on("request", self._begin)
        page.on("requestfinished", self._end)
        page.on("requestfailed", self._end)

    def weigh(self) -> float:
        """Wait until everything is loaded; return the kilobytes of all that is new."""
        self._page.wait_for_timeout(PAUSE)
        while self._pending:
            self._page.wait_for_timeout(5)
        kilobytes = sum(weigh_file(self._site, address) for address in self._addresses)
        self._addresses.clear()
        return kilobytes

    def _begin(self, request: Any) -> None:
        self._addresses.append(request.url)
        self._pending += 1

    def _end(self, _request: Any) -> None:
        self._pending -= 1


class _Meter:
    """Counts the CPU time of a page's main thread."""

    def __init__(self, session: Any) -> None:
        self._session = session
        session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def read(self) -> float:
        """Return the milliseconds so far."""
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        seconds: dict[str, float] = {each["name"]: each["value"] for each in metrics}
        return 1000 * seconds["TaskDuration"]


def weigh_file(site: Path, address: str) -> float:
    """Return the kilobytes of a file of a site as servers send it: as small as gzip makes it."""
    path = site / unquote(urlsplit(address).path).lstrip("/")
    file = path / "index.html" if path.is_dir() else path
    return len(gzip.compress(file.read_bytes(), 9, mtime=0)) / 1000
