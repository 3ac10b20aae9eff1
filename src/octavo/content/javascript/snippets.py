"""Loads the files of a page: its imports, and the meaning of their names."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import Any

from octavo.content.javascript.imports import SNIPPET_FOLDERS, add_endings, list_candidates
from octavo.content.javascript.jsx import JsxMistake
from octavo.content.javascript.modules import (
    DEFAULT,
    Import,
    Module,
    find_place,
    join_module_code,
    read_module,
)
from octavo.content.nodes import Document, Tag, Value
from octavo.problems import Code, Location, Problem, Severity
from octavo.settings.nearest import find_nearest
from octavo.values import Struct, field

MAX_CHAIN = 100
"""The most files that import each other in a row."""

_OTHER_FILE = re.compile(r"\.(?:css|s[ac]ss|json|ya?ml|svg|png|jpe?g|gif|webp|ts|mjs|cjs)\Z")
_REACT = re.compile(r"react(?:-dom)?(?:/.*)?\Z")
_DECLARED = re.compile(r"\b(?:const|let|var|function|class)\s+((?:[^\W\d]|\$)[\w$]*)")


class ModuleText(Struct, frozen=True):
    """The text of a file with components and without Markdown."""

    text: str


class HeldBack(Enum):
    """Represents an unpublished page, which can't be a part of another one."""

    PAGE = auto()


Load = Callable[[str], Document | ModuleText | HeldBack | None]
"""Returns the file with exactly this source, None if it doesn't exist."""


class Meaning(Enum):
    """The meaning of a name: a file of Markdown, a value, code, or a missing file."""

    SNIPPET = auto()
    KNOWN = auto()
    CODE = auto()
    ABSENT = auto()


class Binding(Struct, frozen=True):
    """The meaning of a name; `code` is its form for the engine."""

    meaning: Meaning
    code: str = "$absent"
    value: Any = None
    file: File | None = None


_NOT_THERE = Binding(Meaning.ABSENT)


class File(Struct, eq=False):
    """A file that is used by a page (or the page itself), with its names resolved."""

    source: str
    index: int
    text: str
    module: Module
    document: Document | None = None
    bindings: dict[str, Binding] = field(default_factory=dict)
    """All names that code and tags of the file may use."""
    exported: dict[str, Binding] = field(default_factory=dict)
    literals: dict[str, Any] = field(default_factory=dict)
    """The values of names with literal values."""
    needs: list[File] = field(default_factory=list)
    """The files to run before this one."""

    def locate(self, position: int) -> Location:
        """Return where a position of the text is."""
        return Location(self.source, *find_place(self.text, position))


class Files:
    """Loads the files of one page, each once."""

    def __init__(self, load: Load, problems: list[Problem]) -> None:
        self._load = load
        self._problems = problems
        self._files: dict[str, File] = {}
        self._held_back: set[str] = set()
        self._chain: list[str] = []
        self.in_order: list[File] = []

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources of all files, in the order of their first use."""
        return tuple(self._files)

    def add(self, source: str, content: Document | ModuleText) -> File:
        """Read a file and all its imports."""
        document = content if isinstance(content, Document) else None
        text = join_module_code(document) if document else getattr(content, "text", "")
        file = File(source, len(self._files), text, _EMPTY, document)
        self._files[source] = file
        self.in_order.append(file)
        try:
            file.module = read_module(text)
        except JsxMistake as mistake:
            self._explain_syntax(file, mistake)
            return file
        self._chain.append(source)
        for each in file.module.imports:
            self._bind_import(file, each)
        self._declare(file)
        for name, module in file.module.forwards:
            self._forward(file, name, module)
        self._chain.pop()
        return file

    def include(self, name: str, place: Location) -> File | None:
        """Return the snippet in `<Snippet file>`."""
        base = name.strip().lstrip("/")
        folders = [posixpath.join(folder, base) for folder in SNIPPET_FOLDERS]
        paths = [base] if base.startswith(tuple(f"{f}/" for f in SNIPPET_FOLDERS)) else folders
        candidates = [each for path in paths for each in add_endings(posixpath.normpath(path))]
        for candidate in candidates:
            file = self._find(candidate)
            if file is not None:
                return file
        hint = "Snippets are in the folder `snippets` or `_snippets`."
        self._report_missing(name, place, hint, candidates)
        return None

    def list_required(self, files: Iterable[File]) -> list[File]:
        """Return files and their requirements, each after its own requirements."""
        files_by_index: dict[int, File] = {}
        stack: list[tuple[File, Iterator[File]]] = [(each, iter(each.needs)) for each in files]
        indexes = {each.index for each, _ in stack}
        while stack:
            file, needs = stack[-1]
            following = next(needs, None)
            if following is None:
                files_by_index[file.index] = file
                stack.pop()
            elif following.index not in indexes:
                indexes.add(following.index)
                stack.append((following, iter(following.needs)))
        return list(files_by_index.values())

    # imports

    def _bind_import(self, file: File, each: Import) -> None:
        if _REACT.match(each.source):
            for there, here in each.names:
                file.bindings[here] = Binding(Meaning.CODE, f"$React.{there}")
            if each.namespace:
                file.bindings[each.namespace] = Binding(Meaning.CODE, "$React")
            return
        target = self._resolve(file, each)
        for there, here in each.names:
            file.bindings[here] = self._resolve_name(file, each, target, there)
        if each.namespace:
            code = Binding(Meaning.CODE, f"$all({target.index})") if target else _NOT_THERE
            file.bindings[each.namespace] = code

    def _resolve(self, file: File, each: Import) -> File | None:
        place = file.locate(each.position)
        paths = list_candidates(each.source, file.source)
        if paths is None:
            self._report_not_importable(each.source, place, is_package=True)
            return None
        if len(self._chain) > MAX_CHAIN:
            message = f"more than {MAX_CHAIN} files import each other in a row"
            self._tell(Code.SNIPPET_TOO_MUCH, message, place, "Import less in a row.")
            return None
        for path in paths:
            if path in self._chain:
                self._report_import_cycle(path, place)
                return None
            target = self._find(path)
            if target is not None:
                if target not in file.needs:
                    file.needs.append(target)
                return target
        if _OTHER_FILE.search(each.source):
            self._report_not_importable(each.source, place, is_package=False)
        else:
            hint = "Paths start with `/` at the project's folder, or with `./` beside this file."
            self._report_missing(each.source, place, hint, paths)
        return None

    def _find(self, source: str) -> File | None:
        if source in self._files:
            return self._files[source]
        content = self._load(source)
        if isinstance(content, HeldBack):
            self._held_back.add(source)
            return None
        return None if content is None else self.add(source, content)

    def _resolve_name(self, file: File, each: Import, target: File | None, name: str) -> Binding:
        if target is None or target.module is _BROKEN:
            return _NOT_THERE
        if name == DEFAULT and target.document is not None:
            return Binding(Meaning.SNIPPET, f"$snippet({target.index})", file=target)
        export = target.exported.get(name)
        if export is None:
            self._report_no_export(file, each, target, name)
            return _NOT_THERE
        return export

    def _declare(self, file: File) -> None:
        names = {*file.bindings, *file.module.names}
        for name in file.module.names:
            value = file.module.literals.get(name)
            is_known = name in file.module.literals and not uses_names(value, names)
            file.bindings[name] = Binding(Meaning.KNOWN if is_known else Meaning.CODE, name, value)
        for name, binding in file.bindings.items():
            if binding.meaning is Meaning.KNOWN:
                file.literals[name] = binding.value
        for name, local in file.module.exports.items():
            binding = file.bindings.get(local, _NOT_THERE)
            code = f"$get({file.index},{json.dumps(name)})"
            file.exported[name] = Binding(binding.meaning, code, binding.value, binding.file)

    def _forward(self, file: File, name: str, each: Import) -> None:
        target = self._resolve(file, each)
        if each.names:
            file.exported[name] = self._resolve_name(file, each, target, each.names[0][0])
        elif target and name == "*":
            for exported, binding in target.exported.items():
                if exported != DEFAULT:
                    file.exported.setdefault(exported, binding)
        elif target:
            file.exported[name] = Binding(Meaning.CODE, f"$all({target.index})")

    # problems

    def _tell(
        self,
        code: Code,
        message: str,
        place: Location,
        hint: str,
        severity: Severity = Severity.ERROR,
    ) -> None:
        self._problems.append(Problem(code, message, place, severity, hint))

    def _report_missing(self, name: str, place: Location, hint: str, paths: Iterable[str]) -> None:
        what = f"there is no file `{name}`"
        if not self._held_back.isdisjoint(paths):
            what, hint = f"the page `{name}` is not published", "Its own settings hold it back."
        message = f"{what}; the page shows nothing for it"
        self._tell(Code.SNIPPET_MISSING, message, place, hint, Severity.WARNING)

    def _report_import_cycle(self, source: str, place: Location) -> None:
        chain = self._chain[self._chain.index(source) :]
        self.report_cycle([*chain, source], place)

    def report_cycle(self, chain: Sequence[str], place: Location) -> None:
        """Report that files include each other in a cycle."""
        names = chain if len(chain) < 6 else [*chain[:2], "…", *chain[-2:]]
        self._tell(
            Code.SNIPPET_CYCLE,
            f"files include each other in a circle: {' → '.join(names)}",
            place,
            "Remove one of the imports. Move what they share into a separate file.",
        )

    def _report_not_importable(self, name: str, place: Location, *, is_package: bool) -> None:
        what = "packages" if is_package else "files of this kind"
        self._tell(
            Code.SNIPPET_NOT_IMPORTABLE,
            f"`{name}` is not imported: {what} cannot be",
            place,
            "Pages import `.mdx`, `.md`, `.jsx`, `.tsx` and `.js` files of the project. React's"
            " hooks are there without an import.",
            Severity.WARNING,
        )

    def _report_no_export(self, file: File, each: Import, target: File, name: str) -> None:
        near = find_nearest(name, target.exported)
        self._tell(
            Code.SNIPPET_NO_EXPORT,
            f"`{target.source}` has no `{name}` to import",
            file.locate(each.position),
            f"Did you mean `{near}`?" if near else f"Write `export` before `{name}` there.",
            Severity.WARNING,
        )

    def _explain_syntax(self, file: File, mistake: JsxMistake) -> None:
        file.module = _BROKEN
        for name in _DECLARED.findall(file.text):
            file.bindings[name] = _NOT_THERE
        message = f"this code cannot be read: {mistake.message}"
        place = file.locate(mistake.position)
        self._tell(Code.JAVASCRIPT_SYNTAX, message, place, suggest_syntax(file.source))


def suggest_syntax(source: str) -> str:
    """Return a hint for unreadable code; types are the usual reason."""
    types = " Write it in JavaScript: types of TypeScript are not understood."
    is_reason = source.endswith((".mdx", ".jsx", ".tsx"))
    return f"Octavo uses no part of this file until you fix it.{types if is_reason else ''}"


def uses_names(value: Any, names: Container[str]) -> bool:
    """Tell whether a value contains tags that one of the names redefines."""
    if isinstance(value, Tag):
        is_own = value.name is not None and value.name.partition(".")[0] in names
        attributes = (each.value for each in value.attributes)
        return is_own or uses_names([*value.children, *attributes], names)
    if isinstance(value, Value):
        return uses_names(value.value, names)
    if isinstance(value, dict):
        return uses_names(list(value.values()), names)
    return isinstance(value, list) and any(uses_names(each, names) for each in value)


_EMPTY = Module("", (), {}, (), frozenset(), {})
_BROKEN = Module("", (), {}, (), frozenset(), {})
"""Replaces unreadable module code."""
