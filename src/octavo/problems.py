"""Everything Octavo has to tell an author: what is wrong, where, and how to fix it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from octavo.values import Struct, replace


class Severity(StrEnum):
    """How much a problem matters: errors fail a build, warnings do not, notes inform."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Code(StrEnum):
    """The stable names of all problems; each is explained in the documentation."""

    # settings
    SETTINGS_MISSING = "settings-missing"
    SETTINGS_OTHER_NAME = "settings-other-name"
    SETTINGS_NOT_JSON = "settings-not-json"
    SETTINGS_TOO_DEEP = "settings-too-deep"
    SETTINGS_TOO_LARGE = "settings-too-large"
    SETTINGS_DUPLICATE_KEY = "settings-duplicate-key"
    SETTINGS_MISSING_KEY = "settings-missing-key"
    SETTINGS_UNKNOWN_KEY = "settings-unknown-key"
    SETTINGS_WRONG_TYPE = "settings-wrong-type"
    SETTINGS_WRONG_VALUE = "settings-wrong-value"
    SETTINGS_VALUE_UNDERSTOOD = "settings-value-understood"
    SETTINGS_EMPTY_VALUE = "settings-empty-value"
    SETTINGS_FILE_MISSING = "settings-file-missing"
    SETTINGS_MORE_PROBLEMS = "settings-more-problems"
    SETTINGS_EMPTY_NAVIGATION = "settings-empty-navigation"
    SETTINGS_INCOMPLETE_GROUP = "settings-incomplete-group"
    SETTINGS_PAGE_OUTSIDE_GROUP = "settings-page-outside-group"
    SETTINGS_UNKNOWN_VERSION = "settings-unknown-version"
    SETTINGS_UNKNOWN_DIVISION = "settings-unknown-division"
    SETTINGS_SEVERAL_DEFAULTS = "settings-several-defaults"
    SETTINGS_UNKNOWN_SOCIAL = "settings-unknown-social"
    SETTINGS_ICON_PREFIX = "settings-icon-prefix"
    SETTINGS_DOUBTFUL_IDENTIFIER = "settings-doubtful-identifier"

    # page settings
    PAGE_SETTING_WRONG_TYPE = "page-setting-wrong-type"
    PAGE_SETTING_WRONG_VALUE = "page-setting-wrong-value"
    PAGE_SETTING_UNKNOWN = "page-setting-unknown"
    PAGE_SETTING_NOT_QUOTED = "page-setting-not-quoted"
    PAGE_SETTING_ICON_PREFIX = "page-setting-icon-prefix"
    PAGE_DRAFT = "page-draft"
    PAGE_PRIVATE = "page-private"

    # project
    PROJECT_MISSING = "project-missing"
    PROJECT_NOT_A_FOLDER = "project-not-a-folder"
    TOO_MANY_FILES = "too-many-files"
    FOLDER_TOO_DEEP = "folder-too-deep"
    FILE_MISSING = "file-missing"
    FILE_UNREADABLE = "file-unreadable"
    FILE_NOT_REGULAR = "file-not-regular"
    FILE_TOO_LARGE = "file-too-large"
    FILE_NOT_UTF8 = "file-not-utf8"
    FILE_NAME_UNUSABLE = "file-name-unusable"
    FILE_NAMES_CLASH = "file-names-clash"
    PAGE_URLS_CLASH = "page-urls-clash"
    FILE_PRIVATE = "file-private"
    SYMLINK_BROKEN = "symlink-broken"
    SYMLINK_LOOP = "symlink-loop"
    SYMLINK_OUTSIDE_PROJECT = "symlink-outside-project"
    IGNORE_PATTERN_INVALID = "ignore-pattern-invalid"
    YAML_SYNTAX = "yaml-syntax"
    YAML_DUPLICATE_KEY = "yaml-duplicate-key"
    YAML_KEY_NOT_TEXT = "yaml-key-not-text"
    YAML_TOO_DEEP = "yaml-too-deep"
    YAML_ALIAS_UNKNOWN = "yaml-alias-unknown"
    YAML_ALIAS_LOOP = "yaml-alias-loop"
    YAML_TOO_LARGE = "yaml-too-large"
    YAML_MERGE_INVALID = "yaml-merge-invalid"
    YAML_TAG_IGNORED = "yaml-tag-ignored"
    YAML_CONTROL_CHARACTER = "yaml-control-character"
    YAML_SEVERAL_DOCUMENTS = "yaml-several-documents"

    # content
    FRONT_MATTER_UNCLOSED = "front-matter-unclosed"
    FRONT_MATTER_UNDERSTOOD = "front-matter-understood"
    FRONT_MATTER_NOT_FIRST = "front-matter-not-first"
    FRONT_MATTER_NOT_KEYS = "front-matter-not-keys"
    MDX_UNCLOSED_TAG = "mdx-unclosed-tag"
    MDX_UNEXPECTED_CLOSING_TAG = "mdx-unexpected-closing-tag"
    MDX_TAG_OVERLAP = "mdx-tag-overlap"
    MDX_TAG_SYNTAX = "mdx-tag-syntax"
    MDX_VOID_TAG = "mdx-void-tag"
    MDX_HTML_COMMENT = "mdx-html-comment"
    MDX_ANGLE_LINK = "mdx-angle-link"
    MDX_STRAY_LESS_THAN = "mdx-stray-less-than"
    MDX_UNCLOSED_BRACE = "mdx-unclosed-brace"
    MDX_NOT_A_MODULE = "mdx-not-a-module"
    MDX_MODULE_BLANK_LINE = "mdx-module-blank-line"
    MDX_FOREIGN_MARK = "mdx-foreign-mark"
    MDX_NESTING_TOO_DEEP = "mdx-nesting-too-deep"
    SNIPPET_MISSING = "snippet-missing"
    SNIPPET_CYCLE = "snippet-cycle"
    SNIPPET_TOO_MUCH = "snippet-too-much"
    SNIPPET_NO_EXPORT = "snippet-no-export"
    SNIPPET_NOT_IMPORTABLE = "snippet-not-importable"
    EXPRESSION_FAILED = "expression-failed"
    EXPRESSION_NOT_SHOWN = "expression-not-shown"
    JAVASCRIPT_SYNTAX = "javascript-syntax"
    JAVASCRIPT_STOPPED = "javascript-stopped"
    JAVASCRIPT_UNAVAILABLE = "javascript-unavailable"
    JAVASCRIPT_NOT_LIVE = "javascript-not-live"
    IMAGE_ALT_MISSING = "image-alt-missing"
    CODE_BLOCK_INVALID = "code-block-invalid"

    # api documents
    API_SOURCE_MISSING = "api-source-missing"
    API_SOURCE_OUTSIDE_PROJECT = "api-source-outside-project"
    API_DOCUMENT_WITHHELD = "api-document-withheld"
    API_INTERNAL = "api-internal"
    API_INTERNAL_VALUE = "api-internal-value"
    API_INTERNAL_PAGE = "api-internal-page"
    API_FOREIGN_KEYS = "api-foreign-keys"
    API_JSON_SYNTAX = "api-json-syntax"
    API_JSON_TOO_DEEP = "api-json-too-deep"
    API_JSON_TOO_LARGE = "api-json-too-large"
    API_JSON_DUPLICATE_KEY = "api-json-duplicate-key"
    API_LINK_INVALID = "api-link-invalid"
    API_LINK_REFUSED = "api-link-refused"
    API_LINK_FAILED = "api-link-failed"
    API_LINK_NOT_SECURE = "api-link-not-secure"
    API_LINK_LAST_COPY = "api-link-last-copy"
    API_SWAGGER_2 = "api-swagger-2"
    API_NOT_OPENAPI = "api-not-openapi"
    API_VERSION_UNKNOWN = "api-version-unknown"
    API_VERSION_DOUBTFUL = "api-version-doubtful"
    API_EMPTY = "api-empty"
    API_REFERENCE_LOST = "api-reference-lost"
    API_REFERENCE_CIRCLE = "api-reference-circle"
    API_REFERENCE_WRONG_TARGET = "api-reference-wrong-target"
    API_REFERENCE_NOT_TEXT = "api-reference-not-text"
    API_MORE_PROBLEMS = "api-more-problems"
    API_DOCUMENT_UNKNOWN = "api-document-unknown"
    API_DOCUMENT_AMBIGUOUS = "api-document-ambiguous"
    API_OPERATION_MISSING = "api-operation-missing"
    API_SCHEMA_MISSING = "api-schema-missing"
    API_PAGES_WITHOUT_FOLDER = "api-pages-without-folder"
    API_AUTH_OF_DOCUMENT = "api-auth-of-document"
    API_LANGUAGE_UNKNOWN = "api-language-unknown"
    API_WRONG_TYPE = "api-wrong-type"
    API_WRONG_VALUE = "api-wrong-value"
    API_UNKNOWN_KEY = "api-unknown-key"
    API_MISSING_KEY = "api-missing-key"
    API_NO_OPERATIONS = "api-no-operations"
    API_PATH_NO_SLASH = "api-path-no-slash"
    API_OPERATION_ID_TWICE = "api-operation-id-twice"
    API_PARAMETER_UNUSABLE = "api-parameter-unusable"
    API_PARAMETER_TWICE = "api-parameter-twice"
    API_PARAMETER_UNDECLARED = "api-parameter-undeclared"
    API_PARAMETER_NOT_IN_PATH = "api-parameter-not-in-path"
    API_SECURITY_UNKNOWN = "api-security-unknown"
    API_SERVER_VARIABLE = "api-server-variable"
    API_SERVER_UNKNOWN = "api-server-unknown"
    API_SAMPLE_UNUSABLE = "api-sample-unusable"
    API_SCHEMA_CIRCLE = "api-schema-circle"
    API_TYPE_UNKNOWN = "api-type-unknown"
    API_EXAMPLE_WRONG_TYPE = "api-example-wrong-type"
    API_DISCRIMINATOR_UNUSABLE = "api-discriminator-unusable"
    API_SUMMARY_MISSING = "api-summary-missing"
    API_DESCRIPTION_MISSING = "api-description-missing"
    API_EXAMPLE_MISSING = "api-example-missing"
    API_ERROR_MISSING = "api-error-missing"
    API_EXAMPLE_INVALID = "api-example-invalid"

    # site
    PAGE_MISSING = "page-missing"
    PAGE_URL_TWICE = "page-url-twice"
    PAGE_NOT_LISTED = "page-not-listed"
    PAGE_TITLE_TWICE = "page-title-twice"
    PAGE_DESCRIPTION_TWICE = "page-description-twice"
    DIVISION_EMPTY = "division-empty"
    REDIRECT_DUPLICATE = "redirect-duplicate"
    REDIRECT_HIDES_PAGE = "redirect-hides-page"
    REDIRECT_HOST_PARAMETER = "redirect-host-parameter"
    REDIRECT_LOOP = "redirect-loop"
    REDIRECT_NEVER_MATCHES = "redirect-never-matches"
    REDIRECT_TO_NOTHING = "redirect-to-nothing"
    LINK_TO_NOTHING = "link-to-nothing"
    LINK_TO_NO_HEADING = "link-to-no-heading"
    IMAGE_MISSING = "image-missing"
    SCRIPT_MISSING = "script-missing"
    LINK_UNSAFE = "link-unsafe"
    EXTERNAL_LINK_BROKEN = "external-link-broken"
    EXTERNAL_LINK_MOVED = "external-link-moved"
    EXTERNAL_LINK_NOT_ASKED = "external-link-not-asked"

    # rendering
    COMPONENT_UNKNOWN = "component-unknown"
    FORMULA_UNREADABLE = "formula-unreadable"
    DIAGRAM_NOT_DRAWN = "diagram-not-drawn"
    CODE_NOT_COLORED = "code-not-colored"
    EXPRESSION_NOT_EVALUATED = "expression-not-evaluated"
    ATTRIBUTE_DROPPED = "attribute-dropped"
    ICON_UNKNOWN = "icon-unknown"
    ICON_STAND_IN = "icon-stand-in"
    CONTRAST_LOW = "contrast-low"
    FONT_NOT_LOADED = "font-not-loaded"
    RATING_NOT_SHOWN = "rating-not-shown"
    MENU_ENTRY_UNKNOWN = "menu-entry-unknown"
    MENU_ENTRY_LEFT_OUT = "menu-entry-left-out"
    REPOSITORY_UNKNOWN = "repository-unknown"
    PICTURES_NOT_DRAWN = "pictures-not-drawn"
    VERSION_EMPTY = "version-empty"

    # applications
    APP_MODULE_MISSING = "app-module-missing"
    APP_ATTRIBUTE_MISSING = "app-attribute-missing"
    APP_UNKNOWN = "app-unknown"
    APP_IMPORT_FAILED = "app-import-failed"
    APP_FILE_UNKNOWN = "app-file-unknown"

    # outputs
    OUTPUT_NOT_OURS = "output-not-ours"
    OUTPUT_BEHIND_LINK = "output-behind-link"
    OUTPUT_IN_THE_WAY = "output-in-the-way"
    OUTPUT_KEPT = "output-kept"
    OUTPUT_FAILED = "output-failed"
    OUTPUT_TAKEN = "output-taken"
    OUTPUT_NAMES_CLASH = "output-names-clash"
    FILES_NOT_PUBLISHED = "files-not-published"
    HOST_REDIRECTS_LEFT_OUT = "host-redirects-left-out"
    HOST_HEADERS_LEFT_OUT = "host-headers-left-out"
    HOST_FILE_KEPT = "host-file-kept"
    BASE_PATH_DIFFERS = "base-path-differs"
    SITE_NOT_BUILT = "site-not-built"
    SITE_DAMAGED = "site-damaged"
    SERVER_FAILED = "server-failed"
    DATABASE_UNUSABLE = "database-unusable"
    IMPORT_UNREADABLE = "import-unreadable"
    PORT_TAKEN = "port-taken"
    ADDRESS_UNUSABLE = "address-unusable"
    PROXY_SERVER_REFUSED = "proxy-server-refused"
    PAGE_FILE_NOT_WRITTEN = "page-file-not-written"
    STARTER_IN_THE_WAY = "starter-in-the-way"
    STARTER_OTHER_TOOL = "starter-other-tool"
    STARTER_NOT_WRITTEN = "starter-not-written"
    MIGRATION_NOTHING_TO_MOVE = "migration-nothing-to-move"
    MIGRATION_IN_THE_WAY = "migration-in-the-way"
    MIGRATION_NOT_COMMITTED = "migration-not-committed"
    MIGRATION_NOT_WRITTEN = "migration-not-written"
    MIGRATION_OUTSIDE = "migration-outside"
    MIGRATION_NOT_CARRIED = "migration-not-carried"

    # everywhere
    INTERNAL_ERROR = "internal-error"


class Location(Struct, frozen=True):
    """A place in a file of the project; line and column count from 1, 0 means unknown."""

    source: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        text = self.source
        if self.line:
            text += f":{self.line}"
            if self.column:
                text += f":{self.column}"
        return text


class Problem(Struct, frozen=True):
    """One thing to tell the author."""

    code: Code
    message: str
    location: Location
    severity: Severity = Severity.ERROR
    hint: str = ""
    topic: str = ""
    """What it has in common with others: those of one topic are told as one, at the first place."""


LineLookup = Callable[[str, int], str | None]
"""Gives the text of a line of a source, or None where it cannot be shown."""

_EXCERPT_WIDTH = 100
_RANK = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


def sort_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems by file and place, each told once, and those of one topic as one."""
    ordered = sorted(
        dict.fromkeys(problems),
        key=lambda p: (p.location.source, p.location.line, p.location.column, _RANK[p.severity]),
    )
    topics: dict[str, list[Problem]] = {}
    for problem in ordered:
        topics.setdefault(problem.topic, []).append(problem)
    singles = topics.pop("", [])
    if not topics:
        return singles
    return sort_problems([*singles, *(_join(topic, several) for topic, several in topics.items())])


_OF_ONE_CAUSE = frozenset(
    {
        Code.IMAGE_MISSING,
        Code.SCRIPT_MISSING,
        Code.SNIPPET_MISSING,
        Code.LINK_TO_NOTHING,
        Code.COMPONENT_UNKNOWN,
        Code.ICON_UNKNOWN,
        Code.IMAGE_ALT_MISSING,
    }
)
"""What is mended in one place, however many pages show it."""
_MOST_PLACES = 3


def join_causes(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems with those of one cause as one, at the first place, with some others."""
    groups: dict[object, list[Problem]] = {}
    for number, problem in enumerate(problems):
        cause = (problem.code, problem.severity, re.sub(r"#[^`]*", "", problem.message))
        groups.setdefault(cause if problem.code in _OF_ONE_CAUSE else number, []).append(problem)
    return [_join_places(group) for group in groups.values()]


def _join_places(problems: list[Problem]) -> Problem:
    first, *others = problems
    if not others:
        return first
    places = ", ".join(str(each.location) for each in others[:_MOST_PLACES])
    if len(others) > _MOST_PLACES:
        places += f" and {len(others) - _MOST_PLACES:,} more places"
    return replace(first, message=f"{first.message}, here and at {places}")


def _join(topic: str, problems: list[Problem]) -> Problem:
    messages = ", ".join(dict.fromkeys(problem.message for problem in problems if problem.message))
    message = f"{topic}: {messages}" if messages else topic
    return replace(problems[0], message=message, topic="")


T = TypeVar("T")
S = TypeVar("S")

TRACEBACK = "OCTAVO_TRACEBACK"
"""The variable of the environment that has the whole way to a fault of ours printed."""
ENDINGS = (KeyboardInterrupt, SystemExit, GeneratorExit)
"""What ends a program and is no mistake; libraries that panic raise other bare exceptions, too."""
_LONGEST_FAULT = 200


def attempt(
    make: Callable[[], T], instead: S, what: str, place: Location, tell: Callable[[Problem], object]
) -> T | S:
    """Return what is made; where a mistake of ours keeps it from that, tell it and go on.

    This and `explain_fault` are the one way in which such a mistake costs only its own part.
    """
    try:
        return make()
    except ENDINGS:
        raise
    except BaseException as error:
        tell(explain_fault(error, what, place))
        return instead


def explain_fault(error: BaseException, what: str, place: Location) -> Problem:
    """Return what is told of a mistake of ours, which kept something from being made."""
    if os.environ.get(TRACEBACK):
        import traceback  # noqa: PLC0415 (only then)

        traceback.print_exception(error)
    return Problem(
        Code.INTERNAL_ERROR,
        f"{what} could not be made, because of a mistake in Octavo: {_describe_fault(error)}",
        place,
        hint=f"Please report it{_find_tracker()}, with what {TRACEBACK}=1 prints. "
        "All else is as usual.",
    )


def _describe_fault(error: BaseException) -> str:
    """Return what went wrong in one line, and where in our code."""
    where, step = "", error.__traceback__
    while step is not None:
        folder, _, name = step.tb_frame.f_code.co_filename.replace(os.sep, "/").rpartition(
            "/octavo/"
        )
        where = f" ({name}, line {step.tb_lineno})" if folder else where
        step = step.tb_next
    text = f"{type(error).__name__}: {error}".partition("\n")[0].rstrip(": ")
    return f"{text[:_LONGEST_FAULT]}{where}"


def _find_tracker() -> str:
    """Return where mistakes are reported, as `pyproject.toml` says it."""
    from importlib import metadata  # noqa: PLC0415 (only for a fault)

    try:
        links = metadata.metadata("octavo").get_all("Project-URL") or ()
    except metadata.PackageNotFoundError:
        links = ()
    addresses = dict(link.split(", ", 1) for link in links)
    return f" at {addresses['Issues']}" if "Issues" in addresses else ""


def has_fault(problems: Iterable[Problem]) -> bool:
    """Tell whether a mistake of ours is among problems: nothing made then may be kept."""
    return any(problem.code is Code.INTERNAL_ERROR for problem in problems)


def count_by_severity(problems: Iterable[Problem]) -> dict[Severity, int]:
    """Return how many problems there are of each severity."""
    counts = dict.fromkeys(Severity, 0)
    for problem in problems:
        counts[problem.severity] += 1
    return counts


def render_text(problem: Problem, line_of: LineLookup, paint: Painter | None = None) -> str:
    """Return the form that people read: place, message, the line with a caret, a hint."""
    paint = paint or _paint_nothing
    location = problem.location
    head = (
        f"{paint('place', escape_controls(str(location)))}: "
        f"{paint(problem.severity, problem.severity.value)}: "
        f"{escape_controls(problem.message)} {paint('code', f'[{problem.code}]')}"
    )
    parts = [head]
    excerpt = _render_excerpt(location, line_of, paint)
    if excerpt:
        parts.append(excerpt)
    if problem.hint:
        parts.append(f"\n  {paint('hint', 'hint:')} {escape_controls(problem.hint)}")
    return "\n".join(parts) + "\n"


def describe_problem(problem: Problem) -> Mapping[str, Any]:
    """Return the form that programs read; keys are stable."""
    location = problem.location
    return {
        "code": problem.code.value,
        "severity": problem.severity.value,
        "message": problem.message,
        "file": location.source,
        "line": location.line or None,
        "column": location.column or None,
        "hint": problem.hint or None,
    }


Painter = Callable[[str, str], str]
"""Wraps a text in the style of its role (place, error, warning, info, code, hint, caret)."""


def escape_controls(text: str) -> str:
    """Escape control characters, so that a hostile file name cannot drive a terminal."""
    return "".join(c if c.isprintable() else _escape(c) for c in text)


def _escape(character: str) -> str:
    return character.encode("unicode_escape", "replace").decode("ascii")


def _paint_nothing(_role: str, text: str) -> str:
    return text


def _render_excerpt(location: Location, line_of: LineLookup, paint: Painter) -> str:
    if not location.line:
        return ""
    line = line_of(location.source, location.line)
    if line is None or not line.strip():
        return ""
    column = min(location.column, len(line) + 1)
    start = max(0, column - 1 - _EXCERPT_WIDTH // 2) if len(line) > _EXCERPT_WIDTH else 0
    excerpt = escape_controls(line[start : start + _EXCERPT_WIDTH].replace("\t", " "))
    number = str(location.line)
    rows = [f"  {paint('place', number)} | {excerpt}"]
    if column:
        before = len(escape_controls(line[start : column - 1].replace("\t", " ")))
        rows.append(f"  {' ' * len(number)} | {' ' * before}{paint('caret', '^')}")
    return "\n".join(rows)
