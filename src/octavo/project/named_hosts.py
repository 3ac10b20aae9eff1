"""The hosts that the author's own scripts and style sheets name.

Nobody knows what a script will load, but one that loads something from elsewhere says from where,
nearly always as a text of its own.
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
"""Of a file; one that names more is somebody's library, with addresses in its texts."""


class NamedHosts(Struct, frozen=True):
    """The origins that files of the author name, such as `https://cdn.example.com`."""

    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    """Of style sheets that style sheets import."""


def load_named_hosts(project: Project) -> NamedHosts:
    """Return the hosts that the scripts and style sheets of a project name."""
    return NamedHosts(
        _load_all(project, project.scripts, find_script_hosts),
        _load_all(project, project.styles, _find_style_hosts),
    )


def find_script_hosts(code: str) -> tuple[str, ...]:
    """Return the hosts that code names at the start of a text."""
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
    if descriptor is None:  # told when it is copied
        return ""
    with open(descriptor, "rb") as stream:
        return stream.read(MEBIBYTE).decode("utf-8", "replace")
