"""Compares two versions of an operation, webhook or callback."""

from __future__ import annotations

import re
from collections.abc import Iterator

from octavo.openapi.changes.bodies import Descend, compare_bodies, compare_responses
from octavo.openapi.changes.effects import Change, Effect, Move, judge
from octavo.openapi.changes.schemas import SchemaComparison
from octavo.openapi.changes.security import compare_security
from octavo.openapi.changes.values import show
from octavo.openapi.model import (
    In,
    Node,
    Operation,
    OperationKey,
    Parameter,
    Server,
    Side,
)

_VARIABLE = re.compile(r"\{[^{}]*\}")
_WRITTEN = ("style", "explode", "allow_reserved", "content_type")
"""What decides how a parameter is written into a request."""


def name_operation(key: OperationKey) -> str:
    """Return what an operation is called in messages."""
    return f"webhook `{key.path}`" if key.is_webhook else f"{key.method} {key.path}"


def compare_operations(
    old: Operation, new: Operation, schemas: SchemaComparison
) -> Iterator[Change]:
    """Yield what changed of an operation itself; its schemas are left to `schemas`."""
    key = new.entry.key
    side, name = key.request_side, name_operation(key)
    nodes = old.entry.node, new.entry.node

    def descend(before: Node | None, after: Node | None, where: str) -> None:
        schemas.add(before, after, side_of[where.startswith("response")], f"{name}, {where}", key)

    side_of = {False: side, True: key.response_side}

    def say(move: Move, of: Side) -> Change:
        places = (move.old or nodes[0], move.new or nodes[1])
        return Change(move.code, judge(move, of), name, move.message, *places, of, (key,))

    for move in (
        *_compare_words(old, new),
        *_compare_parameters(old, new, descend=descend),
        *compare_bodies(old.body, new.body, side, descend),
        *compare_security(old.security, new.security),
        *_compare_servers(old.servers, new.servers),
    ):
        yield say(move, side)

    def find(status: str) -> tuple[Node | None, Node | None]:
        before, after = (_find_response(node, status) for node in nodes)
        return before, after

    for move in compare_responses(old.responses, new.responses, key.response_side, find, descend):
        yield say(move, key.response_side)
    yield from _compare_callbacks(old, new, schemas)


def _find_response(node: Node, status: str) -> Node | None:
    responses = node.get("responses")
    return responses.get(status) if responses else None


def _compare_words(old: Operation, new: Operation) -> Iterator[Move]:
    before, after = old.entry, new.entry
    if before.deprecated != after.deprecated:
        message = "is deprecated" if after.deprecated else "is no longer deprecated"
        yield Move("deprecated" if after.deprecated else "reactivated", Effect.NONE, message)
    if before.operation_id != after.operation_id:
        was, now = (
            show(each) if each else "none" for each in (before.operation_id, after.operation_id)
        )
        message = f"its operationId was {was} and is {now} now"
        yield Move("operation-id-changed", Effect.NONE, message)
    if before.tags != after.tags:
        was, now = (", ".join(map(show, each)) or "none" for each in (before.tags, after.tags))
        yield Move("tags-changed", Effect.NONE, f"its tags were {was} and are {now} now")
    for name in ("summary", "description"):
        if getattr(before, name) != getattr(after, name):
            yield Move("text-changed", Effect.NONE, f"its {name} changed")


def _identify(parameter: Parameter, path: str) -> tuple[str, str]:
    """Return the place and name of a parameter; for a variable of the path, its number."""
    if parameter.location is In.PATH:
        variables = [each[1:-1] for each in _VARIABLE.findall(path)]
        if parameter.name in variables:
            return ("path", str(variables.index(parameter.name)))
    name = parameter.name.lower() if parameter.location is In.HEADER else parameter.name
    return (parameter.location.value, name)


def _compare_parameters(old: Operation, new: Operation, *, descend: Descend) -> Iterator[Move]:
    before = {_identify(each, old.entry.key.path): each for each in old.parameters}
    after = {_identify(each, new.entry.key.path): each for each in new.parameters}
    gone = [each for key, each in before.items() if key not in after]
    come = [each for key, each in after.items() if key not in before]
    for first in list(gone):
        second = next((each for each in come if each.name == first.name), None)
        if second is not None:
            gone.remove(first)
            come.remove(second)
            was, now = first.location.value, second.location.value
            message = f"the parameter {show(first.name)} moved from {was} to {now}"
            yield Move("parameter-moved", Effect.OTHER, message, old=first.node, new=second.node)
    for each in gone:
        message = f"the {each.location.value} parameter {show(each.name)} was removed"
        firm = each.location is In.PATH
        yield Move("parameter-removed", Effect.NARROWER, message, firm, old=each.node)
    for each in come:
        kind = "required " if each.required else ""
        message = f"the {kind}{each.location.value} parameter {show(each.name)} was added"
        effect = Effect.NARROWER if each.required else Effect.WIDER
        yield Move("parameter-added", effect, message, new=each.node)
    for key, first in before.items():
        second = after.get(key)
        if second is not None:
            yield from _compare_parameter(first, second)
            where = f"{second.location.value} parameter `{second.name}`"
            descend(first.schema, second.schema, where)


def _compare_parameter(old: Parameter, new: Parameter) -> Iterator[Move]:
    words, places = f"the {new.location.value} parameter {show(new.name)}", (old.node, new.node)

    def say(code: str, effect: Effect, message: str) -> Move:
        return Move(code, effect, f"{words} {message}", True, *places)

    if old.required != new.required:
        effect = Effect.NARROWER if new.required else Effect.WIDER
        yield say(
            "parameter-required", effect, f"is {'required' if new.required else 'optional'} now"
        )
    for name in _WRITTEN:
        if getattr(old, name) != getattr(new, name):
            yield say("parameter-written", Effect.OTHER, f"is written with another `{name}`")
    if old.allow_empty != new.allow_empty:
        effect = Effect.WIDER if new.allow_empty else Effect.NARROWER
        yield say(
            "parameter-written", effect, "may be empty" if new.allow_empty else "may not be empty"
        )
    if old.name != new.name and old.location is In.PATH:
        yield say("parameter-renamed", Effect.NONE, f"was called {show(old.name)}")
    if old.deprecated != new.deprecated:
        code = "deprecated" if new.deprecated else "reactivated"
        yield say(
            code, Effect.NONE, "is deprecated" if new.deprecated else "is no longer deprecated"
        )
    if old.description != new.description:
        yield say("text-changed", Effect.NONE, "has another description")


def _compare_servers(old: tuple[Server, ...], new: tuple[Server, ...]) -> Iterator[Move]:
    before, after = ([each.url.rstrip("/") for each in servers] for servers in (old, new))
    for url in before:
        if url not in after:
            yield Move(
                "server-removed",
                Effect.WITHDRAWN,
                f"the server {show(url)} was removed",
                firm=False,
            )
    for url in after:
        if url not in before:
            yield Move("server-added", Effect.OFFERED, f"the server {show(url)} was added")


def _compare_callbacks(
    old: Operation, new: Operation, schemas: SchemaComparison
) -> Iterator[Change]:
    before, after = (
        {(each.name, each.expression, each.operation.entry.key.method): each for each in callbacks}
        for callbacks in (old.callbacks, new.callbacks)
    )
    name, key = name_operation(new.entry.key), new.entry.key
    for place in dict.fromkeys((*before, *after)):
        first, second = before.get(place), after.get(place)
        if first is not None and second is not None:
            yield from compare_operations(first.operation, second.operation, schemas)
            continue
        verb = "was added" if first is None else "was removed"
        effect = Effect.OFFERED if first is None else Effect.WITHDRAWN
        move = Move("callback-changed", effect, f"the callback {show(place[0])} {verb}")
        yield Change(
            move.code,
            judge(move, Side.REQUEST),
            name,
            move.message,
            first.operation.entry.node if first else old.entry.node,
            second.operation.entry.node if second else new.entry.node,
            operations=(key,),
        )
