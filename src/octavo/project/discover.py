"""Finds the files of a project: pages, snippets, styles, scripts, data, assets and the settings.

The rules for ignored names are in `names`. Folders with the mark of a tool (`.octavo-output`,
`CACHEDIR.TAG`, `pyvenv.cfg`) are not entered. `.octavoignore` and `.mintignore` in the project's
root ignore more files, in the syntax of gitignore. Some disks can't tell certain names apart (after
NFC and case folding). Such names are an error on every disk, so that a site doesn't depend on its
build machine; the first in sorted order stays.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from octavo.problems import Code, LineLookup, Location, Problem, Severity, sort_problems
from octavo.project.files import (
    Kind,
    Problems,
    SourceFile,
    build_source_file,
    find_line,
    is_inside,
    load_bytes,
    load_text,
    relate_path,
    split_lines,
)
from octavo.project.missing_settings import (
    OTHER_SETTINGS_NAME,
    OTHER_TOOLS,
    SETTINGS_NAME,
    explain_missing_settings,
)
from octavo.project.names import fold_source, normalize_source
from octavo.project.public.secrets import is_companion
from octavo.project.walk import Ignored, resolve_link, walk_tree
from octavo.values import Struct, field, replace

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

IGNORE_NAMES = (".octavoignore", ".mintignore")

MAX_IGNORE_PATTERNS = 1_000
MAX_STARS = 3  # Matching takes time of this power in the length of a name.


class Project(Struct, frozen=True):
    """The author's folder; every tuple is sorted by source."""

    folder: str
    """The folder in the author's notation, for messages."""
    root: str
    """The real path of the folder, for reading."""
    settings: SourceFile | None = None
    pages: tuple[SourceFile, ...] = ()
    snippets: tuple[SourceFile, ...] = ()
    """Markdown files that are pages only if the navigation lists them."""
    modules: tuple[SourceFile, ...] = ()
    """Component modules (`.jsx`, `.tsx`) for imports, which are not served."""
    styles: tuple[SourceFile, ...] = ()
    scripts: tuple[SourceFile, ...] = ()
    data: tuple[SourceFile, ...] = ()
    """JSON and YAML files, which may be API documents."""
    assets: tuple[SourceFile, ...] = ()
    files: Mapping[str, SourceFile] = field(default_factory=dict)
    """All files above except the settings, by source."""
    folded: Mapping[str, SourceFile] = field(default_factory=dict)
    """The same files by folded source."""

    @property
    def settings_name(self) -> str:
        """The name of the settings file, or the usual name without one."""
        return self.settings.source if self.settings else SETTINGS_NAME

    @property
    def served(self) -> tuple[SourceFile, ...]:
        """The files that visitors may get: assets, data, styles and scripts; see `public_types`."""
        assets = (file for file in self.assets if not is_companion(file.source))
        parts = (*assets, *self.data, *self.styles, *self.scripts)
        return tuple(sorted(parts, key=_get_source))

    def find(self, source: str) -> SourceFile | None:
        """Return the file with exactly this source."""
        return self.files.get(normalize_source(source))

    def find_ignoring_case(self, source: str) -> SourceFile | None:
        """Return the file whose source differs only in case, for "did you mean"."""
        return self.folded.get(fold_source(source))


def load_project(
    root: str | os.PathLike[str], *, skip: Collection[str] = ()
) -> tuple[Project, Problems]:
    """Return the content of a folder, and every problem with it.

    `skip` names folders that don't belong to the author, such as the output and the cache:
    absolute, or relative to the project.
    """
    folder = os.fspath(root)
    if problem := _check_folder(folder):
        return Project(folder, folder), (problem,)
    real = os.path.realpath(folder)
    is_ignored, problems = _load_ignore_rules(real, skip)
    all_files, walk_problems = walk_tree(real, is_ignored)
    files, by_folded_source, clashes = _drop_clashes(all_files, real)
    project = Project(
        folder,
        real,
        settings=_load_root_file(real, _find_settings_name(real), Kind.SETTINGS),
        files=files,
        folded=by_folded_source,
        **_group_by_kind(files.values()),
    )
    return project, tuple(sort_problems([*problems, *walk_problems, *clashes]))


def put_data_file(project: Project, file: SourceFile) -> Project:
    """Return a project with a data file from any place, which replaces one of the same name."""
    others = (each for each in project.data if each.source != file.source)
    return replace(
        project,
        data=tuple(sorted((*others, file), key=_get_source)),
        files={**project.files, file.source: file},
        folded={**project.folded, fold_source(file.source): file},
    )


def load_settings_text(project: Project) -> tuple[str | None, Problems]:
    """Return the text of the settings, or why it can't be read."""
    if project.settings:
        return load_text(project.root, project.settings)
    if not os.path.isdir(project.root):
        return None, ()  # load_project has already reported it.
    return None, (explain_missing_settings(project.root, project.folder),)


def find_root_file(root: str, name: str) -> SourceFile | None:
    """Return a file in the root that projects don't list, such as settings of another tool."""
    return _load_root_file(root, name, Kind.DATA)


def find_ignore_files(project: Project) -> tuple[SourceFile, ...]:
    """Return the ignore files of a project."""
    files = (_load_root_file(project.root, name, Kind.IGNORE_FILE) for name in IGNORE_NAMES)
    return tuple(file for file in files if file)


def build_line_lookup(project: Project) -> LineLookup:
    """Return a function for source lines in excerpts; it never raises an error."""

    @lru_cache(maxsize=8)
    def load_lines(source: str) -> list[bytes]:
        if "://" in source:
            from octavo.project.documents.api_files import load_linked_bytes  # noqa: PLC0415 (few use it)

            return split_lines(load_linked_bytes(source) or b"")
        file = project.find(source)
        if file is None and source == project.settings_name:
            file = project.settings
        if file is None and source in (*IGNORE_NAMES, *OTHER_TOOLS):
            file = _load_root_file(project.root, source, Kind.IGNORE_FILE)
        data = load_bytes(project.root, file)[0] if file else None
        return split_lines(data) if data else []

    return lambda source, line: find_line(load_lines(source), line)


def _check_folder(folder: str) -> Problem | None:
    if os.path.isdir(folder):
        return None
    if os.path.lexists(folder):
        return Problem(
            Code.PROJECT_NOT_A_FOLDER,
            f"{folder} is not a folder",
            Location(folder),
            hint="Name the folder that holds site.json.",
        )
    return Problem(
        Code.PROJECT_MISSING,
        f"there is no folder {folder}",
        Location(folder),
        hint=f"Check the name, or start a project there: octavo init {folder}",
    )


def _find_settings_name(root: str) -> str:
    """Return the name of the settings file; `site.json` has priority in any case."""
    has_own = os.path.lexists(os.path.join(root, SETTINGS_NAME))
    has_other = os.path.isfile(os.path.join(root, OTHER_SETTINGS_NAME))
    return OTHER_SETTINGS_NAME if has_other and not has_own else SETTINGS_NAME


def _load_root_file(root: str, name: str, kind: Kind) -> SourceFile | None:
    try:
        path, status = resolve_link(os.path.join(root, name))
    except OSError:
        return None
    if not is_inside(root, path) or not stat.S_ISREG(status.st_mode):
        return None
    return build_source_file(name, kind, path, status)


def _get_source(file: SourceFile) -> str:
    return file.source


_FIELD_OF_KIND = {
    Kind.PAGE: "pages",
    Kind.SNIPPET: "snippets",
    Kind.MODULE: "modules",
    Kind.STYLE: "styles",
    Kind.SCRIPT: "scripts",
    Kind.DATA: "data",
    Kind.ASSET: "assets",
}


def _group_by_kind(files: Iterable[SourceFile]) -> dict[str, tuple[SourceFile, ...]]:
    groups: dict[Kind, list[SourceFile]] = {kind: [] for kind in _FIELD_OF_KIND}
    for file in files:
        groups[file.kind].append(file)
    return {_FIELD_OF_KIND[kind]: tuple(group) for kind, group in groups.items()}


# --- names that clash ---------------------------------------------------------------------------


def _drop_clashes(
    all_files: list[SourceFile], root: str
) -> tuple[dict[str, SourceFile], dict[str, SourceFile], list[Problem]]:
    by_folded_source: dict[str, SourceFile] = {}
    problems: list[Problem] = []
    for file in sorted(all_files, key=lambda file: (file.source, file.path)):
        first = by_folded_source.setdefault(fold_source(file.source), file)
        if first is not file:
            problems.append(_names_clash(first, file, root))
    problems += _drop_shadowed_pages(by_folded_source)
    return {file.source: file for file in by_folded_source.values()}, by_folded_source, problems


def _drop_shadowed_pages(by_folded_source: dict[str, SourceFile]) -> list[Problem]:
    """Remove each `.md` page with the same URL as an `.mdx` page."""
    clashing = (
        key for key in by_folded_source if key.endswith(".md") and key + "x" in by_folded_source
    )
    shadowed = [key for key in clashing if by_folded_source[key].kind is Kind.PAGE]
    return [
        _explain_url_clash(by_folded_source[key + "x"], by_folded_source.pop(key))
        for key in shadowed
    ]


def _names_clash(first: SourceFile, second: SourceFile, root: str) -> Problem:
    names = [f"`{file.source}`" for file in (first, second)]
    if first.source == second.source:  # They look the same, so show their code points.
        names = [ascii(relate_path(file.path, root)) for file in (first, second)]
    return Problem(
        Code.FILE_NAMES_CLASH,
        f"{names[0]} and {names[1]} are one name on some disks; only the first is used",
        Location(second.source),
        hint="Rename one of them.",
    )


def _explain_url_clash(first: SourceFile, second: SourceFile) -> Problem:
    return Problem(
        Code.PAGE_URLS_CLASH,
        f"`{first.source}` and `{second.source}` have the same url; only the first is used",
        Location(second.source),
        Severity.WARNING,
        hint="Remove or rename one of them.",
    )


# --- what the author or the caller leaves out ---------------------------------------------------


def _load_ignore_rules(root: str, skip: Collection[str]) -> tuple[Ignored, list[Problem]]:
    sources = _list_skipped(root, skip)
    patterns: list[str] = []
    problems: list[Problem] = []
    for name in IGNORE_NAMES:
        if file := _load_root_file(root, name, Kind.IGNORE_FILE):
            text, load_problems = load_text(root, file)
            usable, pattern_problems = _read_patterns(text or "", name)
            patterns += usable
            problems += [*load_problems, *pattern_problems]
    if not patterns:
        return (lambda source: source.rstrip("/") in sources), problems
    matches = _build_matcher(patterns)
    return (lambda source: source.rstrip("/") in sources or matches(source)), problems


def _list_skipped(root: str, skip: Collection[str]) -> frozenset[str]:
    paths = (os.path.realpath(os.path.join(root, path)) for path in skip)
    below = (path for path in paths if path != root and is_inside(root, path))
    return frozenset(relate_path(path, root).replace(os.sep, "/") for path in below)


def _read_patterns(text: str, source: str) -> tuple[list[str], list[Problem]]:
    patterns: list[str] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if len(patterns) == MAX_IGNORE_PATTERNS:
            reason = f"only {MAX_IGNORE_PATTERNS} patterns are read"
            problems.append(_explain_pattern(source, number, reason))
            break
        if reason := _refuse_pattern(line):
            problems.append(_explain_pattern(source, number, reason))
        else:
            patterns.append(line)
    return patterns, problems


def _refuse_pattern(line: str) -> str:
    for kind, stars in ((r"(?<!\*)\*(?!\*)", "*"), (r"\*\*+", "**")):
        if len(re.findall(kind, line)) > MAX_STARS:
            return f"a pattern may have {stars} at most {MAX_STARS} times"
    try:
        _compile_patterns([line])
    except ValueError:
        return "this is not a pattern"
    return ""


def _explain_pattern(source: str, line: int, reason: str) -> Problem:
    return Problem(
        Code.IGNORE_PATTERN_INVALID,
        f"{reason}; this line has no effect",
        Location(source, line, 1),
        Severity.WARNING,
        "Patterns are written as in a .gitignore file.",
    )


def _build_matcher(patterns: list[str]) -> Callable[[str], bool]:
    return _compile_patterns(patterns).match_file


def _compile_patterns(patterns: list[str]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 (most projects have no ignore file)

    return GitIgnoreSpec.from_lines(patterns, backend="simple")
