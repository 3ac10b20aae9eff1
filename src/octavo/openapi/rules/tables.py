"""The objects of OpenAPI and their keys, as tables.

Every key has a shape: `text`, `address`, `flag`, `number`, `count`, `limit` (a flag until 3.0) or
`any`; an object of this table; a list of one (`[server]`) or a mapping of names to one
(`{schema}`). `*` is the shape of all other keys except extensions. After the shape, `!` is a key
that readers miss, `?` one that only the specification requires; `?0` until OpenAPI 3.0, `?1` until
3.1. `@1` and `@2` mark keys that exist since 3.1 and 3.2.
"""

from __future__ import annotations

import re
from functools import cache

from octavo.values import Struct, field

_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")

_OBJECTS = {
    "document": """openapi:text info:info jsonSchemaDialect:text@1 $self:text@2 servers:[server]
        paths:paths webhooks:paths@1 components:components security:[any]
        tags:[tag] externalDocs:external_docs""",
    "info": """title:text? version:text? summary:text@1 description:text termsOfService:address
        contact:contact license:license""",
    "contact": "name:text url:address email:text",
    "license": "name:text? identifier:text@1 url:address",
    "server": "url:text! name:text@2 description:text variables:{server_variable}",
    "server_variable": "enum:[text] default:text! description:text",
    "components": """schemas:{schema} responses:{response} parameters:{parameter}
        examples:{example} requestBodies:{request_body} headers:{header}
        securitySchemes:{security_scheme} links:{link} callbacks:{callback}
        pathItems:{path_item}@1 mediaTypes:{media_type}@2""",
    "paths": "*:path_item",
    "path_item": "$ref:any summary:text description:text servers:[server] parameters:[parameter]"
    " query:operation@2 additionalOperations:{operation}@2 "
    + " ".join(f"{method}:operation" for method in _METHODS),
    "operation": """tags:[text] summary:text description:text externalDocs:external_docs
        operationId:text parameters:[parameter] requestBody:request_body responses:responses?0
        callbacks:{callback} deprecated:flag security:[any] servers:[server]""",
    "external_docs": "url:address! description:text",
    "parameter": """name:text! in:text! description:text required:flag deprecated:flag
        allowEmptyValue:flag style:text explode:flag allowReserved:flag schema:schema example:any
        examples:{example} content:{media_type}""",
    "header": """description:text required:flag deprecated:flag style:text explode:flag
        schema:schema example:any examples:{example} content:{media_type}""",
    "request_body": "description:text content:{media_type}! required:flag",
    "media_type": """description:text schema:schema itemSchema:schema@2 example:any
        examples:{example} encoding:{encoding} prefixEncoding:[encoding]@2
        itemEncoding:encoding@2""",
    "encoding": """contentType:text headers:{header} style:text explode:flag allowReserved:flag
        encoding:{encoding}@2 prefixEncoding:[encoding]@2 itemEncoding:encoding@2""",
    "response": """summary:text@2 description:text?1 headers:{header} content:{media_type}
        links:{link}""",
    "responses": "*:response",
    "callback": "*:path_item",
    "example": """summary:text description:text value:any externalValue:text dataValue:any@2
        serializedValue:text@2""",
    "link": """operationRef:text operationId:text parameters:{any} requestBody:any
        description:text server:server""",
    "tag": """name:text! summary:text@2 description:text externalDocs:external_docs parent:text@2
        kind:text@2""",
    "security_scheme": """type:text! description:text name:text in:text scheme:text
        bearerFormat:text flows:flows openIdConnectUrl:address oauth2MetadataUrl:address@2
        deprecated:flag@2""",
    "flows": """implicit:flow password:flow clientCredentials:flow authorizationCode:flow
        deviceAuthorization:flow@2""",
    "flow": """authorizationUrl:address tokenUrl:address refreshUrl:address
        deviceAuthorizationUrl:address@2 scopes:{any}?""",
    "discriminator": "propertyName:text! mapping:{text} defaultMapping:text@2",
    "xml": "name:text namespace:text prefix:text attribute:flag wrapped:flag nodeType:text@2",
    "schema": """$ref:any title:text description:text type:any enum:[any] const:any default:any
        example:any examples:any format:text nullable:flag readOnly:flag writeOnly:flag
        deprecated:flag externalDocs:external_docs xml:xml discriminator:discriminator
        multipleOf:number maximum:number minimum:number exclusiveMaximum:limit
        exclusiveMinimum:limit maxLength:count minLength:count pattern:text maxItems:count
        minItems:count uniqueItems:flag maxProperties:count minProperties:count required:[text]
        allOf:[schema] oneOf:[schema] anyOf:[schema] not:schema items:schema
        properties:{schema} additionalProperties:schema patternProperties:{schema}
        propertyNames:schema prefixItems:[schema] contains:schema minContains:count
        maxContains:count if:schema then:schema else:schema dependentSchemas:{schema}
        dependentRequired:{any} unevaluatedItems:schema unevaluatedProperties:schema
        contentEncoding:text contentMediaType:text contentSchema:schema $id:text $schema:text
        $anchor:text $dynamicAnchor:any $dynamicRef:any $recursiveAnchor:any $recursiveRef:any
        $comment:text $defs:{schema} definitions:{schema} $vocabulary:any""",
}

_ELSEWHERE = {
    "flow": {"scope": "scopes"},
    "security_scheme": {"flow": "flows"},
    "operation": {"consumes": "requestBody.content", "produces": "responses.….content"},
    "document": {"basePath": "servers", "host": "servers", "definitions": "components.schemas"},
}
"""The names of keys that authors know from other objects."""

_EXCLUSIVE = {
    "parameter": (("schema", "content"), ("example", "examples"), ("content", "style")),
    "header": (("schema", "content"), ("example", "examples")),
    "media_type": (
        ("example", "examples"),
        ("encoding", "prefixEncoding"),
        ("encoding", "itemEncoding"),
    ),
    "encoding": (("encoding", "prefixEncoding"), ("encoding", "itemEncoding")),
    "example": (
        ("value", "externalValue"),
        ("value", "dataValue"),
        ("value", "serializedValue"),
        ("serializedValue", "externalValue"),
    ),
    "link": (("operationId", "operationRef"),),
    "license": (("identifier", "url"),),
    "xml": (("attribute", "nodeType"), ("wrapped", "nodeType")),
}
"""Keys that exclude each other."""

_SHAPE = re.compile(r"(?P<key>[^:]+):(?P<shape>[^!?@]+)(?P<needed>[!?])?(?P<until>\d)?(?:@(\d))?")
_SECTION = {
    "schema": "schemas",
    "response": "responses",
    "parameter": "parameters",
    "example": "examples",
    "request_body": "requestBodies",
    "header": "headers",
    "security_scheme": "securitySchemes",
    "link": "links",
    "callback": "callbacks",
    "path_item": "pathItems",
    "media_type": "mediaTypes",
}

SCALARS = {
    "text": (str,),
    "address": (str,),
    "flag": (bool,),
    "number": (int, float),
    "count": (int, float),
    "limit": (int, float, bool),
}
"""The Python types of single values."""


class Shape(Struct, eq=False):
    """The shape of a key's value."""

    container: str
    """`one`, `list` or `names` (a mapping)."""
    kind: str
    """A scalar, `any`, or the name of an object."""
    scalar: tuple[type, ...] | None = None
    """The types of a single value other than an object."""
    object: Object | None = None
    of: Shape | None = None
    """The shape of the items in a list or a mapping."""


class Object(Struct, eq=False):
    """An object in one version of OpenAPI."""

    name: str
    keys: dict[str, Shape] = field(default_factory=dict)
    rest: Shape | None = None
    """The shape of all other keys, if they are allowed."""
    newer: dict[str, int] = field(default_factory=dict)
    """Keys of later versions, with the version."""
    needed: tuple[str, ...] = ()
    """Keys that readers miss if they are absent."""
    formal: tuple[str, ...] = ()
    """Keys that only the specification requires."""
    exclusive: tuple[tuple[str, str], ...] = ()
    elsewhere: dict[str, str] = field(default_factory=dict)
    is_strict: bool = False
    """Whether some keys are required, exclude others, or depend on the version."""
    section: str | None = None
    """The section for components of this kind."""

    @property
    def title(self) -> str:
        """Its name in messages."""
        words = self.name.replace("_", " ").replace("docs", "documentation")
        if words in ("components", "flows", "info", "paths", "responses", "xml"):
            return f"`{words}`"
        return f"{'an' if words[0] in 'aeio' else 'a'} {words}"


@cache
def read_objects(minor: int) -> dict[str, Object]:
    """Return the objects of OpenAPI 3.`minor`, by name."""
    objects = {name: Object(name) for name in _OBJECTS}
    for name, text in _OBJECTS.items():
        each = objects[name]
        each.exclusive = _EXCLUSIVE.get(name, ())
        each.elsewhere = _ELSEWHERE.get(name, {})
        each.section = _SECTION.get(name)
        for word in text.split():
            _add_key(objects, each, word, minor)
        each.is_strict = bool(each.needed or each.formal or each.exclusive or each.newer)
    return objects


def _add_key(objects: dict[str, Object], each: Object, word: str, minor: int) -> None:
    match = _SHAPE.fullmatch(word)
    assert match is not None, word  # noqa: S101 (the table above)
    key, since = match["key"], int(match[5] or 0)
    if since > minor:
        each.newer[key] = since
    shape = read_shape(objects, match["shape"])
    if key == "*":
        each.rest = shape
        return
    each.keys[key] = shape
    if match["needed"] and minor <= int(match["until"] or minor):
        if match["needed"] == "!":
            each.needed = (*each.needed, key)
        else:
            each.formal = (*each.formal, key)


def read_shape(objects: dict[str, Object], text: str) -> Shape:
    """Return the shape for a text of the table."""
    container = {"[": "list", "{": "names"}.get(text[0])
    if container is None:
        return Shape("one", text, SCALARS.get(text), objects.get(text))
    return Shape(container, text, of=read_shape(objects, text[1:-1]))
