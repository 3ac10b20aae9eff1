"""Page settings: the front matter of a page.

Front matter never stops a page: an invalid value is left out and reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, Literal, TypeVar

from octavo.settings.json.places import Pointer
from octavo.settings.kinds import (
    ANYTHING,
    FLAG,
    TEXT,
    Kind,
    by_form,
    choice,
    list_of,
    map_of,
    number,
    prepare_with,
)
from octavo.settings.marks.reading import MARK, MARK_DAY, MARK_NAMES, Mark
from octavo.settings.mistakes import Mistakes, explain_wrong_type, explain_wrong_value
from octavo.settings.models.api import PlaygroundMode
from octavo.settings.models.icon_types import IconType
from octavo.settings.models.links import Contextual
from octavo.settings.objects import list_fields, object_of, setting, settings_object
from octavo.settings.values import LINK, SCALAR_TEXT, read_icon
from octavo.values import Struct

T = TypeVar("T")

# Documents may use custom methods, so any word of this form can be one.
_METHOD = re.compile(r"[A-Za-z][A-Za-z0-9!$&'*+^_|~-]*\Z")


class OperationReference(Struct, frozen=True):
    """Names an operation or webhook of an API document.

    `document` is the author's file name or path, None without one. A webhook has no method, and its
    name as the path.
    """

    document: str | None
    method: str
    path: str
    is_webhook: bool = False


class SchemaReference(Struct, frozen=True):
    """Names one schema of an API document."""

    document: str | None
    name: str


class EndpointReference(Struct, frozen=True):
    """An endpoint that the page describes: a method, and a path or address."""

    method: str
    url: str


def read_operation_reference(text: str) -> OperationReference | None:
    """Return the operation in an `openapi` value, or None if it is invalid."""
    text = _strip_quotes(text)
    match text.split():
        case [word, _, *_] as words if word.lower() == "webhook":
            return OperationReference(None, "", " ".join(words[1:]), is_webhook=True)
        case [document, word, _, *_] as words if word.lower() == "webhook":
            return OperationReference(document, "", " ".join(words[2:]), is_webhook=True)
        case [method, path] if _METHOD.match(method):
            return OperationReference(None, method.upper(), path)
        case [document, method, path] if _METHOD.match(method):
            return OperationReference(document, method.upper(), path)
        case _:
            return _read_with_blanks(text)


def _read_with_blanks(text: str) -> OperationReference | None:
    """Read a reference with spaces in its file name or path: the path begins at a slash."""
    words = list(re.finditer(r"\S+", text))
    for method, path in pairwise(words):
        if path[0].startswith("/") and _METHOD.match(method[0]):
            document = text[: method.start()].strip() or None
            return OperationReference(document, method[0].upper(), text[path.start() :])
    return None


def read_schema_reference(text: str) -> SchemaReference | None:
    """Return the schema in an `openapi-schema` value, or None if it is invalid."""
    match _strip_quotes(text).split():
        case [name]:
            return SchemaReference(None, name)
        case [document, name]:
            return SchemaReference(document, name)
    return None


def read_endpoint_reference(text: str) -> EndpointReference | None:
    """Return the endpoint in an `api` value, or None if it is invalid."""
    match _strip_quotes(text).split():
        case [method, url] if _METHOD.match(method):
            return EndpointReference(method.upper(), url)
    return None


def _strip_quotes(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`":
        text = text[1:-1].strip()
    return text


def _build_reference(parse: Callable[[str], T | None], must: str, hint: str) -> Kind[T]:
    def read(value: Any, place: Pointer, mistakes: Mistakes) -> Any:
        reference = parse(value) if isinstance(value, str) else None
        if reference is None:
            mistakes.append(explain_wrong_value(place, must, value, hint))
        return reference

    return Kind(read, TEXT.schema)


def _read_page_text(value: Any, place: Pointer, mistakes: Mistakes) -> str | None:
    if isinstance(value, str):
        return value.strip()
    return SCALAR_TEXT.read(value, place, mistakes)


def _read_page_icon(value: Any, place: Pointer, mistakes: Mistakes) -> str | None:
    return read_icon(value) if isinstance(value, str) else SCALAR_TEXT.read(value, place, mistakes)


_TEXTS = list_of(SCALAR_TEXT)


def _read_texts(value: Any, place: Pointer, mistakes: Mistakes) -> tuple[str, ...] | None:
    if isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    if isinstance(value, list | tuple):
        return _TEXTS.read([_find_name(item) for item in value], place, mistakes)
    return _TEXTS.read([_find_name(value)], place, mistakes)


def _find_name(value: Any) -> Any:
    """Return the main part of an object, such as an author's name."""
    if isinstance(value, dict):
        return next((value[key] for key in ("name", "href", "url") if key in value), value)
    return value


class RelatedPage(Struct, frozen=True):
    """A page to read next; an empty title means the page's title."""

    href: str
    title: str = ""


def _read_related(value: Any, place: Pointer, mistakes: Mistakes) -> tuple[RelatedPage, ...]:
    values = value.split(",") if isinstance(value, str) else value
    pages = []
    for item in values if isinstance(values, list | tuple) else [values]:
        fields = item if isinstance(item, dict) else {"href": item}
        href, title = _find_text(fields, "href url page path"), _find_text(fields, "title name")
        if href:
            pages.append(RelatedPage(href, title))
        else:
            mistakes.append(explain_wrong_type(place, "be pages, or objects with `href`", item))
    return tuple(pages)


def _find_text(fields: Mapping[Any, Any], keys: str) -> str:
    """Return the first of some fields that is a text."""
    texts = (fields.get(key) for key in keys.split())
    return next((text.strip() for text in texts if isinstance(text, str)), "")


PageMode = Literal["wide", "custom", "center", "frame"]
PageAuthMethod = Literal["bearer", "basic", "key", "none"]

_MODES = {"none": None, "default": None, "assistant": None, "blog": None}
_PLAYGROUND_MODES = {"interactive": "show", "none": "hide", "auth": "show"}


def _build_word(literal: Any, others: Mapping[str, str | None] | None = None) -> Kind[Any]:
    """Return the kind of a word in any case; other spellings map to a word, or to None."""
    words = others or {}

    def prepare(value: Any) -> Any:
        word = value.strip().lower() if isinstance(value, str) else None
        return value if word is None else words.get(word, word)

    return prepare_with(prepare, choice(literal))


PAGE_TEXT = Kind(_read_page_text, TEXT.schema)
PAGE_ICON = Kind(_read_page_icon, TEXT.schema)
_MENU_FORMS: dict[type, Kind[bool | Contextual]] = {bool: FLAG, dict: object_of(Contextual)}
PAGE_MENU: Kind[bool | Contextual] = Kind(
    by_form("be true, false or an object", _MENU_FORMS).read,
    {"oneOf": [FLAG.schema, {"type": "object", "additionalProperties": {}}]},
)
TEXTS = Kind(_read_texts, {"anyOf": [TEXT.schema, list_of(TEXT).schema]})
RELATED = Kind(_read_related, {"anyOf": [TEXT.schema, list_of(ANYTHING).schema]})
OPERATION = _build_reference(
    read_operation_reference,
    "be `METHOD /path` or `file METHOD /path`",
    "For example: openapi: GET /users/{id}",
)
SCHEMA = _build_reference(
    read_schema_reference,
    "be the name of a schema, or a file and a name",
    "For example: openapi-schema: User",
)
ENDPOINT = _build_reference(
    read_endpoint_reference,
    "be `METHOD /path` or `METHOD https://address`",
    "For example: api: POST https://api.example.com/users",
)


@settings_object
class PageSettings:
    """The settings of a page; None means that a value is missing."""

    title: str | None = setting(PAGE_TEXT, "Title of the page.", default=None)
    description: str | None = setting(
        PAGE_TEXT,
        "Text under the title, with Markdown.",
        default=None,
    )
    sidebar_title: str | None = setting(PAGE_TEXT, "Label in the navigation.", default=None)
    icon: str | None = setting(
        PAGE_ICON, "Icon in the navigation: a name, path, address or SVG.", default=None
    )
    icon_type: IconType | None = setting(
        _build_word(IconType), "Style of the icon.", default=None, usual="regular"
    )
    tag: str | None = setting(PAGE_TEXT, "Small label after the navigation entry.", default=None)
    deprecated: bool | None = setting(FLAG, "Marks the page as deprecated.", default=None)
    mode: PageMode | None = setting(
        _build_word(PageMode, _MODES),
        "`wide` has no right column, `center` also no sidebar, `custom` only the top "
        "bar, `frame` the sidebar.",
        default=None,
    )
    url: str | None = setting(
        LINK, "Makes the navigation entry a link to this address.", default=None
    )
    openapi: OperationReference | None = setting(
        OPERATION, "Operation of this page: `[file] METHOD /path`.", default=None
    )
    openapi_schema: SchemaReference | None = setting(
        SCHEMA, "Schema of this page: `[file] Name`.", key="openapi-schema", default=None
    )
    api: EndpointReference | None = setting(
        ENDPOINT, "Endpoint that the page describes by hand.", default=None
    )
    auth_method: PageAuthMethod | None = setting(
        _build_word(PageAuthMethod), "Authentication of this page's endpoint.", default=None
    )
    content_type: str | None = setting(
        PAGE_TEXT,
        "Content type of the request of an `api` page.",
        default=None,
        usual="application/json",
    )
    playground: PlaygroundMode | None = setting(
        _build_word(PlaygroundMode, _PLAYGROUND_MODES),
        "How the playground of this page is shown.",
        default=None,
    )
    version: str | None = setting(PAGE_TEXT, "The page belongs to this version only.", default=None)
    noindex: bool | None = setting(FLAG, "Keeps the page out of search engines.", default=None)
    hidden: bool | None = setting(FLAG, "Keeps the page out of the navigation.", default=None)
    searchable: bool | None = setting(
        FLAG, "Whether the site's search finds the page.", default=None, usual=True
    )
    boost: float | None = setting(
        number(0, 100), "Raises (above 1) or lowers the page in search.", default=None
    )
    keywords: tuple[str, ...] = setting(TEXTS, "Words for the search, and a meta tag.", default=())
    hide_footer_pagination: bool | None = setting(
        FLAG, "Leaves out the links to the previous and next page.", default=None
    )
    hide_api_marker: bool | None = setting(
        FLAG, "Leaves out the method in the navigation.", default=None
    )
    timestamp: bool | None = setting(
        FLAG,
        "Shows the day of the last change. `metadata.timestamp` sets it for all pages.",
        default=None,
    )
    last_updated_date: str | None = setting(
        PAGE_TEXT, "Day of the last change, instead of git's.", default=None
    )
    created_date: str | None = setting(PAGE_TEXT, "When the page was first written.", default=None)
    authors: tuple[str, ...] = setting(
        TEXTS, "Who wrote the page; named below the text.", default=()
    )
    related: tuple[RelatedPage, ...] = setting(
        RELATED,
        "Next pages: paths, addresses, or objects with `href` and `title`.",
        default=(),
    )
    rss: bool | None = setting(
        FLAG,
        "Shows a link to the page's feed; `false` removes the feed.",
        default=None,
    )
    draft: Mark | None = setting(MARK, "Leaves the page out; the preview shows it.", default=None)
    publish_date: Mark | None = setting(
        MARK_DAY,
        "Leaves the page out until this day (UTC), such as `2026-12-01`.",
        default=None,
    )
    expiry_date: Mark | None = setting(
        MARK_DAY,
        "Leaves the page out from this day on (UTC), such as `2026-12-01`.",
        default=None,
    )
    private: Mark | None = setting(
        MARK,
        "Leaves the page out, with an error.",
        default=None,
    )
    public: Mark | None = setting(MARK, "With `false`, the same as `private`.", default=None)
    groups: Mark | None = setting(
        MARK_NAMES,
        "The same as `private`.",
        default=None,
    )
    contextual: bool | Contextual | None = setting(
        PAGE_MENU, "Menu of this page, or whether it has one.", default=None
    )
    asyncapi: Any = setting(ANYTHING, "Accepted and ignored.", default=None)
    graphql: Any = setting(ANYTHING, "Accepted and ignored.", default=None)
    sdk: Any = setting(ANYTHING, "Accepted and ignored.", default=None)
    metadata: dict[str, str] = setting(
        map_of(SCALAR_TEXT), "Meta tags of the page, by name.", default={}
    )

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of the page that hide it from the public."""
        dates = (self.publish_date, self.expiry_date)
        marks = (self.draft, *dates, self.private, self.public, self.groups)
        return tuple(mark for mark in marks if mark is not None)


PAGE_KEYS = frozenset(field.key for field in list_fields(PageSettings))
"""The keys of front matter with a meaning."""

IGNORED_PAGE_KEYS = frozenset({"asyncapi", "graphql", "sdk"})
"""Keys of other tools without an effect in Octavo."""
