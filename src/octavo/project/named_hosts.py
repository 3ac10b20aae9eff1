"""Finds the hosts that the author's scripts and style sheets name.

Octavo can't know what a script will load. But a script that loads from another host nearly always
has its address as a separate text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from octavo.project.files import MEBIBYTE, SourceFile, open_source
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.project.discover import Project

_ADDRESS = r"(https://[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?::[0-9]+)?)(?![A-Za-z0-9.:@-])"
_IN_SCRIPT = re.compile(rf"[\"'`]{_ADDRESS}")
_IN_STYLE = re.compile(rf"@import\s+(?:url\(\s*)?[\"']?{_ADDRESS}", re.IGNORECASE)
_MOST_HOSTS = 24
"""The most hosts of a file; a file with more is a library with addresses in its texts."""


class NamedHosts(Struct, frozen=True):
    """The origins in files of the author, such as `https://cdn.example.com`."""

    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    """The hosts of style sheets that other style sheets import."""


def load_named_hosts(project: Project) -> NamedHosts:
    """Return the hosts in the scripts and style sheets of a project."""
    return NamedHosts(
        _load_all(project, project.scripts, find_script_hosts),
        _load_all(project, project.styles, _find_style_hosts),
    )


def find_script_hosts(code: str) -> tuple[str, ...]:
    """Return the hosts that code has at the start of a text."""
    return _limit_hosts(_IN_SCRIPT.findall(code))


def _find_style_hosts(css: str) -> tuple[str, ...]:
    return _limit_hosts(_IN_STYLE.findall(css))


def _limit_hosts(names: Iterable[str]) -> tuple[str, ...]:
    hosts = tuple(dict.fromkeys(each.lower() for each in names))
    return hosts if len(hosts) <= _MOST_HOSTS else ()


def _load_all(
    project: Project, files: Iterable[SourceFile], find: Callable[[str], tuple[str, ...]]
) -> tuple[str, ...]:
    hosts = {host for file in files for host in find(_load(project, file))}
    return tuple(sorted(hosts))


def _load(project: Project, file: SourceFile) -> str:
    descriptor, _problems = open_source(project.root, file)
    if descriptor is None:  # The copy of the file reports it.
        return ""
    with open(descriptor, "rb") as stream:
        return stream.read(MEBIBYTE).decode("utf-8", "replace")
