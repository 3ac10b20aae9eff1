"""The files of the theme: joined styles and scripts as modules, in one hashed folder."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path

from octavo import __version__, theme
from octavo.render.assets.english_scripts import SPOKEN, write_english
from octavo.render.assets.joined_scripts import join_lists, join_scripts, register_modules
from octavo.render.content.highlight.for_browsers import write_grammar
from octavo.theme import SAMPLE_LANGUAGES

_SCRIPT_COMMENT = re.compile(r"/\*\*(?>(?:[^*]++|\*(?!/))*)\*/ ?")
_ENDING_COMMENT = re.compile(r""" // (?<=[;{},)] // )[^"'`\n]*$""", re.MULTILINE)
"""A comment after code; without a quote to its right, it isn't in a string."""
_SCRIPT_TEXT = re.compile(
    r"""("(?>(?:[^"\\\n]++|\\.)*)"|'(?>(?:[^'\\\n]++|\\.)*)'"""
    r"""|`(?>(?:[^`\\$]++|\\.|\$(?!\{)|\$\{(?>(?:[^`{}]++|`[^`]*+`|\{[^{}]*+\})*)\})*)`"""
    r"""|/(?![*/ ])(?>(?:\[(?>(?:\\.|[^\]\\\n])*)\]|\\.|[^/\\\n\[])+)/)"""
)
"""A string, a template, or a regular expression; divisions have spaces around the operator."""
_SIGN = r"[{}[\](),:?=&|;<>!]"
"""Characters that need no spaces around them in a script."""
# One test per space is several times faster than a search for each character with a space.
_BLANK = re.compile(rf" (?:(?={_SIGN})|(?<={_SIGN} ))")
_LINE_END = re.compile(r"\n(?:(?=[}).?&])|(?<=[;{,})(]\n))")
"""A line end that ends no statement, by the characters around it."""
# This is shorter, and equivalent if constants are never assigned. A lookbehind after a word is
# faster than a pattern that begins before it.
_SHORTER = [
    (re.compile(r"const(?<![.\w$]const)(?= [\w$\[{])"), "let"),
    (re.compile(r"undefined(?<![.\w$]undefined)(?![\w$:])"), "void 0"),
    (re.compile(r"true(?<![.\w$]true)(?![\w$:])"), "!0"),
    (re.compile(r"false(?<![.\w$]false)(?![\w$:])"), "!1"),
    (re.compile(r" \+ (?!\+)"), "+"),
    (re.compile(r" - (?!-)"), "-"),
    (re.compile(r" (?=[+-]=)"), ""),
    (re.compile(r"\n +"), "\n"),  # This is for a script with a multiline string.
]
_STYLE_STRING = re.compile(r"""("[^"]*"|'[^']*')|/\*.*?\*/""", re.DOTALL)
"""A string, or a comment."""
_LEADING_ZERO = re.compile(r"(?<![\w.])0(?=\.\d)")

FOLDER = "_octavo"
"""The folder of all files that Octavo adds to a site."""

_API_STYLES = "css/api"
_PLAYGROUND = "playground"
"""The prefix of style sheets that load with the playground."""

REFERENCE_SHEET = "reference.css"
"""The styles of reference components, for pages that have one."""
_REFERENCE_STYLES = "css/components/reference"
_RESULTS_SHEET = "search-results.css"
"""The styles that load with the search dialog; the site's styles already have its frame."""
RELEASES_SHEET = "releases.css"
"""The styles of changelogs and of their marks, for API pages that have any."""
_LOOKS = "css/looks"
"""The styles that a site needs only if its settings choose them."""

_PLAYGROUND_ENTRY = "playground/open.js"
_WAITING = re.compile(r"^await ", re.MULTILINE)
_PATTERNS, _WORKER = "playground/patterns/patterns.js", "playground/patterns/worker.js"
_WORKER_ADDRESS = 'new URL("worker.js", import.meta.url).href'
_MAKE_ADDRESS = """function makeAddress(script) {
return URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
}
"""
_LOAD_TEXTS = "await globalThis.octavoLoadTexts?.().catch(()=>{});\n"
"""The code that loads the playground's texts. Without them, it uses English."""

PAGE_SCRIPT = "page/page.js"
"""The script of every page."""

# The order matters: each comes after its imports.
SCRIPTS_OF_ALL_PAGES = {
    "shared/shared.js": (
        "shared/announce.js",
        "shared/copy-text.js",
        "shared/find-target.js",
        "shared/load-document.js",
        "shared/load-sheet.js",
        "shared/site-data.js",
        "shared/storage.js",
        "services/events.js",
    ),
    PAGE_SCRIPT: (
        "page/mode.js",
        "search/open-search.js",
        "page/filter.js",
        "page/sidebar.js",
        "page/contents.js",
        "page/headings.js",
        "page/prefetch.js",
    ),
}
"""The modules that nearly every page loads, by the file that contains them."""

_NOT_SERVED = ("inline/", "onefile/", "sandbox/")
"""The folders of scripts inside pages, or for the build only."""

_NOT_LOADED = "types.js"
"""The file that only people read."""

# Later files win over earlier ones of equal weight; the first file orders the layers.
_STYLES = (
    "layers",
    "reset",
    "tokens",
    "base",
    "controls",
    "layout",
    "topbar",
    "navigation",
    "content",
    "media",
    "parts",
    "search",
    "print",
)


class Assets:
    """The theme's files with the site's own styles, and its shared fragments.

    They are created on demand. The name of their folder is known before: it changes with all their
    inputs.
    """

    def __init__(
        self, site_styles: str, fragments: Mapping[str, str], *, is_spoken: bool = False
    ) -> None:
        self._site_styles = site_styles
        self._fragments = fragments
        self._is_spoken = is_spoken
        """Whether some pages have another language than English."""
        digest = hashlib.sha256(_compute_theme_digest() + site_styles.encode())
        for name, html in sorted(fragments.items()):
            digest.update(f"\0{name}\0{html}".encode())
        self.folder = f"{FOLDER}/{digest.hexdigest()[:12]}"

    def find_output(self, name: str) -> str:
        """Return the output path of an asset."""
        return f"{self.folder}/{name}"

    @cached_property
    def contents(self) -> Mapping[str, bytes]:
        """The files by their path in the folder."""
        texts = {
            "site.css": _join_styles(self._site_styles),
            "api.css": _join_sheets(_load_reference_sheets(), _load_api_sheets(opens=False)),
            REFERENCE_SHEET: _join_sheets(_load_reference_sheets()),
            RELEASES_SHEET: _join_sheets(_load_sheets("css", RELEASES_SHEET)),
            **_join_late_sheets(),
            **write_english(_load_joined_scripts()),
            **(self._list_spoken() if self._is_spoken else {}),
            **self._fragments,
        }
        return {name: text.encode() for name, text in texts.items()}

    def _list_spoken(self) -> dict[str, str]:
        """Return the files for pages in other languages than English, in a separate folder."""
        scripts = dict(_load_joined_scripts())
        scripts[_PLAYGROUND_ENTRY] = _LOAD_TEXTS + scripts[_PLAYGROUND_ENTRY]
        files = {**scripts, **_join_late_sheets()}  # Scripts expect them in the same folder.
        return {f"{SPOKEN}{name}": text for name, text in files.items()}


@cache
def _compute_theme_digest() -> bytes:
    """Return the digest of all inputs of theme files, including this program."""
    digest = hashlib.sha256(f"{__version__}\0{SCRIPTS_OF_ALL_PAGES}".encode())
    apart = [
        each for name in (_RESULTS_SHEET, RELEASES_SHEET) for each in _load_sheets("css", name)
    ]
    late = (*_load_reference_sheets(), *apart)
    sheets = (*_load_site_sheets(), *late, *_load_sheets(_API_STYLES))
    for name, text in (*sheets, *_load_scripts().items()):
        digest.update(f"\0{name}\0{text}".encode())
    for script in _write_grammars().values():
        digest.update(script.encode())
    return digest.digest()


@cache
def load_templates() -> dict[str, str]:
    """Return the theme's templates by their path in their folder."""
    root = _find_theme_folder("templates")
    return {
        file.relative_to(root).as_posix(): file.read_text("utf-8") for file in root.rglob("*.html")
    }


def load_theme_text(*path: str) -> str:
    """Return a text file of the theme."""
    return theme.FOLDER.joinpath(*path).read_text("utf-8")


def load_scripts(*folders: str) -> dict[str, str]:
    """Return the modules in folders such as `samples/`, by name."""
    return {name: text for name, text in _load_scripts().items() if name.startswith(folders)}


def load_inline_script(name: str) -> str:
    """Return a script inside every page, because it must run before the page is shown."""
    lines = strip_comments(load_theme_text("js", "inline", name)).splitlines()
    return "\n".join(line.strip() for line in lines if line.strip())


def strip_comments(script: str) -> str:
    """Remove the parts for people who read the code: comments, types, indents."""
    lines = _ENDING_COMMENT.sub("", _SCRIPT_COMMENT.sub("", script)).splitlines()
    # Spaces at the start of a line may belong to a multiline string.
    if "`" in script and any(line.count("`") % 2 for line in lines):
        lines = [line for line in lines if line.lstrip()[:2] != "//"]
    else:
        lines = [line for line in map(str.strip, lines) if line and line[:2] != "//"]
    return "\n".join([*lines, ""])


def compact_script(script: str) -> str:
    """Remove spaces and line ends that browsers don't need, except in strings and patterns."""
    pieces = _SCRIPT_TEXT.split(script)  # Every second piece is such a text.
    code = "\0".join(pieces[::2])
    for long, short in _SHORTER:
        code = long.sub(short, code)
    code = _LINE_END.sub("", _BLANK.sub("", code))
    code = code.replace(";}", "}")  # The end of a block ends its last statement.
    code = code.replace(" \0", "\0")  # No word continues in a text.
    pieces[::2] = code.split("\0")
    return "".join(pieces)


def _join_styles(site_styles: str) -> str:
    parts = [text for _, text in _load_site_sheets()]
    return compact_styles("\n".join([*parts, site_styles]))


def _load_site_sheets() -> tuple[tuple[str, str], ...]:
    """Return the names and texts of the sheets of every site, in order."""
    sheets = dict(_load_sheets("css", "*.css"))
    own = ((name, sheets[name]) for name in (f"{each}.css" for each in _STYLES))
    apart = {*_load_reference_sheets()}
    return (*own, *(sheet for sheet in _load_sheets("css/components") if sheet not in apart))


def _load_reference_sheets() -> tuple[tuple[str, str], ...]:
    """Return the styles of reference components, which API pages also use."""
    return _load_sheets(_REFERENCE_STYLES)


def _load_api_sheets(*, opens: bool) -> tuple[tuple[str, str], ...]:
    """Return the styles of API pages, or those that the open playground needs."""
    sheets = _load_sheets(_API_STYLES)
    return tuple(sheet for sheet in sheets if sheet[0].startswith(_PLAYGROUND) is opens)


def _join_late_sheets() -> dict[str, str]:
    """Return the sheets that scripts load."""
    return {
        "playground.css": _join_sheets(_load_api_sheets(opens=True)),
        _RESULTS_SHEET: _join_sheets(_load_sheets("css", _RESULTS_SHEET)),
    }


def load_look_sheets() -> dict[str, str]:
    """Return the styles of looks by name: `items-card` is for settings that choose cards."""
    return {name.removesuffix(".css"): text for name, text in _load_sheets(_LOOKS)}


def _join_sheets(*groups: tuple[tuple[str, str], ...]) -> str:
    return compact_styles("\n".join(text for group in groups for _, text in group))


def compact_styles(css: str) -> str:
    """Remove comments and unneeded white space from styles, except in strings."""
    pieces = _STYLE_STRING.split(css)  # Every second piece is a string, or None for a comment.
    strings = [string for string in pieces[1::2] if string]
    pieces[1::2] = ['""' if string else "" for string in pieces[1::2]]
    short = " ".join("".join(pieces).split())
    for mark in "{};,":
        short = short.replace(f" {mark}", mark).replace(f"{mark} ", mark)
    short = _LEADING_ZERO.sub("", short.replace(";}", "}"))
    # After a colon only, a space may go, because `a :hover` differs from `a:hover`.
    between = short.replace(": ", ":").split('""')
    return "".join([part for pair in zip(between, [*strings, ""], strict=True) for part in pair])


@cache
def _load_joined_scripts() -> dict[str, str]:
    """Return the joined modules."""
    modules = {name: strip_comments(script) for name, script in _load_scripts().items()}
    modules |= _write_grammars()
    joined = join_scripts(modules, _PLAYGROUND_ENTRY, ("playground/", "request/", "samples/"))
    joined = join_scripts(joined, "search/site-search.js", ("search/",))
    joined = join_scripts(joined, "search/dialog/dialog.js", ("search/dialog/",))
    joined = join_lists(joined, SCRIPTS_OF_ALL_PAGES)
    return {name: compact_script(script) for name, script in joined.items()}


def load_late_sheets() -> dict[str, str]:
    """Return the sheets that scripts load, by name."""
    return _join_late_sheets()


def register_scripts(entries: Iterable[str]) -> tuple[str, str]:
    """Return two scripts for pages that load no files: what the entries need, and the rest."""
    modules = {name: strip_comments(script) for name, script in _load_scripts().items()}
    for name in ("document", "sheet"):
        script = load_theme_text("js", "onefile", f"{name}-part.js")
        modules[f"shared/load-{name}.js"] = strip_comments(script)
    modules["page/prefetch.js"] = ""  # there is nothing to load
    worker = json.dumps(compact_script(modules[_WORKER]))
    patterns = modules[_PATTERNS].replace(_WORKER_ADDRESS, f"makeAddress({worker})")
    modules[_PATTERNS] = f"{patterns}{_MAKE_ADDRESS}"
    modules |= _write_grammars()
    waiting = {name for name, script in _load_scripts().items() if _WAITING.search(script)}
    parts = register_modules(modules, entries, waiting)
    first, rest = ("".join(map(compact_script, part.values())) for part in parts)
    return first, rest


@cache
def _write_grammars() -> dict[str, str]:
    """Return the modules with which browsers highlight samples."""
    return {f"samples/grammars/{each}.js": write_grammar(each) for each in SAMPLE_LANGUAGES}


@cache
def _load_scripts() -> dict[str, str]:
    """Return the modules by their path in the assets folder."""
    root = _find_theme_folder("js")
    names = ((file.relative_to(root).as_posix(), file) for file in sorted(root.rglob("*.js")))
    return {
        name: file.read_text("utf-8")
        for name, file in names
        if file.name != _NOT_LOADED and not name.startswith(_NOT_SERVED)
    }


@cache
def _load_sheets(folder: str, pattern: str = "**/*.css") -> tuple[tuple[str, str], ...]:
    """Return the names and texts of the sheets in a folder, by name."""
    files = sorted(_find_theme_folder(folder).glob(pattern), key=lambda file: file.name)
    return tuple((file.name, file.read_text("utf-8")) for file in files)


def _find_theme_folder(folder: str) -> Path:
    return theme.FOLDER / folder
