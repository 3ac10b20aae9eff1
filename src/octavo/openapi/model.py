"""API documents as values: operations, parameters, bodies, responses, schemas, security.

Schemas are not written out: wherever one stands inside another value there is a `Node`, the place
in the document, which a `SchemaReader` turns into a `Schema` when somebody needs it. Documents are
full of circles, and one operation written out in full can pass three million values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from octavo.openapi.operation.badges import Badge
from octavo.values import Struct, field

Pointer = tuple[str | int, ...]
"""The way from the top of a file to a value."""


class Node(Struct, frozen=True):
    """A value of an API document and where it stands: its identity is its place."""

    value: Any
    source: str
    pointer: Pointer

    def __repr__(self) -> str:
        return f"Node({self.source!r}, {self.pointer!r})"

    def __hash__(self) -> int:
        # Nodes are looked up all the time, and files with the same pointers are few.
        return hash(self.pointer)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Node):
            return NotImplemented
        return self.pointer == other.pointer and self.source == other.source

    def get_child(self, key: str | int) -> Node:
        """Return a value inside this one; the key must be there."""
        return Node(self.value[key], self.source, (*self.pointer, key))

    def get(self, key: str) -> Node | None:
        """Return the value of a key, or None where this has no keys or not this one."""
        value = self.value
        if isinstance(value, dict) and key in value:
            return Node(value[key], self.source, (*self.pointer, key))
        return None

    def items(self) -> Iterator[tuple[str, Node]]:
        """Return keys and values; nothing where this has none."""
        if isinstance(self.value, dict):
            for key, value in self.value.items():
                yield key, Node(value, self.source, (*self.pointer, key))

    def list_elements(self) -> Iterator[Node]:
        """Return the elements of a list; nothing where this is none."""
        if isinstance(self.value, list):
            for index, value in enumerate(self.value):
                yield Node(value, self.source, (*self.pointer, index))

    def get_text(self, key: str) -> str | None:
        """Return the text of a key; None where there is none or it is blank."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        return value if isinstance(value, str) and value.strip() else None

    def is_true(self, key: str) -> bool:
        """Tell whether a key is true."""
        return isinstance(self.value, dict) and self.value.get(key) is True


class Given(Struct, frozen=True):
    """A value that the document states, which may be null."""

    value: Any


class Side(StrEnum):
    """Which way a value goes: to the API, or from it."""

    REQUEST = "request"
    RESPONSE = "response"


# --- schemas ------------------------------------------------------------------------------------


class Limits(Struct, frozen=True):
    """What a schema asks of a value beyond its type, as the document states it."""

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
        # Of those that most schemas differ in: limits are looked up for every field.
        return hash((self.minimum, self.maximum, self.max_length, self.pattern))


NO_LIMITS = Limits()
"""Of most values."""


class EnumValue(Struct, frozen=True):
    """A value that is allowed, and what it means where the document says so."""

    value: Any
    description: str | None = None


class Property(Struct, frozen=True):
    """A property of an object; in `pattern_properties` the name is a pattern."""

    name: str
    node: Node
    required: bool = False


class Option(Struct, frozen=True):
    """One of several schemas that a value may follow."""

    label: str
    """What it is called: its title, its component's name, its type in words, else `Option 2`."""
    node: Node
    values: tuple[str, ...] = ()
    """The values of the discriminating property that stand for it, as far as they are known."""


class Choice(Struct, frozen=True):
    """Several schemas of which a value follows one (`oneOf`) or at least one (`anyOf`)."""

    kind: str
    options: tuple[Option, ...]
    discriminator: str | None = None
    """The property whose value tells which option it is."""


class Rule(Struct, frozen=True):
    """What a schema asks for by a keyword such as `not`; that of `if` has `then` and `else`."""

    keyword: str
    node: Node
    """The schema that has the keyword."""


class Schema(Struct, frozen=True, eq=False):
    """A schema with `$ref`s followed and `allOf` merged; what is inside it stays a node.

    A reader gives out one value for each place, and for all places that say the same, so that a
    schema equals only itself.
    """

    node: Node
    """Where it stands, after following references and what only adds words (or null) to them."""
    name: str | None = None
    """Its key in `components.schemas`, where it stands there."""
    types: tuple[str, ...] = ()
    """Its types (`null` among them where null is allowed); none where anything is allowed.

    Beside a choice only what the schema says itself: `("null",)` where null is allowed too.
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
    """The schema of further properties; False where none may be, None where nothing is said."""
    items: Node | None = None
    prefix_items: tuple[Node, ...] = ()
    choice: Choice | None = None
    content_encoding: str | None = None
    content_media_type: str | None = None
    content_schema: Node | None = None
    """What a text of that media type holds."""
    rules: tuple[Rule, ...] = ()
    xml: Mapping[str, Any] = field(default_factory=dict)
    never: bool = False
    """Whether no value can follow it (the schema `false`)."""
    pills_before: tuple[str, ...] = ()
    pills_after: tuple[str, ...] = ()
    """Labels that `x-mint` adds around the field's name."""


# --- operations ---------------------------------------------------------------------------------


class OperationKey(Struct, frozen=True):
    """Names an operation within its document; a webhook has its name in place of the path."""

    method: str
    """In capitals."""
    path: str
    is_webhook: bool = False
    """Whether the API sends it, as a webhook or a callback."""

    @property
    def request_side(self) -> Side:
        """Which way its request goes."""
        return Side.RESPONSE if self.is_webhook else Side.REQUEST

    @property
    def response_side(self) -> Side:
        """Which way its responses go."""
        return Side.REQUEST if self.is_webhook else Side.RESPONSE


class OperationEntry(Struct, frozen=True):
    """What lists and navigation need to know of an operation, without reading all of it."""

    key: OperationKey
    node: Node
    operation_id: str | None = None
    summary: str | None = None
    title: str = ""
    """What of the summary can be a title."""
    description: str | None = None
    """In full, with what of the summary is no title."""
    tags: tuple[str, ...] = ()
    deprecated: bool = False
    hidden: bool = False
    """`x-hidden`: it has a page that the navigation does not list."""
    excluded: bool = False
    """`x-excluded`: it has no page."""
    badges: tuple[Badge, ...] = ()


class Example(Struct, frozen=True):
    """A named example; one that stands alone has the name ""."""

    name: str
    value: Given | None = None
    """The value as data."""
    serialized: str | None = None
    """The value as it is sent, where the document gives it so."""
    external: str | None = None
    """Where it is found, when it is not in the document."""
    summary: str | None = None
    description: str | None = None


class In(StrEnum):
    """Where a parameter stands in a request."""

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
"""The sections in which pages show parameters: what stands in each, its id and its title."""


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
    """The media type it is written in, for parameters described by `content`."""
    examples: tuple[Example, ...] = ()


class Encoding(Struct, frozen=True):
    """How one property of a form or multipart body is written."""

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
    """The operationId or reference as written."""
    description: str | None = None
    parameters: tuple[tuple[str, str], ...] = ()


class Response(Struct, frozen=True):
    """An answer: `status` is a code, a class such as `4XX`, or `default`."""

    status: str
    description: str | None = None
    summary: str | None = None
    headers: tuple[Parameter, ...] = ()
    contents: tuple[MediaType, ...] = ()
    links: tuple[ResponseLink, ...] = ()
    is_shared: bool = False
    """Whether several operations may refer to it."""


class ServerVariable(Struct, frozen=True):
    """A part of a server's address that the reader chooses."""

    name: str
    default: str
    enum: tuple[str, ...] = ()
    description: str | None = None


class Server(Struct, frozen=True):
    """Where an API is found; the url may hold `{variables}`."""

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
    """A way to prove who is calling."""

    key: str
    """Its key in `components.securitySchemes`."""
    type: str
    """apiKey, http, mutualTLS, oauth2 or openIdConnect; "" where the document does not say."""
    description: str | None = None
    name: str | None = None
    """The name of the header, query parameter or cookie of an apiKey."""
    location: str | None = None
    scheme: str | None = None
    """The scheme of type http in lower case, such as bearer."""
    bearer_format: str | None = None
    flows: tuple[OAuthFlow, ...] = ()
    openid_url: str | None = None
    deprecated: bool = False


class SchemeUse(Struct, frozen=True):
    """A security scheme with the scopes that an operation asks for."""

    scheme: SecurityScheme
    scopes: tuple[str, ...] = ()


SecurityAlternative = tuple[SchemeUse, ...]
"""Schemes that are used together; an empty one means that no credentials are needed."""


class WrittenSample(Struct, frozen=True):
    """A request sample that the document itself brings (`x-codeSamples`)."""

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
    """A request that the API sends to an address the caller gave."""

    name: str
    expression: str
    operation: Operation


class Operation(Struct, frozen=True):
    """An operation or webhook, read in full."""

    entry: OperationEntry
    parameters: tuple[Parameter, ...] = ()
    """The path item's first, each overridden by the operation's own of the same name and place."""
    body: RequestBody | None = None
    responses: tuple[Response, ...] = ()
    security: tuple[SecurityAlternative, ...] = ()
    """Alternatives; none where nothing is asked for."""
    servers: tuple[Server, ...] = ()
    """Those of the operation, else of its path, else of the document."""
    callbacks: tuple[Callback, ...] = ()
    samples: tuple[WrittenSample, ...] = ()
    life: Life | None = None
    external_docs: tuple[str, str] | None = None
    """An address and what is found there."""
    page_settings: Mapping[str, Any] = field(default_factory=dict)
    """`x-mint.metadata`: front matter for the page."""
    page_content: str | None = None
    """`x-mint.content`: text that stands before the reference."""
    page_href: str | None = None
    """`x-mint.href`: the url of the page."""


class Tag(Struct, frozen=True):
    """A tag as the document declares it."""

    name: str
    group: str
    """The name that is shown: `x-group`, `x-displayName`, the tag's `summary`, or its name."""
    description: str | None = None
    parent: str | None = None
    kind: str | None = None
    node: Node | None = None
    """Where it stands; None for one that only operations name."""
    external_docs: tuple[str, str] | None = None


# --- what is not shown --------------------------------------------------------------------------


class Internal(Struct, frozen=True):
    """What was left out of a document because its author calls it internal."""

    operations: frozenset[OperationKey] = frozenset()
    schemas: frozenset[str] = frozenset()
    """Names of schemas."""
    sources: frozenset[str] = frozenset()
    """The files that hold something of it, which are not published."""
    is_whole: bool = False
    """Whether that is the whole document."""
