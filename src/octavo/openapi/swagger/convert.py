"""Converts a Swagger 2.0 document to OpenAPI 3.0, in memory.

Invalid parts stay unchanged, so that the readers of OpenAPI report them at their place. Referenced
files keep their shape: only the schemas in them are converted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from octavo.openapi.document.document import Finding, LoadFile
from octavo.openapi.model import Node, Pointer
from octavo.openapi.operation.listing import METHODS
from octavo.openapi.swagger.faults import check_parameters
from octavo.openapi.swagger.parameters import (
    JSON,
    ParameterConverter,
    is_of_body,
    list_parameters,
)
from octavo.openapi.swagger.references import KEPT, Original
from octavo.openapi.swagger.schemas import SchemaConverter, add_mappings
from octavo.project.documents.api_files import NotLoaded
from octavo.values import replace

_VERSION = "3.0.4"
_DOCUMENT_KEYS = ("info", "security", "tags", "externalDocs")
_OPERATION_KEYS = (
    "tags",
    "summary",
    "description",
    "externalDocs",
    "operationId",
    "deprecated",
    "security",
)
_FLOWS = {
    "implicit": "implicit",
    "password": "password",
    "application": "clientCredentials",
    "accessCode": "authorizationCode",
}
_FLOW_KEYS = ("authorizationUrl", "tokenUrl", "scopes")


_OLD_NAMES = (
    ("#/components/schemas/", "#/definitions/"),
    ("#/components/responses/", "#/responses/"),
    (f"#/{KEPT}/", "#/"),
    ("components.securitySchemes", "securityDefinitions"),
    ("components.schemas", "definitions"),
)
"""The names in findings, and the author's names."""


def convert_document(
    source: str, tree: dict[str, Any], load_file: LoadFile
) -> tuple[dict[str, Any], LoadFile, Callable[[Finding], Finding], tuple[Finding, ...]]:
    """Return a Swagger document as OpenAPI 3.0.

    Return also a function that loads other files with converted schemas, one that converts
    findings to the places of the original document, and the mistakes of the original.
    """
    original = Original(source, tree, load_file)
    converter = _Converter(original)
    converted = converter.convert()

    def load_converted(wanted: str) -> Any:
        loaded_tree = load_file(wanted)
        if loaded_tree is None or isinstance(loaded_tree, NotLoaded):
            return loaded_tree
        return converter.schemas.convert(Node(loaded_tree, wanted, ()), wanted)

    return converted, load_converted, partial(_restore, original), tuple(original.findings)


def _restore(original: Original, finding: Finding) -> Finding:
    message, hint = finding.message, finding.hint
    for ours, theirs in _OLD_NAMES:
        message, hint = message.replace(ours, theirs), hint.replace(ours, theirs)
    source, pointer = finding.source, finding.pointer
    if source == original.source:
        source, pointer = original.find_place(pointer)
    return replace(finding, message=message, hint=hint, source=source, pointer=pointer)


class _Converter:
    def __init__(self, original: Original) -> None:
        self._original = original
        self._root = Node(original.tree, original.source, ())
        self.schemas = SchemaConverter(original)
        self._parameters = ParameterConverter(original, self.schemas)
        self._consumes = _read_texts(original.tree.get("consumes"))
        self._produces = _read_texts(original.tree.get("produces"))

    def convert(self) -> dict[str, Any]:
        tree = self._original.tree
        document: dict[str, Any] = {"openapi": _VERSION}
        document |= {key: tree[key] for key in _DOCUMENT_KEYS if key in tree}
        document |= _keep_extensions(tree)
        servers = self._build_servers(tree.get("schemes"))
        if servers:
            document["servers"] = servers
        if "paths" in tree:
            document["paths"] = self._convert_paths()
        components = self._convert_components()
        if components:
            document["components"] = components
        if self._original.is_kept:
            document[KEPT] = self.schemas.convert(self._root)
        return document

    # --- servers ---

    def _build_servers(self, schemes: Any) -> list[dict[str, Any]]:
        """Return the servers of the API; one without a host is next to the document."""
        tree = self._original.tree
        host, base = tree.get("host"), tree.get("basePath")
        path = base.strip() if isinstance(base, str) else ""
        if path and not path.startswith("/"):
            path = f"/{path}"
        key = "host" if "host" in tree else "basePath"
        if key in tree:
            self._original.note(("servers",), self._root.get_child(key))
        if not isinstance(host, str) or not host.strip():
            return [{"url": path}] if path else []
        address = host.strip().rpartition("://")[2].rstrip("/") + path.rstrip("/")
        all_schemes = _read_texts(schemes)
        usable = [each for each in all_schemes if each in ("https", "http")] or all_schemes
        return [{"url": f"{each}://{address}"} for each in usable] or [{"url": f"//{address}"}]

    # --- paths ---

    def _convert_paths(self) -> Any:
        paths = self._root.get_child("paths")
        if not isinstance(paths.value, dict):
            return paths.value
        return {
            path: item.value if path.startswith("x-") else self._convert_item(item, ("paths", path))
            for path, item in paths.items()
        }

    def _convert_item(self, item: Node, at: Pointer) -> Any:
        target = self._original.follow(item)
        if not isinstance(target.value, dict) or "$ref" in target.value:
            return self.schemas.convert(item)
        self._original.note(at, target)
        path_item = {
            key: target.value[key] for key in ("summary", "description") if key in target.value
        }
        path_item |= _keep_extensions(target.value)
        shared = target.get("parameters")
        for key, node in target.items():
            if key.lower() in METHODS:
                path_item[key] = self._convert_operation(node, shared, (*at, key))
            elif key not in path_item and key not in ("parameters", "$ref"):
                path_item[key] = node.value  # The readers report it.
        return path_item

    def _convert_operation(self, node: Node, shared: Node | None, at: Pointer) -> Any:
        node = self._original.follow(node)
        value = node.value
        if not isinstance(value, dict) or "$ref" in value:
            return value
        self._original.note(at, node)
        operation = {key: value[key] for key in _OPERATION_KEYS if key in value}
        operation |= _keep_extensions(value)
        consumes = _choose_list(value, "consumes", self._consumes)
        levels = (shared, node.get("parameters"))
        parameters = list_parameters(self._original, levels)
        self._original.findings += check_parameters(levels, parameters, consumes)
        others = [each for each in parameters if not is_of_body(each)]
        operation["parameters"] = [
            self._parameters.convert(each, (*at, "parameters", number))
            for number, each in enumerate(others)
        ]
        in_body = [each for each in parameters if is_of_body(each)]
        body = self._parameters.convert_body(in_body, consumes, (*at, "requestBody"))
        if body is not None:
            operation["requestBody"] = body
        if _read_texts(value.get("schemes")):
            operation["servers"] = self._build_servers(value["schemes"])
        produces = _choose_list(value, "produces", self._produces)
        if "responses" in value:
            operation["responses"] = self._convert_responses(
                node.get("responses"), produces, (*at, "responses")
            )
        return operation

    # --- responses ---

    def _convert_responses(self, responses: Node | None, produces: list[str], at: Pointer) -> Any:
        if responses is None or not isinstance(responses.value, dict):
            return {} if responses is None else responses.value
        return {
            key: node.value
            if key.startswith("x-")
            else self._convert_response(node, produces, (*at, key))
            for key, node in responses.items()
        }

    def _convert_response(self, node: Node, produces: list[str], at: Pointer) -> Any:
        target = self._original.follow(node)
        value = target.value
        if not isinstance(value, dict) or "$ref" in value:
            return self.schemas.convert(node)
        self._original.note(at, target)
        response = {"description": value["description"]} if "description" in value else {}
        response |= _keep_extensions(value)
        headers = target.get("headers")
        if headers is not None and isinstance(headers.value, dict):
            response["headers"] = {
                name: self._parameters.convert_header(header, (*at, "headers", name))
                for name, header in headers.items()
            }
        contents = self._convert_contents(target, produces, (*at, "content"))
        if contents:
            response["content"] = contents
        return response

    def _convert_contents(self, node: Node, produces: list[str], at: Pointer) -> dict[str, Any]:
        schema, examples = node.get("schema"), node.get("examples")
        usual = produces or [JSON]
        # Some documents have names such as `default` instead of media types.
        example_of = {
            name if "/" in name else usual[0]: example
            for name, example in (examples.items() if examples else ())
        }
        contents: dict[str, Any] = {}
        for name in dict.fromkeys((*(usual if schema is not None else ()), *example_of)):
            content = contents[name] = {}
            if schema is not None:
                self._original.note((*at, name, "schema"), schema)
                content["schema"] = self.schemas.convert(schema)
            if name in example_of:
                self._original.note((*at, name, "example"), example_of[name])
                content["example"] = example_of[name].value
        return contents

    # --- components ---

    def _convert_components(self) -> dict[str, Any]:
        components: dict[str, Any] = {}
        definitions = self._root.get("definitions")
        if definitions is not None:
            self._original.note(("components", "schemas"), definitions)
            components["schemas"] = self._convert_definitions(definitions)
        responses = self._root.get("responses")
        if responses is not None:
            at = ("components", "responses")
            components["responses"] = self._convert_responses(responses, self._produces, at)
        schemes = self._root.get("securityDefinitions")
        if schemes is not None:
            self._original.note(("components", "securitySchemes"), schemes)
            components["securitySchemes"] = _convert_schemes(schemes)
        return components

    def _convert_definitions(self, definitions: Node) -> Any:
        if not isinstance(definitions.value, dict):
            return definitions.value
        schemas = {name: self.schemas.convert(node) for name, node in definitions.items()}
        add_mappings(definitions.value, schemas)
        return schemas


def _convert_schemes(schemes: Node) -> Any:
    if not isinstance(schemes.value, dict):
        return schemes.value
    return {name: _convert_scheme(node.value) for name, node in schemes.items()}


def _convert_scheme(value: Any) -> Any:
    kind = value.get("type") if isinstance(value, dict) else None
    if kind == "basic":
        rest = {key: each for key, each in value.items() if key not in ("name", "in")}
        return {**rest, "type": "http", "scheme": "basic"}
    if kind != "oauth2":
        return value
    flow = {key: value[key] for key in _FLOW_KEYS if key in value}
    if isinstance(flow.get("scopes"), dict):
        scopes = flow["scopes"].items()
        flow["scopes"] = {name: text for name, text in scopes if not name.startswith("x-")}
    flow.setdefault("scopes", {})
    rest = {key: each for key, each in value.items() if key not in (*_FLOW_KEYS, "flow")}
    name = value.get("flow")
    return {**rest, "flows": {_FLOWS.get(str(name), str(name)): flow}}


def _keep_extensions(value: dict[str, Any]) -> dict[str, Any]:
    return {key: each for key, each in value.items() if key.startswith("x-")}


def _choose_list(value: dict[str, Any], key: str, otherwise: list[str]) -> list[str]:
    """Return the media types of an operation, which replace those of the document."""
    return _read_texts(value[key]) if isinstance(value.get(key), list) else otherwise


def _read_texts(value: Any) -> list[str]:
    values: Sequence[Any] = value if isinstance(value, list) else [value]
    return list(dict.fromkeys(each.strip() for each in values if isinstance(each, str)))
