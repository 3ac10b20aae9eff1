"""The facts about a page after its files were written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from octavo.builder.publish.site_folder import Signature
from octavo.problems import Problem
from octavo.render.basis.changing import PageRules
from octavo.search.entry import PageEntry
from octavo.site.fragments import FragmentLink, Ids
from octavo.values import Struct, field


class Asked(NamedTuple):
    """The files, links and pictures that a page asked for during rendering; see `Questions`."""

    files: Sequence[str] = ()
    links: Sequence[str] = ()
    images: Sequence[str] = ()
    date: bool = False


class WrittenPage(Struct, frozen=True):
    """The result of building a page; `output` is empty if its file can't be read."""

    output: str
    outputs: Mapping[str, Signature]
    """Its written files: the page, its twin, its share picture."""
    problems: Sequence[Problem]
    asked: Asked
    is_lasting: bool
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Other files of the page that aren't written yet."""
    entry: PageEntry | None = None
    """Its search entry."""
    fragments: Sequence[FragmentLink] = ()
    policy: str = ""
    """The content security policy of the page."""
    twin: str | None = None
    """The output of its Markdown twin, if it has one."""
    rules: PageRules = PageRules()
    """Its rules for search engines and their list of pages."""
    parts: Sequence[str] = ()
    """The outputs of the files shared by API pages that it uses."""
    ids: Ids = field(default_factory=dict)
    """The ids in its content, for a check, which doesn't write the page."""
    inputs: str = ""
    """The digest of its inputs; empty if no later build may take it over."""
    is_held: bool = False
    """Whether it was taken over unchanged."""
