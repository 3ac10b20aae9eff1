"""Moves projects of other tools, builds them, and prints for each what its pages have lost.

python -m scripts.migrate_projects FOLDER...    (projects, or folders of projects)

What a page says is read from its source by `old_pages`, independently of what moves it; that module
says what it leaves out. Each piece is looked for in the page that was built:

- a heading among its headings, a cell in its tables, text anywhere in its content, and the title of
  a component or of code there, too (what is folded counts), by their letters: marks, spaces and the
  order of pieces do not count;
- code in its blocks of code, by all characters but spaces (in pages of MkDocs by letters, and with
  or without tags, because marks of annotations and colors of terminals stand in the code there);
- a link to another site by its address, a link to a page of the project by its text, which has to
  be a link; that it leads somewhere is what the warnings of the build tell;
- a picture by the name of its file.

Marks that only a writer should see, such as `:::note`, are losses as well if they are shown, unless
the reader of the source takes them for text, too. A page is whole if it has lost nothing. Every
Markdown file in the folders of the pages counts as a page that has to be there, unless
`MIGRATION.md` names it. A loss is named if `MIGRATION.md` lists its page as a place of something
that is not carried over; all others are printed.

Projects with `mint.json` are also built as they are, and have to give the same site. With LOSSES=1
in the environment every loss is printed. Warnings of the build that the author did not cause are
printed, too; `moved_warnings` tells them from the others. With SETTINGS=1, projects of Docusaurus
are not moved: of each it is printed whether its title, its bar and its footer could be read.

After each project stand the sums so far. Results are kept
in build/migrations.jsonl (or in the file that RESULTS names): a run that was stopped goes on where
it was, unless the repository has changed.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from html import unescape
from pathlib import Path
from urllib.parse import unquote

from pathspec import GitIgnoreSpec

from octavo.builder.folder_build import build_folder
from octavo.problems import Problem, Severity
from octavo.project.discover import load_project
from octavo.project.files import relate_path
from octavo.site.load import load_site
from octavo.site.urls import build_page_output, build_page_url
from octavo_migrate.command import SOURCES, MigrateOptions, find_source, migrate_folder
from octavo_migrate.docusaurus.read import read_project
from octavo_migrate.mkdocs.read import load_mkdocs
from octavo_migrate.mkdocs.settings_file import NAMES as MKDOCS_NAMES
from octavo_migrate.mkdocs.settings_file import load_settings_file
from octavo_migrate.project_files import open_reach
from scripts.compare_twins import keep_letters, read_html, read_page
from scripts.docusaurus_settings import tell_settings
from scripts.move_results import SAME_SITE, Result, ResultFile, find_state, sum_results
from scripts.moved_warnings import OldProject
from scripts.old_pages import (
    Piece,
    build_mkdocs_reader,
    find_magic_comments,
    name_address,
    read_mdx,
    read_mkdocs,
    scan_with_pieces,
)

_RESULTS = "build/migrations.jsonl"
_TAG = re.compile(r"</?[a-z][^<>]*>")
_SHOWN_MARK = re.compile(
    r"^[ \t]*(?::::+[ \t]*\w*|!!![ \t]*\w+|\?\?\?\+?[ \t]*\w+|===\s+\""
    r"|;?--8<--|\|?[ \t]*:?---+:?[ \t]*\|)"
    r"|\]\((?:https?:|\.{0,2}/)|</?[A-Z]\w+",
    re.MULTILINE,
)
_SHOWN_FENCE = re.compile(r"\A[`~]{3,}.*\n|\n[`~]{3,}\s*\Z")
"""The ends of a block of code that Python-Markdown takes for code by spaces."""
_ATTRIBUTE = re.compile(r"=(?:\"([^\"\n]*)\"|'([^'\n]*)')")
_FOLDER_NAME = re.compile(r"\bpath:\s*[\"']([\w./-]+)[\"']")
_DEAD_ADDRESSES = re.compile(r"^- (?:Links|Pictures) .*\n(?:  - .*\n?)*", re.MULTILINE)
"""What leads nowhere now names no other loss of its page."""
_UNREAD = re.compile(r"^- A file of Markdown that no settings name .*\n(?:  .*\n?)*", re.MULTILINE)
"""Pages that are lost, because nothing but running a plugin tells that they are pages."""
_NAMED = re.compile(r"^  - `(.+?)`", re.MULTILINE)


def main(places: list[str]) -> int:
    if not places:
        sys.exit("Name folders of projects to move, or set SOURCES for make.")
    if os.environ.get("SETTINGS"):
        print("\n".join(tell_settings(_list_projects(places))))
        return 0
    file = ResultFile(Path(os.environ.get("RESULTS") or _RESULTS), find_state())
    results: list[Result] = []
    for project in _list_projects(places):
        place = str(project.resolve())
        result = file.results.get(place)
        if result is None:
            with tempfile.TemporaryDirectory() as temporary:
                result = move(project, Path(temporary))
            file.keep(place, result)
        results.append(result)
        _print(result)
        for line in sum_results(results):
            print(f"  so far, {line}", flush=True)
    print("\n".join(sum_results(results)))
    return 1 if any(result.unnamed for result in results) else 0


def _print(result: Result) -> None:
    print(result, flush=True)
    for message in result.ours:
        print(f"    NOT THE AUTHOR'S: {message}")
    for message in result.listed:
        print(f"    not carried over: {message}")
    for loss in result.losses if os.environ.get("LOSSES") else ():
        print(f"    lost: {loss}")
    for loss in result.unnamed:
        print(f"    LOST AND NOT NAMED: {loss}", flush=True)


def _list_projects(places: Iterable[str]) -> Iterator[Path]:
    names = [name for source in SOURCES for name in source.settings_names]
    for place in map(Path, places):
        folders = [place, *sorted(path for path in place.iterdir() if path.is_dir())]
        found = [path for path in folders if any((path / name).exists() for name in names)]
        yield from found[:1] if found[:1] == [place] else found


def move(project: Path, temporary: Path) -> Result:
    """Move and build a project, and compare its pages."""
    found = find_source(str(project))
    result = Result(str(project), "none" if isinstance(found, Problem) else found[0].name)
    new, site = temporary / "new", temporary / "site"
    report = migrate_folder(MigrateOptions(str(project), str(new), allow_outside=True))
    if report.output is None:
        result.unnamed = [str(problem.message) for problem in report.problems]
        return result
    listed = [each for each in report.problems if each.code == "migration-not-carried"]
    result.listed = [f"{each.location}: {each.message}" for each in listed]
    problems = build_folder(str(new), str(site)).problems
    _count(result, problems)
    loaded = load_site(load_project(str(new))[0]).site
    urls = ((url, page.source) for url, page in loaded.pages.items()) if loaded else ()
    result.ours = list(OldProject(project, new, urls).list_of_ours(problems))
    result.quiet, result.silent = int(not result.ours), int(not result.codes)
    compare_pages(_LISTS[result.kind](project, new), report.text, site, result)
    if result.kind == "mint":
        result.note = _compare_sites(project, temporary, site)
    return result


def _count(result: Result, problems: Iterable[Problem]) -> None:
    for problem in problems:
        if problem.severity is not Severity.INFO:
            result.codes[problem.code.value] += 1
            result.errors += problem.severity is Severity.ERROR


def _compare_sites(project: Path, temporary: Path, site: Path) -> str:
    """Build a project from its `mint.json`, and say whether every byte is the same."""
    copy, other = temporary / "copy", temporary / "other"
    shutil.copytree(project, copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    build_folder(str(copy), str(other))
    first, second = (
        {
            path.relative_to(root): path.read_bytes()
            for path in root.rglob("*")
            if path.is_file() and path.name != ".octavo-output"
        }
        for root in (site, other)
    )
    return SAME_SITE if first == second else "; ANOTHER SITE FROM mint.json"


# The pages of a project: where they are, and what reads them.


@dataclass(frozen=True, slots=True)
class OldPage:
    """A page of the old project, and the address of the one that it became."""

    source: str
    path: Path
    read: Callable[[str], Iterator[Piece]]
    url: str | None = None


def _list_mdx_pages(project: Path, new: Path) -> Iterator[OldPage]:
    loaded = load_site(load_project(str(new))[0]).site
    urls = {page.source: url for url, page in loaded.pages.items()} if loaded else {}
    replaced = {redirect.source for redirect in loaded.redirects} if loaded else set()
    for file in load_project(str(project))[0].pages:
        url = urls.get(file.source)
        if build_page_url(file.source) not in replaced:  # by a redirect of the author
            yield OldPage(file.source, Path(file.path), read_mdx, url)


def _list_docusaurus_pages(project: Path, _new: Path) -> Iterator[OldPage]:
    config = next(path for path in project.glob("docusaurus.config.*s") if path.is_file())
    reach = open_reach(str(project), allow_outside=True)
    homes = read_project(str(project), reach, config.name).homes
    comments = find_magic_comments(config.read_text("utf-8"))
    folders = {home.folder for home in homes.values()}
    for folder in sorted(folders | _find_named_folders(project)):
        for path in _list_markdown(project / folder):
            source = os.path.normpath(f"{folder}/{path}")
            is_piece = any(part.startswith("_") for part in path.parts)
            home = homes.get(source)
            if home or not is_piece:
                url = build_page_url(home.path) if home else None
                read = partial(scan_with_pieces, project, comments, project / source)
                yield OldPage(source, project / source, read, url)


def _find_named_folders(project: Path) -> set[str]:
    """Return the folders of Markdown that modules beside the settings name."""
    texts = (
        re.sub(r"^\s*//.*", "", path.read_text("utf-8", "replace"), flags=re.MULTILINE)
        for path in sorted(project.glob("*.*s"))
        if path.suffix in (".js", ".ts", ".mjs", ".cjs", ".mts")
    )
    names = {name for text in texts for name in _FOLDER_NAME.findall(text)}
    folders = {os.path.normpath(name) for name in names if (project / name).is_dir()}
    return {each for each in folders if any(_list_markdown(project / each))} - {"."}


def _list_mkdocs_pages(project: Path, new: Path) -> Iterator[OldPage]:
    name = next(name for name in MKDOCS_NAMES if (project / name).is_file())
    reach = open_reach(str(project), allow_outside=True)
    site = load_mkdocs(str(project), reach, name)
    settings = load_settings_file(str(project), reach, name).values
    read = partial(read_mkdocs, build_mkdocs_reader(project, settings))
    moved = {each.original.source: each.path for each in site.files if each.original}
    folder = project / str(settings.get("docs_dir") or "docs")
    # What the old settings leave out was no page there, either.
    left_out = GitIgnoreSpec.from_lines((new / ".octavoignore").read_text("utf-8").splitlines())
    loaded = load_site(load_project(str(new))[0]).site
    shown = loaded.pages if loaded else {}
    replaced = {each.source for each in loaded.redirects} - shown.keys() if loaded else set()
    for path in _list_markdown(folder):
        source = relate_path(str(folder / path), site.root)
        if left_out.match_file(moved.get(source, "")):
            continue
        url = build_page_url(moved[source]) if source in moved else None
        if url not in replaced:  # by a redirect of the author
            yield OldPage(relate_path(str(folder / path), str(project)), folder / path, read, url)


def _list_markdown(folder: Path) -> Iterator[Path]:
    skipped = {"node_modules", "__tests__"}
    for path in sorted(folder.rglob("*.md*")):
        inner = path.relative_to(folder)
        is_hidden = any(part.startswith(".") or part in skipped for part in inner.parts)
        if path.suffix in (".md", ".mdx") and path.is_file() and not is_hidden:
            yield inner


_LISTS = {
    "docs": _list_mdx_pages,
    "mint": _list_mdx_pages,
    "docusaurus": _list_docusaurus_pages,
    "mkdocs": _list_mkdocs_pages,
}


# The comparison.


def compare_pages(pages: Iterable[OldPage], report: str, site: Path, result: Result) -> None:
    """Count the pages that the built site shows whole, and keep what is lost."""
    section = report.partition("## Not carried over")[2].partition("\n## ")[0]
    unread = {source for group in _UNREAD.findall(section) for source in _NAMED.findall(group)}
    mentioned = set(_NAMED.findall(report)) - unread
    named = set(_NAMED.findall(_DEAD_ADDRESSES.sub("", section)))
    for page in pages:
        if page.url is None and page.source in mentioned:
            continue  # no separate page, as the list says
        result.pages += 1
        lost = [f"{page.source}: {each}" for each in _list_lost(page, site)]
        result.whole += not lost
        result.losses += lost
        is_named = {page.source, (page.url or "").strip("/")} & {
            each for name in named for each in (name, name.rsplit(".", 1)[0])
        }
        result.unnamed += [] if is_named else lost


def _list_lost(page: OldPage, site: Path) -> list[str]:
    output = site / build_page_output(page.url) if page.url is not None else None
    if output is None or not output.exists():
        return ["the page"]
    built = BuiltPage(output.read_text("utf-8"))
    text = page.path.read_text("utf-8", "replace").replace("\r\n", "\n")
    pieces = list(page.read(text))
    told = _ATTRIBUTE.findall(text)  # by what takes in a piece, which shows it
    written = "\n".join([each.text for each in pieces] + ["".join(each) for each in told])
    lost = [f"{each.kind}: {each.text.strip()[:110]!r}" for each in pieces if not built.has(each)]
    has_cards = "<DocCardList" in text  # which show titles of other pages
    marks = (mark for mark in built.list_marks() if mark not in written)
    return lost + [f"mark: {mark!r}" for mark in marks if not has_cards or mark in text]


class BuiltPage:
    """What a built page shows, to look for pieces in it."""

    def __init__(self, html: str) -> None:
        pieces = read_page(html)
        everything = read_html(html, whole=False, unseen=frozenset())
        all_texts = [text for _, text in everything.texts]
        fields = [text for kind, text in pieces.texts if kind == "field"]
        others = [text for kind, text in pieces.texts if kind != "field"]
        heads = [text for kind, text in pieces.texts if re.fullmatch("h[1-6]", kind)]
        cells = [text for kind, text in pieces.texts if kind in ("td", "th", "field")]
        links = [keep_letters(text) for _, text in pieces.links]
        words = "\n".join(keep_letters(" ".join(each)) for each in (others, fields, pieces.codes))
        self._prose = "\n".join(pieces.prose)
        self._texts = {
            "heading": keep_letters(" ".join(heads)),
            "cell": keep_letters(" ".join(cells)) + "\n" + keep_letters(" ".join(pieces.codes)),
            "link text": "\n".join(links),
            "code lines": keep_letters(" ".join(pieces.codes)),
            "text": words,
            "title": keep_letters(" ".join((*all_texts, *everything.names, *everything.codes))),
        }
        self._code = "".join("".join(pieces.codes).split())
        self._addresses = {
            "link": "\n".join(name_address(href) for href, _ in pieces.links),
            "picture": unquote("\n".join(pieces.addresses)),
        }

    def has(self, piece: Piece) -> bool:
        """Tell whether a piece is there."""
        if piece.kind == "code":
            return "".join(piece.text.split()) in self._code
        if piece.kind in self._addresses:
            return piece.text in self._addresses[piece.kind]
        shown = self._texts[piece.kind]
        ways = [piece.text]
        if piece.kind == "code lines":
            ways += [unescape(_TAG.sub("", piece.text)), _SHOWN_FENCE.sub("", piece.text)]
        return any(keep_letters(way) in shown for way in ways)

    def list_marks(self) -> Iterator[str]:
        """Yield the marks of a writer that readers see."""
        return (mark[0].strip() for mark in _SHOWN_MARK.finditer(self._prose))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
