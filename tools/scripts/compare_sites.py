"""Builds sites with the code of an earlier commit and with today's, and prints every difference.

python -m scripts.compare_sites COMMIT SOURCE... [--most 40]

A source is a project, or an API document. What is compared is what readers and programs get: pages
as trees of elements, with the files that they load on demand in their place; Markdown twins; the
sections that the search finds; all other files; problems. Names that hold a hash, and the order of
attributes, count as equal. What a commit gave is kept in `build/sites`, so that comparing again
after each step takes half of the time.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build/sites"
_HASH = re.compile(r"[0-9a-f]{12,64}|(?<=sha256-)[\w+/=]{43,44}")
_LOADED = re.compile(r"/(_octavo/[\w/.-]+\.(?:json|html))")
_TEXTS = (".txt", ".xml", ".json", ".md", ".css", ".js", ".conf", ".webmanifest", ".svg", ".yaml")
_CODE = re.compile(r"_octavo/(?:[0-9a-f]{12}/|server)")
"""Files of the theme, and those that only Octavo's own server reads."""
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


class TreeReader(HTMLParser):
    """Writes a page with an element or a text on each line."""

    def __init__(self, site: Path) -> None:
        super().__init__(convert_charrefs=True)
        self.site = site
        self.lines: list[str] = []
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write an element, and the files that it loads."""
        values = [f"{name}={_HASH.sub('#', value or '')!r}" for name, value in sorted(attrs)]
        self._add(f"<{' '.join([tag, *values])}>")
        self.depth += tag not in _VOID
        if tag not in ("script", "link"):
            for _name, value in attrs:
                for match in _LOADED.finditer(value or ""):
                    self._add_loaded(match[1])

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        self.depth -= tag not in _VOID

    def handle_data(self, data: str) -> None:
        """Write a text."""
        if text := " ".join(data.split()):
            self._add(_HASH.sub("#", text))

    def _add(self, line: str) -> None:
        self.lines.append("  " * max(self.depth, 0) + line)

    def _add_loaded(self, name: str) -> None:
        path = self.site / name
        if path.is_file():
            self.lines += [f"    | {line}" for line in show_data(path.read_text("utf-8"))]


def show_data(text: str) -> list[str]:
    """Return the lines of a file of data, one value on each."""
    try:
        return list(_list_values(json.loads(text), "")) or [""]
    except ValueError:
        return _HASH.sub("#", text).splitlines()


def _list_values(value: Any, path: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key in sorted(value):
            yield from _list_values(value[key], f"{path}.{_HASH.sub('#', key)}")
    elif isinstance(value, list):
        for each in value:
            yield from _list_values(each, f"{path}[]")
    else:
        yield f"{path} = {_HASH.sub('#', json.dumps(value, ensure_ascii=False))}"


def read_site(site: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield what a built site gives, part by part; files that only code reads are left out."""
    sections: list[str] = []
    others: list[str] = []
    for path in sorted(each for each in site.rglob("*") if each.is_file()):
        name = path.relative_to(site).as_posix()
        if path.suffix == ".html":
            reader = TreeReader(site)
            reader.feed(path.read_text("utf-8"))
            yield name, reader.lines
        elif path.suffix == ".md":
            yield name, path.read_text("utf-8").splitlines()
        elif name.startswith("_octavo/search/"):
            sections += _list_sections(path)
        elif not name.startswith("_octavo/") and path.suffix in _TEXTS:
            yield name, show_data(path.read_text("utf-8", "replace"))
        elif not _CODE.match(name):
            others.append(f"{_HASH.sub('#', name)}")
    yield "search sections", sorted(sections)
    yield "other files", sorted(set(others))


def _list_sections(path: Path) -> Iterator[str]:
    """Yield the sections of pages in a file of the search; other files hold words and places."""
    data = json.loads(path.read_text("utf-8"))
    for page in data if isinstance(data, list) else ():
        for section in page if isinstance(page, list) else ():
            if (
                isinstance(section, list)
                and len(section) == 3
                and all(isinstance(each, str) for each in section)
            ):
                yield json.dumps([page[0][2][:40], *section], ensure_ascii=False)


def build_site(code: Path, source: Path, folder: Path) -> list[tuple[str, list[str]]]:
    """Build a site with some code, and return what it gives with its problems."""
    project = source
    if source.is_file():
        project = folder / "project"
        project.mkdir()
        (project / f"openapi{source.suffix}").write_bytes(source.read_bytes())
        tab = {"name": "API", "url": "api", "openapi": f"/openapi{source.suffix}"}
        (project / "index.mdx").write_text("# Home\n")
        settings = {
            "name": "API",
            "navigation": [{"group": "All", "pages": ["index"]}],
            "tabs": [tab],
        }
        (project / "site.json").write_text(json.dumps(settings))
    command = [sys.executable, "-m", "octavo", "build", str(project), "-o", str(folder / "site")]
    done = subprocess.run(
        [*command, "--no-cache", "--format", "json"],
        env={**os.environ, "PYTHONPATH": str(code), "SOURCE_DATE_EPOCH": "1700000000"},
        capture_output=True,
        text=True,
        check=False,
    )
    problems = show_data((done.stdout or done.stderr).replace(str(folder), ""))
    parts = list(read_site(folder / "site")) if (folder / "site").is_dir() else []
    return [*parts, ("problems", problems), ("exit code", [str(done.returncode)])]


def unpack_code(commit: str, folder: Path) -> Path:
    """Write the code of a commit into a folder."""
    archive = subprocess.run(
        ["git", "-C", str(ROOT), "archive", commit, "src"], capture_output=True, check=True
    )
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    return folder / "src"


def load_parts(commit: str | None, source: Path) -> dict[str, list[str]]:
    """Return the output of a commit, from the cache or by a build; without one, today's code."""
    name = hashlib.sha256(f"{commit} {source}".encode()).hexdigest()[:16]
    kept = KEPT / f"{name}.json"
    if commit and kept.exists():
        return dict(json.loads(kept.read_text("utf-8")))
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        code = unpack_code(commit, folder) if commit else ROOT / "src"
        parts = dict(build_site(code, source, folder))
    if commit:
        KEPT.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(parts), "utf-8")
    return parts


def compare(
    old: dict[str, list[str]], new: dict[str, list[str]]
) -> Iterator[tuple[str, list[str]]]:
    """Yield the parts that differ, and how."""
    for name in sorted(old.keys() | new.keys()):
        before, after = old.get(name, []), new.get(name, [])
        if before != after:
            diff = difflib.unified_diff(before, after, lineterm="", n=1)
            yield name, list(diff)[2:]


def main() -> int:
    """Print the differences of all sources, and how many parts of each differ."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("commit")
    parser.add_argument("sources", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=40, help="lines to print of each part (40)")
    options = parser.parse_args()
    git = ["git", "-C", str(ROOT), "rev-parse", "--verify", f"{options.commit}^{{commit}}"]
    commit = subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
    differing = 0
    for source in options.sources:
        parts = load_parts(commit, source.resolve())
        differences = list(compare(parts, load_parts(None, source.resolve())))
        for name, lines in differences:
            print(f"\n--- {source.name}: {name}", *lines[: options.most], sep="\n")
        print(f"{source.name}: {len(differences)} of {len(parts)} parts differ", flush=True)
        differing += len(differences)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
