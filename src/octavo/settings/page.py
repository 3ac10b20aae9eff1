"""Page settings: the front matter of one page.

Nothing in front matter stops a page: a value that cannot be used is left out and reported.
"""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field, PlainValidator

from octavo.settings.api import PlaygroundMode
from octavo.settings.icon_types import IconType
from octavo.settings.values import (
    STRICT_OBJECT,
    Items,
    Link,
    ScalarText,
    read_icon,
    text_of_scalar,
    wrong_value,
)
from octavo.values import dataclass

# Documents may add methods of their own, so any word of this form can be one.
_METHOD = re.compile(r"[A-Za-z][A-Za-z0-9!$&'*+^_|~-]*\Z")
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class OperationReference:
    """Names one operation or webhook of an API document.

    `document` is a file's name or path as written, None when the page names none. A webhook has
    no method, and its name in place of the path.
    """

    document: str | None
    method: str
    path: str
    is_webhook: bool = False


@dataclass(frozen=True, slots=True)
class SchemaReference:
    """Names one schema of an API document."""

    document: str | None
    name: str


@dataclass(frozen=True, slots=True)
class EndpointReference:
    """An endpoint that the page itself describes: a method, and a path or address."""

    method: str
    url: str


def read_operation_reference(text: str) -> OperationReference | None:
    """Return the operation that an `openapi` value names, or None when it cannot be read."""
    text = _unquoted(text)
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
    """Read a reference whose file name or path holds blanks: the path begins at a slash."""
    words = list(_WORD.finditer(text))
    for method, path in pairwise(words):
        if path[0].startswith("/") and _METHOD.match(method[0]):
            document = text[: method.start()].strip() or None
            return OperationReference(document, method[0].upper(), text[path.start() :])
    return None


def read_schema_reference(text: str) -> SchemaReference | None:
    """Return the schema that an `openapi-schema` value names, or None when it cannot be read."""
    match _unquoted(text).split():
        case [name]:
            return SchemaReference(None, name)
        case [document, name]:
            return SchemaReference(document, name)
    return None


def read_endpoint_reference(text: str) -> EndpointReference | None:
    """Return the endpoint that an `api` value names, or None when it cannot be read."""
    match _unquoted(text).split():
        case [method, url] if _METHOD.match(method):
            return EndpointReference(method.upper(), url)
    return None


def _unquoted(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`":
        text = text[1:-1].strip()
    return text


def _reference(read: Callable[[str], Any], must: str, hint: str) -> Callable[[Any], Any]:
    def validate(value: Any) -> Any:
        if value is None or isinstance(value, OperationReference | SchemaReference):
            return value
        if isinstance(value, EndpointReference):
            return value
        found = read(value) if isinstance(value, str) else None
        if found is None:
            raise wrong_value(must, hint)
        return found

    return validate


def _text(value: Any) -> Any:
    if isinstance(value, str):
        return value.strip() or None
    return text_of_scalar(value)


def _flag(value: Any) -> Any:
    word = value.strip().lower() if isinstance(value, str) else None
    if word in {"true", "yes", "on"}:
        return True
    return False if word in {"false", "no", "off"} else value


def _text_list(value: Any) -> Any:
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    if isinstance(value, list | tuple):
        return [_named(item) for item in value]
    return [] if value is None else [_named(value)]


def _named(value: Any) -> Any:
    """Take the telling part of an object, such as an author's name."""
    if isinstance(value, dict):
        return next((value[key] for key in ("name", "href", "url") if key in value), value)
    return value


def _page_icon(value: Any) -> Any:
    return read_icon(value) if isinstance(value, str) and value.strip() else _text(value)


_MODES = {"": None, "none": None, "default": None, "assistant": None, "blog": None}
_PLAYGROUND_MODES = {"interactive": "show", "none": "hide", "auth": "show"}


def _mode(value: Any) -> Any:
    word = value.strip().lower() if isinstance(value, str) else value
    return _MODES.get(word, word) if isinstance(word, str) else word


def _playground(value: Any) -> Any:
    word = value.strip().lower() if isinstance(value, str) else value
    return _PLAYGROUND_MODES.get(word, word) if isinstance(word, str) else word


def _lower(value: Any) -> Any:
    return value.strip().lower() or None if isinstance(value, str) else value


Text = Annotated[str | None, BeforeValidator(_text)]
Flag = Annotated[bool | None, BeforeValidator(_flag)]
Texts = Annotated[
    Items[ScalarText], BeforeValidator(_text_list, json_schema_input_type=str | list[str])
]

PageMode = Literal["wide", "custom", "center", "frame"]
PageAuthMethod = Literal["bearer", "basic", "key", "none"]


class PageSettings(BaseModel):
    """What a page says about itself. A value that is None was not given."""

    model_config = STRICT_OBJECT

    title: Text = Field(default=None, description="Title of the page.")
    description: Text = Field(
        default=None, description="Text under the title, and for search engines."
    )
    sidebar_title: Text = Field(default=None, description="Label in the navigation.")
    icon: Annotated[str | None, BeforeValidator(_page_icon)] = Field(
        default=None, description="Icon in the navigation: a name, a path, an address or SVG code."
    )
    icon_type: Annotated[IconType | None, BeforeValidator(_lower)] = Field(
        default=None, description="Style of the icon.", json_schema_extra={"default": "regular"}
    )
    tag: Text = Field(default=None, description="Small label after the navigation entry.")
    deprecated: Flag = Field(default=None, description="Marks the page as deprecated.")
    mode: Annotated[PageMode | None, BeforeValidator(_mode)] = Field(
        default=None,
        description="Layout of the page: no right column (wide), no sidebar either (center), "
        "an empty page (custom), or an empty page beside the sidebar (frame).",
    )
    url: Link | None = Field(
        default=None, description="Makes the navigation entry a link to this address."
    )
    openapi: Annotated[
        OperationReference | None,
        PlainValidator(
            _reference(
                read_operation_reference,
                "be `METHOD /path` or `file METHOD /path`",
                "For example: openapi: GET /users/{id}",
            ),
            json_schema_input_type=str,
        ),
    ] = Field(default=None, description="Operation of this page: `[file] METHOD /path`.")
    openapi_schema: Annotated[
        SchemaReference | None,
        PlainValidator(
            _reference(
                read_schema_reference,
                "be the name of a schema, or a file and a name",
                "For example: openapi-schema: User",
            ),
            json_schema_input_type=str,
        ),
    ] = Field(
        default=None, alias="openapi-schema", description="Schema of this page: `[file] Name`."
    )
    api: Annotated[
        EndpointReference | None,
        PlainValidator(
            _reference(
                read_endpoint_reference,
                "be `METHOD /path` or `METHOD https://address`",
                "For example: api: POST https://api.example.com/users",
            ),
            json_schema_input_type=str,
        ),
    ] = Field(default=None, description="Endpoint that the page describes by hand.")
    auth_method: Annotated[PageAuthMethod | None, BeforeValidator(_lower)] = Field(
        default=None, description="Authentication of this page's endpoint."
    )
    content_type: Text = Field(
        default=None,
        description="Content type of the request of an `api` page.",
        json_schema_extra={"default": "application/json"},
    )
    playground: Annotated[PlaygroundMode | None, BeforeValidator(_playground)] = Field(
        default=None, description="How the playground of this page is shown."
    )
    version: Text = Field(default=None, description="The page belongs to this version only.")
    noindex: Flag = Field(default=None, description="Keeps the page out of search engines.")
    hidden: Flag = Field(default=None, description="Keeps the page out of the navigation.")
    searchable: Flag = Field(
        default=None,
        description="Whether the site's search finds the page.",
        json_schema_extra={"default": True},
    )
    boost: float | None = Field(
        default=None, ge=0, le=100, description="Raises (above 1) or lowers the page in search."
    )
    keywords: Texts = Field(default=(), description="Words that find the page in search.")
    hide_footer_pagination: Flag = Field(
        default=None, description="Leaves out the links to the previous and next page."
    )
    hide_api_marker: Flag = Field(
        default=None, description="Leaves out the method in the navigation."
    )
    timestamp: Flag = Field(default=None, description="Whether the last change is shown.")
    last_updated_date: Text = Field(default=None, description="When the page was last changed.")
    created_date: Text = Field(default=None, description="When the page was first written.")
    authors: Texts = Field(default=(), description="Who wrote the page.")
    related: Texts = Field(default=(), description="Pages to read next.")
    rss: Flag = Field(default=None, description="Offers the page's updates as a feed.")
    groups: Texts = Field(default=(), description="Accepted and ignored.")
    public: Flag = Field(default=None, description="Accepted and ignored.")
    contextual: Any = Field(default=None, description="Accepted and ignored.")
    asyncapi: Any = Field(default=None, description="Accepted and ignored.")
    graphql: Any = Field(default=None, description="Accepted and ignored.")
    sdk: Any = Field(default=None, description="Accepted and ignored.")
    metadata: dict[str, ScalarText] = Field(
        default_factory=dict, description="Meta tags of the page, by name."
    )


PAGE_KEYS = frozenset(field.alias or name for name, field in PageSettings.model_fields.items())
"""The keys of front matter that have a meaning."""

IGNORED_PAGE_KEYS = frozenset({"groups", "public", "contextual", "asyncapi", "graphql", "sdk"})
"""Those that pages of other builders carry and that have no effect here."""
