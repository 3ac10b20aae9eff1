"""What is known of a page that was built, after its files were written."""

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
    """What a page asked for while it was rendered; see `Questions`."""

    files: Sequence[str] = ()
    links: Sequence[str] = ()
    images: Sequence[str] = ()
    date: bool = False


class WrittenPage(Struct, frozen=True):
    """The result of building a page; `output` is empty if its file could not be read."""

    output: str
    outputs: Mapping[str, Signature]
    """Its files that are written: the page, its twin, its share picture."""
    problems: Sequence[Problem]
    asked: Asked
    is_lasting: bool
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Further files of the page, which are not written yet."""
    entry: PageEntry | None = None
    """What the search knows of it."""
    fragments: Sequence[FragmentLink] = ()
    policy: str = ""
    """What it may load and run, as servers say it."""
    twin: str | None = None
    """The output of its Markdown twin, if it has one."""
    rules: PageRules = PageRules()
    """What the list of pages for search engines says of it."""
    parts: Sequence[str] = ()
    """The outputs of the files that API pages share which it names."""
    ids: Ids = field(default_factory=dict)
    """The ids that its content has, where it was not written: a check writes nothing."""
    inputs: str = ""
    """The digest of all that it was made of; empty where nobody may take it over."""
    is_held: bool = False
    """Whether it was taken over as the site had it."""
