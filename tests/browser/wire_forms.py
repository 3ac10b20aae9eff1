"""The wire table as a site: each cell is an operation, whose form is filled in and sent.

The cells say what is described, what is filled in and what must arrive. Here they become an API
document, so that everything between the document and the network is the real thing: the page, the
form, the request modules, the sending.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.samples.echo_server import EchoServer
from tests.samples.wire_cells import FILES, Cell, Json, parameter
from tests.samples.wire_table import KEYS

SENDER = "form"
_FILE = {"type": "string", "format": "binary"}
_METHODS = frozenset("get put post delete options head patch trace query".split())
_JSON = "application/json"


@dataclass(frozen=True)
class FormCell:
    """A cell, and how it is filled in: by its fields, or as a text."""

    key: str
    cell: Cell
    as_text: bool = False

    @property
    def name(self) -> str:
        """What the cell is called in tests."""
        return f"{self.cell.name}, as text" if self.as_text else self.cell.name


def list_form_cells() -> Iterator[FormCell]:
    """Return the cells that a reader can fill in, JSON bodies twice: as fields and as a text."""
    for key, cell in {**KEYS, **OWN}.items():
        if why_not_typed(cell) is not None:
            continue
        has_fields = not isinstance(cell.body, Json) or isinstance(cell.body.value, dict | list)
        if has_fields:
            yield FormCell(key, cell)
        if isinstance(cell.body, Json):
            yield FormCell(f"{key}t", cell, as_text=True)


def why_not_typed(cell: Cell) -> str | None:
    """Return why a cell cannot be filled in by a reader, if so."""
    schemes = cell.description.get("security", [])
    chosen = cell.values.get("security")
    given = cell.values.get("credentials", {})
    if chosen is not None and any(each["key"] not in given for each in schemes[chosen]):
        return "placeholders stand for credentials in samples only"
    texts = json.dumps([cell.values.get("parameters"), cell.values.get("body")])
    if "\\r" in texts:
        return "text boxes of browsers hold no carriage returns"
    return None


def needs_proxy(cell: Cell) -> bool:
    """Tell whether a browser itself cannot send this: cookies, a body with GET."""
    return "Cookie" in cell.headers or (
        cell.description.get("method", "GET") == "GET" and cell.body is not None
    )


# --- Octavo's own cells -------------------------------------------------------------------------

_BIG = 12345678901234567890


def _parameter_cell(
    name: str, place: str, style: str, explode: bool, value: Any, target: str
) -> Cell:
    path = "/x{id}" if place == "path" else "/"
    described = {"path": path, "parameters": [parameter(place, style, explode, "id")]}
    return Cell(name, described, {"parameters": {f"{place}:id": value}}, target)


def _list_own_cells() -> Iterator[Cell]:
    """Return what samples cannot be asked for: numbers that JavaScript has no value for."""
    yield _parameter_cell("big integer in a path", "path", "simple", False, _BIG, f"/x{_BIG}")
    yield _parameter_cell("big integer in a query", "query", "form", True, _BIG, f"/?id={_BIG}")
    pair = [_BIG, -9007199254740993]
    yield _parameter_cell(
        "big integers in a list", "query", "form", False, pair, f"/?id={_BIG},-9007199254740993"
    )
    yield _parameter_cell(
        "big integer, deep",
        "query",
        "deepObject",
        True,
        {"a": {"b": _BIG}},
        f"/?id%5Ba%5D%5Bb%5D={_BIG}",
    )
    yield _parameter_cell(
        "big integer in an object in a list",
        "query",
        "form",
        True,
        [{"a": _BIG}],
        f"/?id=%7B%22a%22%3A{_BIG}%7D",
    )
    described = {"method": "POST", "bodies": [{"contentType": _JSON, "kind": "text"}]}
    nested = {"a": {"b": [{"c": None, "d": ""}, {"c": 1.5, "d": "é"}]}, "e": [], "f": {}}
    for name, value in {
        "JSON nested": nested,
        "JSON list of objects": [{"a": 1}, {"a": _BIG}],
        "JSON list of lists": [[1, 2], []],
        "JSON null and empty": {"a": None, "b": "", "c": False, "d": 0},
    }.items():
        text = json.dumps(value)
        values = {"parameters": {}, "body": {"contentType": _JSON, "text": text}}
        headers = {"Content-Type": _JSON}
        yield Cell(name, described, values, headers=headers, body=Json(value))


OWN = {f"o{number}": cell for number, cell in enumerate(_list_own_cells())}


# --- the API document ---------------------------------------------------------------------------


def write_project(root: Path, echo: EchoServer, cells: list[FormCell]) -> None:
    """Write a project whose API document has an operation for each cell."""
    paths: dict[str, Any] = {}
    schemes: dict[str, Any] = {}
    for form_cell in cells:
        cell, key = form_cell.cell, form_cell.key
        path = cell.description.get("path", "/")
        # The text after `#` is not sent: it distinguishes operations of one path.
        item = paths.setdefault(f"{path}{'' if '#' in path else '#'}{key}", {})
        method = cell.description.get("method", "GET")
        operation = _describe(form_cell, echo, schemes)
        if method.lower() in _METHODS:
            item[method.lower()] = operation
        else:
            item["additionalOperations"] = {method: operation}
    tree = {
        "openapi": "3.2.0",
        "info": {"title": "Wire", "version": "1"},
        "paths": paths,
        "components": {"securitySchemes": schemes},
    }
    settings = {
        "name": "Wire",
        "navigation": [{"group": "A", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "wire.json"}],
    }
    (root / "site.json").write_text(json.dumps(settings))
    (root / "wire.json").write_text(json.dumps(tree))
    (root / "index.mdx").write_text("---\ntitle: Wire\n---\n")


def _describe(form_cell: FormCell, echo: EchoServer, schemes: dict[str, Any]) -> dict[str, Any]:
    cell, key = form_cell.cell, form_cell.key
    described = cell.described(echo.base(SENDER, key))
    values = cell.values.get("parameters", {})
    operation: dict[str, Any] = {
        "summary": key,
        "parameters": [_describe_parameter(each, values) for each in described["parameters"]],
        "servers": [_describe_server(each) for each in described["servers"]],
        "security": [],
        "responses": {},
    }
    for alternative in described["security"]:
        names = [f"{key}-{scheme['key']}" for scheme in alternative]
        operation["security"].append({name: [] for name in names})
        for name, scheme in zip(names, alternative, strict=True):
            schemes[name] = {each: scheme[each] for each in scheme if each != "key"}
    if described["bodies"]:
        (body,) = described["bodies"]
        media = _describe_body(body, form_cell)
        operation["requestBody"] = {"content": {body["contentType"]: media}}
    return operation


def _describe_server(server: Mapping[str, Any]) -> dict[str, Any]:
    variables = {each["name"]: {"default": each["default"]} for each in server["variables"]}
    return {"url": server["url"], "variables": variables}


def _describe_parameter(described: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    value = values.get(f"{described['in']}:{described['name']}", "")
    if isinstance(value, str) and described.get("contentType") == _JSON:
        value = json.loads(value)
    schema = schema_of(value)
    written: dict[str, Any] = {
        key: described[key] for key in ("name", "in", "required") if key in described
    }
    if "contentType" in described:
        return {**written, "content": {described["contentType"]: {"schema": schema}}}
    style = {
        key: described[key] for key in ("style", "explode", "allowReserved") if key in described
    }
    return {**written, **style, "schema": schema}


def _describe_body(body: Mapping[str, Any], form_cell: FormCell) -> dict[str, Any]:
    value = form_cell.cell.values.get("body", {})
    if body["kind"] == "binary":
        return {}
    if body["kind"] == "text":
        is_json = isinstance(form_cell.cell.body, Json)
        if form_cell.as_text or (body["contentType"] == _JSON and not is_json):
            return {}
        return {"schema": schema_of(json.loads(value["text"])) if is_json else {"type": "string"}}
    fields = {field["name"]: field for field in body["fields"]}
    properties = {}
    encoding = {}
    for name, inner in value.get("fields", []):
        field = fields.get(name, {})
        properties[name] = _field_schema(field, inner)
        told = {key: field[key] for key in ("contentType", "style", "explode") if key in field}
        if told:
            encoding[name] = told
    schema = {"type": "object", "properties": properties}
    return {"schema": schema, "encoding": encoding}


def _field_schema(field: Mapping[str, Any], value: Any) -> dict[str, Any]:
    if field.get("file"):
        return {"type": "array", "items": _FILE} if isinstance(value, list) else _FILE
    return schema_of(field_value(field, value))


def field_value(field: Mapping[str, Any], value: Any) -> Any:
    """Return the value of a form's field as data: of a JSON type it is given as a text."""
    is_json = field.get("contentType") == _JSON and isinstance(value, str)
    return json.loads(value) if is_json else value


def schema_of(value: Any) -> dict[str, Any]:
    """Return a schema that a value follows."""
    match value:
        case None:
            return {"type": ["string", "null"]}
        case bool():
            return {"type": "boolean"}
        case int():
            return {"type": "integer"}
        case float():
            return {"type": "number"}
        case list():
            return {"type": "array", "items": _joined([schema_of(item) for item in value])}
        case dict():
            properties = {key: schema_of(inner) for key, inner in value.items()}
            return {"type": "object", "properties": properties}
    return {"type": "string"}


def _joined(schemas: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a schema for items that may be of several types."""
    kinds = {json.dumps(schema["type"]) for schema in schemas}
    if not schemas:
        return {"type": "string"}
    if len(kinds) == 1 and "properties" in schemas[0]:
        properties: dict[str, Any] = {}
        for schema in schemas:
            for name, inner in schema["properties"].items():
                known = properties.get(name)
                properties[name] = _joined([known, inner]) if known else inner
        return {"type": "object", "properties": properties}
    if len(kinds) == 1:
        return schemas[0]
    types = {type_ for schema in schemas for type_ in _types(schema)}
    if types <= {"string", "null"}:
        return {"type": ["string", "null"]}
    if types == {"string", "null", "number"}:
        return {"type": ["number", "null"]}
    return {}


def _types(schema: Mapping[str, Any]) -> list[str]:
    return [schema["type"]] if isinstance(schema["type"], str) else schema["type"]


# --- filling in ---------------------------------------------------------------------------------

# Everything happens in the page: asking the browser for each input would take minutes.
FILL_AND_SEND = """async ([address, steps]) => {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  const content = page.querySelector(".mdx-content");
  document.querySelector(".mdx-content").replaceWith(content);
  const script = document.querySelector('script[src$="/api/try-it.js"]').src;
  const { togglePlayground } = await import(script.replace("api/try-it", "playground/open"));
  await togglePlayground(content.querySelector(".endpoint-try"));
  const tell = (element, name) => element.dispatchEvent(new Event(name, { bubbles: true }));
  const actions = {
    fill: (input, text) => {
      input.value = text;
      if (input.value !== text) throw new Error(`the input holds ${input.value}`);
      tell(input, "input");
    },
    press: (element) => element.click(),
    pick: (select, text) => {
      select.value = [...select.options].find((option) => option.text === text).value;
      tell(select, "change");
    },
    lines: (input) => {
      const keys = { key: "Enter", shiftKey: true, bubbles: true, cancelable: true };
      input.dispatchEvent(new KeyboardEvent("keydown", keys));
    },
    files: (input, files) => {
      const transfer = new DataTransfer();
      for (const [name, text] of files) {
        const bytes = Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
      }
      input.files = transfer.files;
      tell(input, "change");
    },
  };
  const find = async (label) => {
    for (let tries = 0; tries < 12_000; tries++) {
      for (const closed of content.querySelectorAll("details:not([open])")) closed.open = true;
      const labels = [...content.querySelectorAll("label")];
      const found = content.querySelector(`[aria-label="${CSS.escape(label)}"]`)
        ?? labels.find(({ textContent }) => textContent.trim() === label)?.control;
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`nothing is called ${label}`);
  };
  const empty = [];
  for (const [action, label, value] of steps) {
    if (action === "empty") empty.push(label);
    else actions[action](await find(label), value);
  }
  const named = (words) => content.querySelector(`[aria-label="${CSS.escape(words)}"]`);
  // What may be left out has a switch; what must be sent is empty when the reader says so.
  for (const label of empty) named(`Send ${label}`)?.click();
  const missing = content.querySelector(".play-missing");
  const response = content.querySelector(".play-response");
  const send = async () => {
    content.querySelector(".play-send").click();
    // What is missing is told by a part that is loaded for it.
    for (let turn = 0; turn < 2000 && missing.hidden && !response.hasChildNodes(); turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await send();
  const offers = empty.map((label) => named(`Send it empty: ${label}`));
  const told = missing.hidden ? [] : offers.filter(Boolean);
  for (const button of told) button.click();
  if (told.length) await send();
  if (!missing.hidden) missing.querySelector(".play-button").click();
}"""

Step = tuple[str, str] | tuple[str, str, Any]
"""What to do, with the input that is called so, and a value."""


def list_steps(form_cell: FormCell) -> Iterator[Step]:
    """Return what a reader does to fill in everything that a cell says."""
    cell = form_cell.cell
    for name, text in cell.values.get("variables", {}).items():
        yield "fill", f"Server variable {name}", text
    for described in cell.description.get("parameters", []):
        key = f"{described['in']}:{described['name']}"
        if key in cell.values.get("parameters", {}):
            value = cell.values["parameters"][key]
            if isinstance(value, str) and described.get("contentType") == _JSON:
                value = json.loads(value)
            yield from _fill(described["name"], value)
    yield from _fill_credentials(cell)
    if "body" in cell.values:
        yield from _fill_body(form_cell, cell.values["body"])


def _fill(label: str, value: Any) -> Iterator[Step]:
    match value:
        case None:
            yield "press", f"Send null for {label}"
        case bool():
            yield "pick", label, json.dumps(value)
        case int() | float():
            yield "fill", label, json.dumps(value)
        case str():
            yield from _fill_text(label, value)
        case list():
            yield from _fill_list(label, value)
        case dict():
            yield from _fill_object(label, value)


def _is_item(label: str) -> bool:
    """Tell whether a label is that of an item, which is sent without more ado."""
    return ", item " in label.rpartition(".")[2]


def _fill_text(label: str, text: str) -> Iterator[Step]:
    if "\n" in text and label != "Body":
        yield "lines", label  # one line becomes several
    if text:
        yield "fill", label, text
    elif not _is_item(label):
        yield "empty", label


def _fill_list(label: str, items: list[Any]) -> Iterator[Step]:
    if not items and not _is_item(label):
        yield "empty", label
    is_mixed = schema_of(items)["items"] == {}
    for number, item in enumerate(items, 1):
        yield "press", f"Add item to {label}"
        if is_mixed:
            yield "fill", f"{label}, item {number}, as JSON", json.dumps(item)
        else:
            yield from _fill(f"{label}, item {number}", item)


def _fill_object(label: str, members: Mapping[str, Any]) -> Iterator[Step]:
    if not members:
        yield "fill", f"{label}, as JSON", "{}"
    prefix = "" if label == "Body" else f"{label}."
    for name, value in members.items():
        yield from _fill(prefix + name, value)


def _fill_body(form_cell: FormCell, body: Mapping[str, Any]) -> Iterator[Step]:
    cell = form_cell.cell
    if "file" in body:
        yield "files", "Body", _file_contents(body["file"])
    elif "fields" in body:
        (described,) = cell.description["bodies"]
        fields = {field["name"]: field for field in described["fields"]}
        for name, value in body["fields"]:
            if fields.get(name, {}).get("file"):
                names = value if isinstance(value, list) else [value]
                yield "files", name, _file_contents(*names)
            else:
                yield from _fill(name, field_value(fields.get(name, {}), value))
    elif form_cell.as_text or (body["contentType"] == _JSON and isinstance(cell.body, str)):
        yield "fill", "Body, as JSON", body["text"]
    elif isinstance(cell.body, Json):
        yield from _fill("Body", cell.body.value)
    else:
        yield from _fill("Body", body["text"])


def _file_contents(*names: str) -> list[tuple[str, str]]:
    return [(name, base64.b64encode(FILES[name]).decode()) for name in names]


def _fill_credentials(cell: Cell) -> Iterator[Step]:
    chosen = cell.values.get("security")
    if chosen is None:
        return
    schemes = {each["key"]: each for each in cell.description["security"][chosen]}
    for key, credential in cell.values["credentials"].items():
        if isinstance(credential, dict):
            yield "fill", "Username", credential["username"]
            yield "fill", "Password", credential["password"]
        else:
            yield "fill", schemes[key].get("name", "Token"), credential
