"""The file that the playground of an operation works with."""

from __future__ import annotations

import json
from typing import Any

import pytest

from octavo.openapi.model import Given
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.request.endpoint import EndpointField, describe_endpoint
from octavo.openapi.request.request import describe_request
from octavo.openapi.schema.reader import SchemaReader
from octavo.render.api.playground.file import Playgrounds, list_schemes
from octavo.render.api.playground.written import build_written_playground
from octavo.render.api.written import read_security
from octavo.settings.models.api import Api, Auth, AuthMethod
from tests.openapi.api_documents import make_document, tree_of


class Built:
    """The files of a document with one operation."""

    def __init__(self, operation: str, components: str = "{}", auth: Auth | None = None) -> None:
        tree = {"paths": {"/pets": {"post": tree_of(operation)}}, "components": tree_of(components)}
        document = make_document(json.dumps(tree))
        (entry,) = list_operations(document)
        read = read_operation(document, entry)
        reader = SchemaReader(document)
        playgrounds = Playgrounds(reader, auth or Auth())
        self.file = playgrounds.build(read, describe_request(read, reader))
        self.data: dict[str, Any] = json.loads(self.file.content)
        self.schemas = {
            output: json.loads(playgrounds.schemas.write_file(node))
            for output, node in playgrounds.schemas.walk_places()
        }

    def schema(self, name: str) -> Any:
        """Return the schema of a query parameter."""
        return self.data["parameters"][f"query:{name}"]["schema"]

    def resolve(self, schema: dict[str, Any]) -> Any:
        """Return a schema in a separate file."""
        return self.schemas[f"_octavo/api/{schema['ref']}.json"]


def with_schema(schema: str, components: str = "{}") -> Built:
    """Return the output for an operation whose body has a schema."""
    body = f"requestBody: {{content: {{application/json: {{schema: {schema}}}}}}}"
    return Built(body, components)


def body_schema(schema: str, components: str = "{}") -> Any:
    return with_schema(schema, components).data["bodies"][0]["schema"]


def test_a_file_is_named_by_what_it_holds() -> None:
    one, two = Built("summary: A"), Built("parameters: [{name: a, in: query}]")
    assert one.file.output.startswith("_octavo/api/")
    assert one.file.output.endswith(".json")
    assert one.file.output != two.file.output
    assert one.file.output == Built("summary: A").file.output


def test_it_holds_the_request_and_what_comes_back() -> None:
    built = Built(
        """
        parameters: [{name: limit, in: query, schema: {type: integer, maximum: 9}}]
        responses:
          "200": {description: Fine, content: {application/json: {schema: {type: string}}}}
          4XX: {description: Not fine}
        """
    )
    assert built.data["request"]["method"] == "POST"
    assert built.data["request"]["parameters"][0]["name"] == "limit"
    assert built.schema("limit") == {"types": ["integer"], "maximum": 9}
    assert built.data["responses"] == [
        {
            "status": "200",
            "contents": [{"contentType": "application/json", "schema": {"types": ["string"]}}],
        },
        {"status": "4XX", "contents": []},
    ]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("{type: string, format: date}", {"types": ["string"], "format": "date"}),
        ("{type: integer, minimum: 0}", {"types": ["integer"], "minimum": 0}),
        ("{enum: [a, null], default: a}", {"types": ["string", "null"], "enum": ["a"]}),
        ("{const: 5}", {"const": 5}),
        ("{type: string, readOnly: true}", {"types": ["string"], "readOnly": True}),
        ("{type: [string, 'null'], example: x}", {"types": ["string", "null"], "example": "x"}),
        (
            "{type: array, minItems: 1, uniqueItems: true, items: {type: number}}",
            {
                "types": ["array"],
                "minItems": 1,
                "uniqueItems": True,
                "items": {"types": ["number"]},
            },
        ),
        ("{additionalProperties: false}", {"additional": False}),
        (
            "{required: [b], properties: {a: {type: string}, b: {}}}",
            {
                "properties": [
                    {"name": "a", "schema": {"types": ["string"]}},
                    {"name": "b", "required": True, "schema": {}},
                ],
            },
        ),
        ("false", {"never": True}),
    ],
)
def test_schemas_are_written_in_short(written: str, expected: dict[str, Any]) -> None:
    schema = body_schema(written)
    assert {key: schema.get(key) for key in expected} == expected


def test_a_choice_has_labels_and_the_values_that_tell_options_apart() -> None:
    components = """
      schemas:
        Cat: {type: object, properties: {kind: {type: string}}}
        Dog: {type: object, properties: {kind: {type: string}}}
    """
    schema = body_schema(
        '{oneOf: [{$ref: "#/components/schemas/Cat"}, {$ref: "#/components/schemas/Dog"}],'
        " discriminator: {propertyName: kind, mapping: {meow: Cat}}}",
        components,
    )
    choice = schema["choice"]
    assert (choice["kind"], choice["discriminator"]) == ("oneOf", "kind")
    assert [(each["label"], each["values"]) for each in choice["options"]] == [
        ("Cat", ["meow"]),
        ("Dog", ["Dog"]),
    ]
    assert all("ref" in each["schema"] for each in choice["options"])


def test_schemas_with_a_name_are_files_that_operations_share() -> None:
    built = with_schema(
        '{properties: {owner: {$ref: "#/components/schemas/Person", description: x}}}',
        """
        schemas:
          Person:
            type: object
            properties:
              name: {type: string}
              friends: {type: array, items: {$ref: "#/components/schemas/Person"}}
        """,
    )
    (owner,) = built.data["bodies"][0]["schema"]["properties"]
    assert owner["schema"]["types"] == ["object"]
    person = built.resolve(owner["schema"])
    names = [each["name"] for each in person["properties"]]
    assert names == ["name", "friends"]
    friends = person["properties"][1]["schema"]["items"]
    assert friends["ref"] == owner["schema"]["ref"], "a circle ends at the file itself"
    assert len(built.schemas) == 1


def test_simple_schemas_with_a_name_need_no_file() -> None:
    built = with_schema(
        '{properties: {color: {$ref: "#/components/schemas/Color"}}}',
        "{schemas: {Color: {type: string, enum: [red, blue]}}}",
    )
    (color,) = built.data["bodies"][0]["schema"]["properties"]
    assert color["schema"] == {"types": ["string"], "enum": ["red", "blue"]}
    assert built.schemas == {}


def test_what_stands_deep_inside_is_a_file_of_its_own() -> None:
    schema = "{properties: {a: {type: string}}}"
    for _ in range(12):
        schema = f"{{properties: {{inner: {schema}}}}}"
    built = with_schema(schema)
    assert len(built.schemas) >= 2
    assert all(len(json.dumps(each)) < 1_000 for each in built.schemas.values())


def test_a_reference_may_say_more_than_what_it_leads_to() -> None:
    built = with_schema(
        '{properties: {pet: {oneOf: [{$ref: "#/components/schemas/Pet"}, {type: "null"}]}}}',
        "{schemas: {Pet: {type: object, properties: {a: {}}}}}",
    )
    (pet,) = built.data["bodies"][0]["schema"]["properties"]
    assert pet["schema"]["types"] == ["object", "null"]
    assert built.resolve(pet["schema"])["types"] == ["object"]


def test_numbers_keep_their_digits() -> None:
    text = with_schema("{enum: [12345678901234567890], default: 12345678901234567890}").file.content
    assert text.count(b"12345678901234567890") >= 2


def test_long_values_are_left_out() -> None:
    schema = body_schema(f"{{type: string, default: {'x' * 3000}, enum: {[*range(500)]}}}")
    assert "default" not in schema
    assert len(schema["enum"]) == 300


def test_examples_have_labels_and_those_we_made_say_so() -> None:
    built = Built(
        """
        parameters:
          - {name: a, in: query, examples: {x: {summary: One, value: [1]}, y: {value: [2]}}}
        requestBody:
          content:
            application/json: {schema: {type: object, properties: {n: {type: string}}}}
            application/x-www-form-urlencoded: {examples: {e: {value: {n: 1}}}}
        """
    )
    assert built.data["parameters"]["query:a"]["examples"] == [
        {"label": "One", "value": [1]},
        {"label": "y", "value": [2]},
    ]
    made, given = (body["examples"] for body in built.data["bodies"])
    assert made[0]["built"] is True
    assert json.loads(made[0]["value"]) == {"n": "example"}
    assert given == [{"label": "e", "value": {"n": 1}}]


def test_a_media_type_that_is_a_range_says_what_the_page_calls_it() -> None:
    built = Built('requestBody: {content: {"*/*": {schema: {type: object}}}}')
    assert built.data["request"]["bodies"][0]["contentType"] == "application/json"
    assert built.data["bodies"][0]["name"] == "*/*"


def test_parts_with_several_content_types_or_a_range_list_them() -> None:
    properties = ", ".join(f"{name}: {{type: string}}" for name in ("one", "some", "any"))
    encoding = (
        "{one: {contentType: text/csv}, some: {contentType: 'image/png, image/jpeg'}, "
        "any: {contentType: 'image/*'}}"
    )
    built = Built(
        "requestBody: {content: {multipart/form-data: "
        f"{{schema: {{properties: {{{properties}}}}}, encoding: {encoding}}}}}}}"
    )
    (body,) = built.data["bodies"]
    assert body["types"] == {"some": ["image/png", "image/jpeg"], "any": ["image/*"]}


def test_parts_of_the_path_that_nobody_describes_can_be_filled_in() -> None:
    tree = {"paths": {"/pets/{id}/{part}": {"get": {"parameters": [{"name": "id", "in": "path"}]}}}}
    document = make_document(json.dumps(tree))
    (entry,) = list_operations(document)
    operation = read_operation(document, entry)
    reader = SchemaReader(document)
    file = Playgrounds(reader, Auth()).build(operation, describe_request(operation, reader))
    data = json.loads(file.content)
    assert [each["name"] for each in data["request"]["parameters"]] == ["id", "part"]


def test_answers_in_several_media_types_can_be_chosen_from() -> None:
    content = "content: {application/json: {}, text/csv: {}}"
    several = f'responses: {{"200": {{description: x, {content}}}, "404": {{description: y}}}}'
    built = Built(several)
    (accept,) = built.data["request"]["parameters"]
    assert (accept["name"], accept["in"], accept["required"]) == ("Accept", "header", False)
    assert built.data["parameters"]["header:Accept"]["schema"]["enum"] == [
        "application/json",
        "text/csv",
    ]
    one = 'responses: {"200": {description: x, content: {text/csv: {}}}}'
    assert Built(one).data["request"]["parameters"] == []
    own = f"parameters: [{{name: accept, in: header}}]\n{several}"
    assert [each["name"] for each in Built(own).data["request"]["parameters"]] != [
        "accept",
        "Accept",
    ]


def test_an_authorization_that_is_a_parameter_is_a_secret() -> None:
    own = "parameters: [{name: authorization, in: header, schema: {type: string}}]"
    schema = Built(own).data["parameters"]["header:authorization"]["schema"]
    assert schema["format"] == "password"


def test_headers_that_only_clients_send_are_not_in_the_form() -> None:
    built = Built("parameters: [{name: Content-Length, in: header}, {name: Host, in: header}]")
    assert built.data["request"]["parameters"] == []
    assert built.data["parameters"] == {}


def test_security_schemes_are_told_once_with_flows_and_scopes() -> None:
    built = Built(
        "security: [{oauth: [read]}, {oauth: [write], key: []}]",
        """
        securitySchemes:
          key: {type: apiKey, in: header, name: X-Key, description: Yours}
          oauth:
            type: oauth2
            flows:
              authorizationCode:
                authorizationUrl: /auth
                tokenUrl: https://a.example/token
                scopes: {read: Reads, write: Writes}
        """,
    )
    assert built.data["schemes"] == [
        {
            "key": "oauth",
            "type": "oauth2",
            "flows": [
                {
                    "kind": "authorizationCode",
                    "authorizationUrl": "/auth",
                    "tokenUrl": "https://a.example/token",
                    "scopes": [["read", "Reads"], ["write", "Writes"]],
                }
            ],
            "scopes": ["read", "write"],
        },
        {"key": "key", "type": "apiKey", "in": "header", "name": "X-Key", "description": "Yours"},
    ]


def test_half_characters_do_not_break_the_file() -> None:
    tree = {"paths": {"/": {"get": {"parameters": [{"name": "\ud800", "in": "query"}]}}}}
    document = make_document(tree)
    (entry,) = list_operations(document)
    operation = read_operation(document, entry)
    reader = SchemaReader(document)
    file = Playgrounds(reader, Auth()).build(operation, describe_request(operation, reader))
    assert [*json.loads(file.content)["parameters"]] == ["query:?"]


# --- pages that describe an endpoint by hand ----------------------------------------------------


def test_fields_of_a_page_become_schemas() -> None:
    fields = (
        EndpointField("query", "page", "integer", example=Given(2)),
        EndpointField("body", "name", "string", required=True),
        EndpointField("body", "role", "string", allowed=("admin", "guest")),
        EndpointField("body", "tags", "string[]"),
        EndpointField("body", "address", "object", inner=(EndpointField("body", "city"),)),
        EndpointField("body", "photos", "file[]"),
        EndpointField("body", "other", "object"),
    )
    description = describe_endpoint("POST", "https://a.example/users", fields)
    api = Api(auth=Auth(method="basic", name="user:key", input_prefix="x-"))
    security = read_security(api, None)
    file = build_written_playground("users.mdx", description, fields, security, api.auth)
    data = json.loads(file.content)
    assert data["document"] == "users.mdx"
    assert data["parameters"] == {"query:page": {"schema": {"types": ["integer"], "example": 2}}}
    (body,) = data["bodies"]
    binary = {"types": ["string"], "format": "binary"}
    assert body["schema"]["properties"] == [
        {"name": "name", "schema": {"types": ["string"]}, "required": True},
        {"name": "role", "schema": {"enum": ["admin", "guest"]}},
        {"name": "tags", "schema": {"types": ["array"], "items": {"types": ["string"]}}},
        {
            "name": "address",
            "schema": {
                "types": ["object"],
                "properties": [{"name": "city", "schema": {"types": ["string"]}}],
            },
        },
        {"name": "photos", "schema": {"types": ["array"], "items": binary}},
        {"name": "other", "schema": {"types": ["object"]}},
    ]
    assert data["schemes"] == [
        {"key": "basic", "type": "http", "scheme": "basic", "labels": "user:key", "prefix": "x-"}
    ]


@pytest.mark.parametrize(("method", "label"), [("bearer", "Nebula"), ("basic", "user:key")])
def test_the_settings_name_the_credential_and_what_its_field_starts_with(
    method: AuthMethod, label: str
) -> None:
    api = Api(auth=Auth(method=method, name=label, input_prefix="neb_"))
    (scheme,) = list_schemes(read_security(api, None), api.auth)
    assert (scheme["labels"], scheme["prefix"]) == (label, "neb_")
