"""Names that begin like an extension: in maps they are names, beside fixed fields extensions."""

from __future__ import annotations

from octavo.openapi.operation.listing import list_operations
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.schema.reader import SchemaReader
from tests.openapi.api_documents import make_document, messages, read_component

DOCUMENT = """
openapi: 3.2.0
paths:
  x-internal: true
  /a:
    x-owner: me
    get:
      x-note: {a: 1}
      parameters: [{$ref: "#/components/parameters/x-trace"}]
      security: [{x-key: [], x-login: [x-scope]}]
      servers:
        - {url: "https://{x-region}.example", variables: {x-region: {default: eu}}}
      requestBody:
        content:
          multipart/form-data:
            schema: {$ref: "#/components/schemas/x-form"}
            encoding:
              x-part: {contentType: text/plain, headers: {x-part-header: {schema: {}}}}
          x-world/x-3dmf: {schema: {}}
      responses:
        x-order: [a]
        "200":
          description: Fine
          headers: {x-rate-limit: {schema: {type: integer}}, ETag: {}}
          links: {x-next: {operationId: a, parameters: {x-page: 2}}}
          content: {application/json: {examples: {x-example: {value: 1}}}}
      callbacks:
        x-done:
          x-note: [none]
          "{$request.body#/url}": {post: {responses: {}}}
    additionalOperations: {x-copy: {responses: {}}}
webhooks: {x-made: {post: {}}}
components:
  parameters: {x-trace: {name: x-trace, in: header, schema: {}}}
  securitySchemes:
    x-key: {type: apiKey, in: header, name: x-key}
    x-login:
      type: oauth2
      flows: {x-flow: 1, clientCredentials: {tokenUrl: t, scopes: {x-scope: All}}}
  schemas:
    x-form: {type: object, properties: {x-part: {}}, required: [x-part]}
"""


def test_names_that_begin_with_x_are_names_in_maps() -> None:
    document = make_document(DOCUMENT)
    get, copy, webhook = list_operations(document)
    assert (copy.key.method, webhook.key.path) == ("x-copy", "x-made")
    operation = read_operation(document, get)
    assert messages(document) == []
    assert [each.name for each in operation.parameters] == ["x-trace"]
    assert operation.body is not None
    form, model = operation.body.contents
    assert (list(form.encoding), model.name) == (["x-part"], "x-world/x-3dmf")
    assert [each.name for each in form.encoding["x-part"].headers] == ["x-part-header"]
    (response,) = operation.responses
    assert [each.name for each in response.headers] == ["x-rate-limit", "ETag"]
    assert [(each.name, each.parameters) for each in response.links] == [
        ("x-next", (("x-page", "2"),))
    ]
    assert response.contents[0].examples[0].name == "x-example"
    assert [each.name for each in operation.callbacks] == ["x-done"]
    assert [each.name for each in operation.servers[0].variables] == ["x-region"]
    ((key, login),) = operation.security
    assert (key.scheme.key, login.scopes) == ("x-key", ("x-scope",))
    assert [(flow.kind, flow.scopes) for flow in login.scheme.flows] == [
        ("clientCredentials", (("x-scope", "All"),))
    ]
    schema = read_component(SchemaReader(document), "x-form")
    assert (schema.name, [each.name for each in schema.properties]) == ("x-form", ["x-part"])
