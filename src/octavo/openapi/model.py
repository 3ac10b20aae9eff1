"""API documents as values: operations, parameters, bodies, responses, schemas, security.

Schemas are not expanded. A nested schema is a `Node`, its place in the document, which a
`SchemaReader` turns into a `Schema` on demand. Documents are full of cycles, and one fully expanded
operation can have more than three million values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from octavo.openapi.operation.badges import Badge
from octavo.values import Struct, field

Pointer = tuple[str | int, ...]
"""The path from the top of a file to a value."""


class Node(Struct, frozen=True):
    """A value of an API document with its place, which is its identity."""

    value: Any
    source: str
    pointer: Pointer

    def __repr__(self) -> str:
        return f"Node({self.source!r}, {self.pointer!r})"

    def __hash__(self) -> int:
        # Nodes are looked up often, and few files have equal pointers.
        return hash(self.pointer)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Node):
            return NotImplemented
        return self.pointer == other.pointer and self.source == other.source

    def get_child(self, key: str | int) -> Node:
        """Return a nested value; the key must exist."""
        return Node(self.value[key], self.source, (*self.pointer, key))

    def get(self, key: str) -> Node | None:
        """Return the value of a key, or None if it doesn't exist."""
        value = self.value
        if isinstance(value, dict) and key in value:
            return Node(value[key], self.source, (*self.pointer, key))
        return None

    def items(self) -> Iterator[tuple[str, Node]]:
        """Return keys and values; empty for other values than mappings."""
        if isinstance(self.value, dict):
            for key, value in self.value.items():
                yield key, Node(value, self.source, (*self.pointer, key))

    def list_elements(self) -> Iterator[Node]:
        """Return the elements of a list; empty for other values."""
        if isinstance(self.value, list):
            for index, value in enumerate(self.value):
                yield Node(value, self.source, (*self.pointer, index))

    def get_text(self, key: str) -> str | None:
        """Return the text of a key; None if it is missing or blank."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        return value if isinstance(value, str) and value.strip() else None

    def is_true(self, key: str) -> bool:
        """Tell whether a key is true."""
        return isinstance(self.value, dict) and self.value.get(key) is True


class Given(Struct, frozen=True):
    """A value in the document, which may be null."""

    value: Any


class Side(StrEnum):
    """The direction of a value: to the API, or from it."""

    REQUEST = "request"
    RESPONSE = "response"


# --- schemas ------------------------------------------------------------------------------------


class Limits(Struct, frozen=True):
    """The limits of a value in a schema."""

    minimum: float | int | None = None
    maximum: float | int | None = None
    exclusive_minimum: float | int | None = None
    exclusive_maximum: float | int | None = None
    multiple_of: float | int | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    min_items: int | None = None
    max_items: int | None = None
    unique_items: bool = False
    min_properties: int | None = None
    max_properties: int | None = None

    def __hash__(self) -> int:
        # These differ between most schemas; limits are looked up for every field.
        return hash((self.minimum, self.maximum, self.max_length, self.pattern))


NO_LIMITS = Limits()
"""The limits of most values."""


class EnumValue(Struct, frozen=True):
    """An allowed value, with its description if the document has one."""

    value: Any
    description: str | None = None


class Property(Struct, frozen=True):
    """A property of an object; in `pattern_properties` the name is a pattern."""

    name: str
    node: Node
    required: bool = False


class Option(Struct, frozen=True):
    """One of several schemas for a value."""

    label: str
    """Its label: its title, its component's name, its type in words, else `Option 2`."""
    node: Node
    values: tuple[str, ...] = ()
    """The known values of the discriminating property for this option."""


class Choice(Struct, frozen=True):
    """Several schemas; a value follows one (`oneOf`) or at least one (`anyOf`)."""

    kind: str
    options: tuple[Option, ...]
    discriminator: str | None = None
    """The property whose value identifies the option."""


class Rule(Struct, frozen=True):
    """A rule of a schema by a keyword such as `not`; that of `if` has `then` and `else`."""

    keyword: str
    node: Node
    """The schema with the keyword."""


class Schema(Struct, frozen=True, eq=False):
    """A schema with `$ref`s followed and `allOf` merged; nested schemas stay nodes.

    A reader returns the same value for a place and for all places with equal text, so a schema
    equals only itself.
    """

    node: Node
    """Its place, after references and after schemas that only add descriptions or null."""
    name: str | None = None
    """Its key, if it is in `components.schemas`."""
    types: tuple[str, ...] = ()
    """Its types (including `null` if allowed); empty if any type is allowed.

    Next to a choice, only its own types: `("null",)` if null is also allowed.
    """
    format: str | None = None
    title: str | None = None
    description: str | None = None
    deprecated: bool = False
    read_only: bool = False
    write_only: bool = False
    enum: tuple[EnumValue, ...] = ()
    const: Given | None = None
    default: Given | None = None
    examples: tuple[Any, ...] = ()
    limits: Limits = NO_LIMITS
    properties: tuple[Property, ...] = ()
    pattern_properties: tuple[Property, ...] = ()
    additional: Node | bool | None = None
    """The schema of additional properties; False if they are forbidden, None if it is missing."""
    items: Node | None = None
    prefix_items: tuple[Node, ...] = ()
    choice: Choice | None = None
    content_encoding: str | None = None
    content_media_type: str | None = None
    content_schema: Node | None = None
    """The schema of the content in a text of that media type."""
    rules: tuple[Rule, ...] = ()
    xml: Mapping[str, Any] = field(default_factory=dict)
    never: bool = False
    """Whether it allows no value (the schema `false`)."""
    pills_before: tuple[str, ...] = ()
    pills_after: tuple[str, ...] = ()
    """Labels from `x-mint` around the field's name."""


# --- operations ---------------------------------------------------------------------------------


class OperationKey(Struct, frozen=True):
    """Identifies an operation in its document; a webhook has its name as the path."""

    method: str
    """The method in capitals."""
    path: str
    is_webhook: bool = False
    """Whether the API sends it, as a webhook or a callback."""

    @property
    def request_side(self) -> Side:
        """The direction of its request."""
        return Side.RESPONSE if self.is_webhook else Side.REQUEST

    @property
    def response_side(self) -> Side:
        """The direction of its responses."""
        return Side.REQUEST if self.is_webhook else Side.RESPONSE


class OperationEntry(Struct, frozen=True):
    """The facts about an operation for lists and navigation, without reading all of it."""

    key: OperationKey
    node: Node
    operation_id: str | None = None
    summary: str | None = None
    title: str = ""
    """The part of the summary that is a title."""
    description: str | None = None
    """The full description, with the rest of the summary."""
    tags: tuple[str, ...] = ()
    deprecated: bool = False
    hidden: bool = False
    """`x-hidden`: it has a page outside of the navigation."""
    excluded: bool = False
    """`x-excluded`: it has no page."""
    badges: tuple[Badge, ...] = ()


class Example(Struct, frozen=True):
    """A named example; a single one has the name ""."""

    name: str
    value: Given | None = None
    """The value as data."""
    serialized: str | None = None
    """The value in its sent form, if the document has it."""
    external: str | None = None
    """The address of an external example."""
    summary: str | None = None
    description: str | None = None


class In(StrEnum):
    """The location of a parameter in a request."""

    PATH = "path"
    QUERY = "query"
    QUERYSTRING = "querystring"
    """The whole query as one value (OpenAPI 3.2)."""
    HEADER = "header"
    COOKIE = "cookie"


PARAMETER_SECTIONS = (
    ((In.PATH,), "path-parameters", "Path Parameters"),
    ((In.QUERY, In.QUERYSTRING), "query-parameters", "Query Parameters"),
    ((In.HEADER,), "headers", "Headers"),
    ((In.COOKIE,), "cookies", "Cookies"),
)
"""The sections of parameters on pages: their locations, id and title."""


class Parameter(Struct, frozen=True):
    """A parameter of a request, or a header of a response or of a part (location header)."""

    name: str
    location: In
    node: Node
    required: bool = False
    deprecated: bool = False
    description: str | None = None
    style: str = "form"
    explode: bool = True
    allow_reserved: bool = False
    allow_empty: bool = False
    schema: Node | None = None
    content_type: str | None = None
    """The media type of its value, for parameters with `content`."""
    examples: tuple[Example, ...] = ()


class Encoding(Struct, frozen=True):
    """The encoding of one property in a form or multipart body."""

    content_type: str | None = None
    style: str | None = None
    explode: bool | None = None
    allow_reserved: bool = False
    headers: tuple[Parameter, ...] = ()


class MediaType(Struct, frozen=True):
    """A body in one media type."""

    name: str
    node: Node
    schema: Node | None = None
    item_schema: Node | None = None
    """The schema of each item of a sequence, such as server-sent events (OpenAPI 3.2)."""
    examples: tuple[Example, ...] = ()
    encoding: Mapping[str, Encoding] = field(default_factory=dict)


class RequestBody(Struct, frozen=True):
    """The body of a request, in one or several media types."""

    contents: tuple[MediaType, ...]
    required: bool = False
    description: str | None = None


class ResponseLink(Struct, frozen=True):
    """An operation that can follow a response."""

    name: str
    operation: str
    """The operationId or reference in the document."""
    description: str | None = None
    parameters: tuple[tuple[str, str], ...] = ()


class Response(Struct, frozen=True):
    """A response: `status` is a code, a class such as `4XX`, or `default`."""

    status: str
    description: str | None = None
    summary: str | None = None
    headers: tuple[Parameter, ...] = ()
    contents: tuple[MediaType, ...] = ()
    links: tuple[ResponseLink, ...] = ()
    is_shared: bool = False
    """Whether several operations may refer to it."""


class ServerVariable(Struct, frozen=True):
    """A part of a server's address that readers choose."""

    name: str
    default: str
    enum: tuple[str, ...] = ()
    description: str | None = None


class Server(Struct, frozen=True):
    """A server of an API; the URL may contain `{variables}`."""

    url: str
    name: str | None = None
    description: str | None = None
    variables: tuple[ServerVariable, ...] = ()


class OAuthFlow(Struct, frozen=True):
    """One way to get a token; `kind` is the document's key, such as authorizationCode."""

    kind: str
    authorization_url: str | None = None
    token_url: str | None = None
    refresh_url: str | None = None
    device_url: str | None = None
    scopes: tuple[tuple[str, str], ...] = ()


class SecurityScheme(Struct, frozen=True):
    """A way to authenticate callers."""

    key: str
    """Its key in `components.securitySchemes`."""
    type: str
    """apiKey, http, mutualTLS, oauth2 or openIdConnect; "" if the document has none."""
    description: str | None = None
    name: str | None = None
    """The name of the header, query parameter or cookie of an apiKey."""
    location: str | None = None
    scheme: str | None = None
    """The scheme of type http in lowercase, such as bearer."""
    bearer_format: str | None = None
    flows: tuple[OAuthFlow, ...] = ()
    openid_url: str | None = None
    deprecated: bool = False


class SchemeUse(Struct, frozen=True):
    """A security scheme with the scopes of an operation."""

    scheme: SecurityScheme
    scopes: tuple[str, ...] = ()


SecurityAlternative = tuple[SchemeUse, ...]
"""Schemes that are used together; an empty alternative needs no credentials."""


class WrittenSample(Struct, frozen=True):
    """A request sample in the document (`x-codeSamples`)."""

    language: str
    source: str
    label: str | None = None


class Life(Struct, frozen=True):
    """When an operation was deprecated, until when it works, and what takes its place."""

    since: str = ""
    until: str = ""
    successor: str = ""
    key: str = ""
    """The key that names the successor, if it is no header."""


class Callback(Struct, frozen=True):
    """A request of the API to an address from the caller."""

    name: str
    expression: str
    operation: Operation


class Operation(Struct, frozen=True):
    """An operation or webhook with all its parts."""

    entry: OperationEntry
    parameters: tuple[Parameter, ...] = ()
    """The parameters of the path item, then the operation's own, which override them."""
    body: RequestBody | None = None
    responses: tuple[Response, ...] = ()
    security: tuple[SecurityAlternative, ...] = ()
    """The alternatives; empty without security."""
    servers: tuple[Server, ...] = ()
    """The servers of the operation, else of its path, else of the document."""
    callbacks: tuple[Callback, ...] = ()
    samples: tuple[WrittenSample, ...] = ()
    life: Life | None = None
    external_docs: tuple[str, str] | None = None
    """An address and its description."""
    page_settings: Mapping[str, Any] = field(default_factory=dict)
    """`x-mint.metadata`: front matter for the page."""
    page_content: str | None = None
    """`x-mint.content`: text before the reference."""
    page_href: str | None = None
    """`x-mint.href`: the url of the page."""


class Tag(Struct, frozen=True):
    """A declared tag of the document."""

    name: str
    group: str
    """The display name: `x-group`, `x-displayName`, the tag's `summary`, or its name."""
    description: str | None = None
    parent: str | None = None
    kind: str | None = None
    node: Node | None = None
    """Its declaration; None for one that only operations name."""
    external_docs: tuple[str, str] | None = None


# --- hidden parts -------------------------------------------------------------------------------


class Internal(Struct, frozen=True):
    """The internal parts that were removed from a document."""

    operations: frozenset[OperationKey] = frozenset()
    schemas: frozenset[str] = frozenset()
    """The names of schemas."""
    sources: frozenset[str] = frozenset()
    """The files with internal parts, which are not published."""
    is_whole: bool = False
    """Whether the whole document is internal."""
