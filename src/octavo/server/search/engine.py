"""Runs the search of a site with the theme's scripts, the same that browsers run.

The code comes from Octavo, so it runs in this process; index files are only read as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import _quickjs  # type: ignore[import-not-found]  # `quickjs` around it would start a thread

from octavo.render.assets.joined_scripts import build_scope_name, join_in_scopes
from octavo.render.assets.theme_files import load_scripts

_ENTRY = "search/engine/search.js"
_MEMORY_LIMIT = 512 << 20
_STACK_LIMIT = 1 << 20

_DOORS = """
const load = async (name) => JSON.parse(loadText(name));
let search;
const pieces = (list) => list.map(({ text }) => text).join("");
async function answer(text, filter, most, isCited) {
  search ??= await openSearch(load);
  const found = await search.find(text, filter, most);
  const hits = [...found.hits, ...await found.loadRest()];
  const results = await Promise.all(hits.map(async (hit) => {
    if (!isCited) return hit;
    const cited = await search.cite(hit, found);
    const sections = cited.sections.map((each) => (
      { id: each.id, title: pieces(each.title), text: pieces(each.text) }));
    return { ...hit, text: pieces(cited.text), sections };
  }));
  return { results, total: found.total, partial: found.isPartial };
}
globalThis.state = { answer: null, error: null };
globalThis.ask = (request) => {
  state.answer = state.error = null;
  const { query, filter, most, isCited } = JSON.parse(request);
  answer(query, filter, most, isCited).then(
    (value) => { state.answer = JSON.stringify(value); },
    (error) => { state.error = String(error); });
};
globalThis.read = () => JSON.stringify(state);
"""


class SearchError(Exception):
    """The index can't be read."""


class SearchEngine:
    """Searches one index; `load` returns the text of one of its files, by name."""

    def __init__(self, load: Callable[[str], str]) -> None:
        self._failure: Exception | None = None
        self._load = load
        context = _quickjs.Context()
        context.set_memory_limit(_MEMORY_LIMIT)
        context.set_max_stack_size(_STACK_LIMIT)
        context.add_callable("loadText", self._load_text)
        context.eval(_build_program())
        self._context = context
        self._ask = context.get("ask")
        self._read = context.get("read")

    def find(
        self,
        query: str,
        filter_by: Mapping[str, str] | None = None,
        most: int = 10,
        *,
        is_cited: bool = True,
    ) -> dict[str, Any]:
        """Return the search results, best first, and their number.

        Only cited results have the sections and texts with the answer.
        """
        self._failure = None
        request = {"query": query, "filter": filter_by or {}, "most": most, "isCited": is_cited}
        self._ask(json.dumps(request))
        while self._context.execute_pending_job():
            pass
        if self._failure is not None:
            raise SearchError(str(self._failure)) from self._failure
        state = json.loads(self._read())
        if state["answer"] is None:
            raise SearchError(state["error"] or "the search gave no answer")
        answer: dict[str, Any] = json.loads(state["answer"])
        return answer

    def _load_text(self, name: str) -> str:
        try:
            return self._load(name)
        except Exception as error:  # The engine would hide the error.
            self._failure = error
            raise


@cache
def _build_program() -> str:
    modules = load_scripts("search/engine/")
    return "\n".join(
        [
            '"use strict"; (() => {',
            join_in_scopes(modules, (_ENTRY,)),
            f"const {{ openSearch }} = {build_scope_name(_ENTRY)};",
            _DOORS,
            "})();",
        ]
    )
