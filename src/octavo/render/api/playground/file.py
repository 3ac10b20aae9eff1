"""The data file of an operation's playground: its request and its responses.

A page only has the file's name, and loads it when a reader opens the playground.
`theme/js/playground/types.js` documents its shape (`PlaygroundData`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from json.encoder import encode_basestring as quote
from typing import Any

from octavo.openapi.examples.examples import list_examples
from octavo.openapi.examples.text import render_compact_json
from octavo.openapi.model import (
    Example,
    In,
    MediaType,
    Node,
    OAuthFlow,
    Operation,
    Parameter,
    Response,
    SchemeUse,
    SecurityAlternative,
    SecurityScheme,
    Side,
)
from octavo.openapi.request.headers import list_sent_parameters
from octavo.openapi.request.sample_values import strip_parameter_name
from octavo.openapi.schema.reader import SchemaReader
from octavo.render.api.playground.calls import Calls, find_calls
from octavo.render.api.playground.schemas import FormSchemas
from octavo.render.assets.theme_files import FOLDER
from octavo.settings.models.api import Auth
from octavo.values import Struct

_ACCEPT = "Accept"
_HIDDEN_TEXT = '{"types":["string"],"format":"password"}'
_LONGEST_EXAMPLE = 20_000
_MOST_EXAMPLES = 12
_MOST_TYPES = 30
_VARIABLE = re.compile(r"\{([^{}]+)\}")


class PlaygroundFile(Struct, frozen=True):
    """The file of an operation, by its output path."""

    output: str
    content: bytes
    calls: Calls
    """The sources of its requests."""


class Playgrounds:
    """Writes the playground files of one API document."""

    def __init__(self, reader: SchemaReader, auth: Auth, before: FormSchemas | None = None) -> None:
        self.schemas = FormSchemas(reader, before)
        self._reader = reader
        self._auth = auth
        self._parameters: dict[Node, str] = {}
        self._responses: dict[Node, str] = {}
        self._calls: dict[str, Calls] = {}

    def build(self, operation: Operation, description: Mapping[str, Any]) -> PlaygroundFile:
        """Return the file of an operation with its described request."""
        accepted = _list_accepted_types(operation)
        request = _add_missing_fields(description, has_accept=bool(accepted))
        parts = {
            "document": quote(self._reader.document.source),
            "request": render_compact_json(request),
            "parameters": self._write_parameters(
                list_sent_parameters(operation, self._reader), accepted
            ),
            "bodies": self._write_bodies(operation, description["bodies"]),
            "schemes": render_compact_json([*list_schemes(operation.security, self._auth)]),
            "responses": self._write_responses(operation.responses),
        }
        return build_file(parts, self._find_calls(operation, description["servers"]))

    def _find_calls(self, operation: Operation, servers: Sequence[Mapping[str, Any]]) -> Calls:
        keys = [use.scheme.key for alternative in operation.security for use in alternative]
        key = f"{servers} {keys}"
        calls = self._calls.get(key)
        if calls is None:
            calls = self._calls[key] = find_calls(servers, operation.security)
        return calls

    # parameters

    def _write_parameters(self, parameters: Iterable[Parameter], accepted: list[str]) -> str:
        parts = [*map(self._write_parameter, parameters)]
        if accepted:
            schema = {"types": ["string"], "enum": accepted}
            parts.append(f'"header:{_ACCEPT}":{render_compact_json({"schema": schema})}')
        return "{" + ",".join(parts) + "}"

    def _write_parameter(self, parameter: Parameter) -> str:
        text = self._parameters.get(parameter.node)
        if text is None:
            schema = self.schemas.write(parameter.schema) if parameter.schema else "{}"
            if parameter.location is In.HEADER and parameter.name.lower() == "authorization":
                schema = _HIDDEN_TEXT
            examples = _join_examples(
                (_choose_label(example), _write_value(parameter, example))
                for example in parameter.examples
            )
            key = quote(f"{parameter.location.value}:{parameter.name}")
            text = self._parameters[parameter.node] = f'{key}:{{"schema":{schema}{examples}}}'
        return text

    # bodies

    def _write_bodies(self, operation: Operation, descriptions: Iterable[Mapping[str, Any]]) -> str:
        contents = operation.body.contents if operation.body is not None else ()
        return f"[{','.join(map(self._write_body, contents, descriptions))}]"

    def _write_body(self, media: MediaType, description: Mapping[str, Any]) -> str:
        kind, content_type = description["kind"], description["contentType"]
        if kind == "text":
            examples = self._write_text_examples(media)
        elif kind == "binary":
            examples = ""
        else:
            examples = _join_examples(
                (_choose_label(example), render_compact_json(example.value.value))
                for example in media.examples
                if example.value is not None
            )
        name = f',"name":{quote(media.name)}' if media.name != content_type else ""
        schema = f',"schema":{self.schemas.write(media.schema)}' if media.schema else ""
        types = _list_part_types(media) if kind == "multipart" and media.encoding else ""
        return "{" + f"{name}{schema}{types}{examples}".lstrip(",") + "}"

    def _write_text_examples(self, media: MediaType) -> str:
        examples = list_examples(self._reader, media, Side.REQUEST)
        return _join_examples(
            (example.summary or example.name, quote(example.text), example.is_built)
            for example in examples
            if example.link is None
        )

    # responses

    def _write_responses(self, responses: Iterable[Response]) -> str:
        return f"[{','.join(map(self._write_response, responses))}]"

    def _write_response(self, response: Response) -> str:
        contents = ",".join(map(self._write_content, response.contents))
        return f'{{"status":{quote(response.status)},"contents":[{contents}]}}'

    def _write_content(self, media: MediaType) -> str:
        text = self._responses.get(media.node)
        if text is None:
            text = f'{{"contentType":{quote(media.name)}'
            if media.schema is not None:
                text += f',"schema":{self.schemas.write(media.schema)}'
            if media.item_schema is not None:
                text += f',"items":{self.schemas.write(media.item_schema)}'
            text = self._responses[media.node] = text + "}"
        return text


def build_file(parts: Mapping[str, str], calls: Calls) -> PlaygroundFile:
    """Return a file of these JSON parts, named by its content."""
    # With a proxy, these are the addresses that readers may still call from the browser.
    direct = [source for source in calls.always if "//" in source]
    parts = {**parts, "direct": render_compact_json(direct)} if direct else parts
    text = "{" + ",".join(f'"{key}":{part}' for key, part in parts.items()) + "}"
    content = text.encode("utf-8", "replace")
    digest = hashlib.sha256(content).hexdigest()[:12]
    return PlaygroundFile(f"{FOLDER}/api/{digest}.json", content, calls)


# --- credentials --------------------------------------------------------------------------------


def list_schemes(security: Iterable[SecurityAlternative], auth: Auth) -> Iterator[dict[str, Any]]:
    """Return the details of security schemes, each once, with the scopes of all its uses."""
    uses: dict[str, SchemeUse] = {}
    scopes: dict[str, dict[str, None]] = {}
    for alternative in security:
        for use in alternative:
            uses.setdefault(use.scheme.key, use)
            scopes.setdefault(use.scheme.key, {}).update(dict.fromkeys(use.scopes))
    for key, use in uses.items():
        yield _describe_scheme(use.scheme, [*scopes[key]], auth)


def _describe_scheme(scheme: SecurityScheme, scopes: list[str], auth: Auth) -> dict[str, Any]:
    is_ours = scheme.key in {"bearer", "basic", "key"} and not (scheme.description or scheme.flows)
    options = {
        "in": scheme.location,
        "name": scheme.name,
        "scheme": scheme.scheme,
        "bearerFormat": scheme.bearer_format,
        "description": scheme.description,
        "openIdUrl": scheme.openid_url,
        "flows": [_describe_flow(flow) for flow in scheme.flows],
        "scopes": scopes,
        "labels": auth.name if is_ours and scheme.type == "http" else None,
        "prefix": auth.input_prefix if is_ours else None,
    }
    description: dict[str, Any] = {"key": scheme.key, "type": scheme.type}
    return description | {key: value for key, value in options.items() if value}


def _describe_flow(flow: OAuthFlow) -> dict[str, Any]:
    addresses = {
        "authorizationUrl": flow.authorization_url,
        "tokenUrl": flow.token_url,
        "refreshUrl": flow.refresh_url,
        "deviceUrl": flow.device_url,
    }
    urls = {key: url for key, url in addresses.items() if url}
    return {"kind": flow.kind, **urls, "scopes": [*map(list, flow.scopes)]}


def _list_part_types(media: MediaType) -> str:
    """Return the content types of parts for which the document has several, or a range."""
    types_by_name = {
        name: [each.strip() for each in (encoding.content_type or "").split(",", _MOST_TYPES)]
        for name, encoding in media.encoding.items()
    }
    choices = {
        name: types[:_MOST_TYPES]
        for name, types in types_by_name.items()
        if len(types) > 1 or types[0].endswith("/*")
    }
    return f',"types":{render_compact_json(choices)}' if choices else ""


def _list_accepted_types(operation: Operation) -> list[str]:
    """Return the media types to choose from, if responses come in several."""
    header_names = {
        each.name.lower() for each in operation.parameters if each.location is In.HEADER
    }
    all_types = [
        media.name
        for response in operation.responses
        if response.status.startswith("2")
        for media in response.contents
    ]
    types = [*dict.fromkeys(all_types)]
    return types if len(types) > 1 and _ACCEPT.lower() not in header_names else []


def _add_missing_fields(description: Mapping[str, Any], *, has_accept: bool) -> Mapping[str, Any]:
    """Return a description with fields for undocumented parts of the request.

    These are path parameters without a description, and the type of the response.
    """
    names = {each["name"] for each in description["parameters"] if each["in"] == "path"}
    variables = dict.fromkeys(_VARIABLE.findall(description["path"]))
    more = [_build_simple("path", name, required=True) for name in variables if name not in names]
    more.extend([_build_simple("header", _ACCEPT, required=False)] if has_accept else [])
    if not more:
        return description
    return {**description, "parameters": [*description["parameters"], *more]}


def _build_simple(place: str, name: str, *, required: bool) -> dict[str, Any]:
    parameter = {"name": name, "in": place, "required": required, "type": "string"}
    return {**parameter, "style": "simple", "explode": False}


def _choose_label(example: Example) -> str:
    return example.summary or example.name


def _write_value(parameter: Parameter, example: Example) -> str:
    if example.value is not None:
        return render_compact_json(example.value.value)
    if example.serialized is not None:
        return quote(strip_parameter_name(parameter, example.serialized))
    return ""


def _join_examples(examples: Iterable[tuple[str, str] | tuple[str, str, bool]]) -> str:
    """Return the examples of a value, each with a label, JSON, and whether it was generated."""
    parts: list[str] = []
    for label, value, *flags in examples:
        if value and len(value) <= _LONGEST_EXAMPLE and len(parts) < _MOST_EXAMPLES:
            mark = ',"built":true' if any(flags) else ""
            parts.append(f'{{"label":{quote(label)},"value":{value}{mark}}}')
    return f',"examples":[{",".join(parts)}]' if parts else ""
