"""Which of the title, the bar and the footer of Docusaurus projects `octavo migrate` can read.

A part is read if it has a value, and no function, package or variable is where readers see text: in
labels, titles, links and addresses. It is missing if the settings do not name it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from octavo_migrate.docusaurus.files import OldFiles
from octavo_migrate.docusaurus.modules import Code, get_known
from octavo_migrate.docusaurus.read import SETTINGS_NAMES
from octavo_migrate.project_files import open_reach

_SEEN = frozenset("title label to href html items links copyright docId".split())
PARTS = {"title": ("title",), "bar": ("themeConfig", "navbar"), "footer": ("themeConfig", "footer")}


def tell_settings(projects: Iterable[Path]) -> Iterator[str]:
    """Yield a line for each project of Docusaurus, and their sum."""
    answers: list[dict[str, str]] = []
    for project in projects:
        for name in [name for name in SETTINGS_NAMES if (project / name).is_file()][:1]:
            answers.append(read_settings(project, name))
            words = ", ".join(f"{part} {answer}" for part, answer in answers[-1].items())
            yield f"{project}/{name}: {words}"
    sums = (f"{part} {sum(each[part] != 'NOT READ' for each in answers)}" for part in PARTS)
    yield f"{len(answers)} settings; read, or not there: {', '.join(sums)}"


def read_settings(project: Path, name: str) -> dict[str, str]:
    """Return of each part whether it is read, missing, or not read."""
    files = OldFiles(str(project.resolve()), open_reach(str(project), allow_outside=True))
    try:
        config = files.evaluate(name, calls=True)
    finally:
        files.engine.close()
    text = (project / name).read_text("utf-8", "replace")
    return {part: _tell(part, keys, config, text) for part, keys in PARTS.items()}


def _tell(part: str, keys: tuple[str, ...], config: Any, text: str) -> str:
    if not isinstance(config, dict):
        return "NOT READ"
    value = get_known(config, *keys)
    if value is None:
        around = get_known(config, *keys[:-1]) if keys[1:] else config
        is_named = re.search(rf"\b{keys[-1]}\s*:", text) is not None
        return "missing" if around is not None and not is_named else "NOT READ"
    return "read" if not any(_list_unknown(value)) else "NOT READ"


def _list_unknown(value: Any, key: str = "title") -> Iterator[str]:
    """Yield the keys of what readers see and code hides."""
    if isinstance(value, Code):
        yield from [key] if key in _SEEN else []
    for name, each in value.items() if isinstance(value, dict) else ():
        yield from _list_unknown(each, name)
    for each in value if isinstance(value, list) else ():
        yield from _list_unknown(each, key)
