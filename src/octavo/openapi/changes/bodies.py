"""Compares request bodies, responses and their headers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from octavo.openapi.changes.effects import Effect, Move
from octavo.openapi.changes.values import show
from octavo.openapi.examples.text import strip_media_type
from octavo.openapi.model import MediaType, Node, Parameter, RequestBody, Response, Side

Descend = Callable[[Node | None, Node | None, str], None]
"""Compares two schemas, and says where they are."""


def compare_bodies(
    old: RequestBody | None, new: RequestBody | None, side: Side, descend: Descend
) -> Iterator[Move]:
    """Yield what changed of the body of a request."""
    if old is None or new is None:
        if new is not None:
            effect = Effect.NARROWER if new.required else Effect.WIDER
            kind = "required" if new.required else "optional"
            yield Move("body-added", effect, f"a {kind} request body was added")
        elif old is not None:
            yield Move("body-removed", Effect.NARROWER, "the request body was removed")
        return
    if old.required != new.required:
        effect = Effect.NARROWER if new.required else Effect.WIDER
        kind = "required" if new.required else "optional"
        yield Move("body-required", effect, f"the request body is {kind} now")
    if old.description != new.description:
        message = "the description of the request body changed"
        yield Move("text-changed", Effect.NONE, message)
    yield from _compare_contents(old.contents, new.contents, side, "request body", descend)


def compare_responses(
    old: tuple[Response, ...],
    new: tuple[Response, ...],
    side: Side,
    find: Callable[[str], tuple[Node | None, Node | None]],
    descend: Descend,
) -> Iterator[Move]:
    """Yield what changed of the responses; `find` returns the places of a status."""
    before = {each.status: each for each in old}
    after = {each.status: each for each in new}
    for status, first, second in _match_statuses(before, after):
        before_place, after_place = find(status)
        say = partial(Move, old=before_place, new=after_place)
        if first is None or second is None:
            verb = "was added" if first is None else "was removed"
            effect = _judge_status(status, added=first is None, side=side)
            yield say("response-changed", effect, f"the response {show(status)} {verb}")
            continue
        name = f"response {status}"
        if first.description != second.description or first.summary != second.summary:
            message = f"the description of the {name} changed"
            yield say("text-changed", Effect.NONE, message)
        yield from _compare_headers(first.headers, second.headers, name, descend)
        yield from _compare_contents(first.contents, second.contents, side, name, descend)
        links = {each.name for each in first.links}, {each.name for each in second.links}
        for gone in sorted(links[0] - links[1]):
            message = f"the link {show(gone)} of the {name} was removed"
            yield say("link-removed", Effect.WITHDRAWN, message, firm=False)
        for come in sorted(links[1] - links[0]):
            message = f"the link {show(come)} of the {name} was added"
            yield say("link-added", Effect.OFFERED, message)


def _match_statuses(
    old: Mapping[str, Response], new: Mapping[str, Response]
) -> Iterator[tuple[str, Response | None, Response | None]]:
    """Pair responses of the same status; `2XX` stands for one of its class that is missing."""
    left = dict(new)
    for status, first in old.items():
        second = left.pop(status, None) or left.pop(f"{status[0]}XX", None)
        if second is None and status.endswith("XX"):
            same = next((each for each in left if each[0] == status[0] and each not in old), "")
            second = left.pop(same, None)
        yield status, first, second
    yield from ((status, None, second) for status, second in left.items())


def _judge_status(status: str, *, added: bool, side: Side) -> Effect:
    if side is Side.REQUEST:  # the client answers, such as a webhook
        return Effect.WIDER if added else Effect.NARROWER
    if added:
        return Effect.OFFERED
    # Clients wait for a success; one error less hurts nobody.
    return Effect.WITHDRAWN if status.startswith("2") else Effect.NARROWER


def _compare_headers(
    old: tuple[Parameter, ...], new: tuple[Parameter, ...], name: str, descend: Descend
) -> Iterator[Move]:
    before = {each.name.lower(): each for each in old}
    after = {each.name.lower(): each for each in new}
    for key in dict.fromkeys((*before, *after)):
        first, second = before.get(key), after.get(key)
        say = partial(Move, old=first.node if first else None, new=second.node if second else None)
        words = f"the header {show((first or second or old[0]).name)} of the {name}"
        if first is None:
            yield say("header-added", Effect.OFFERED, f"{words} was added")
        elif second is None:
            firm = first.required
            yield say("header-removed", Effect.WIDER, f"{words} was removed", firm)
        else:
            if first.required != second.required:
                effect = Effect.NARROWER if second.required else Effect.WIDER
                kind = "required" if second.required else "optional"
                yield say("header-required", effect, f"{words} is {kind} now")
            descend(first.schema, second.schema, f"{name}, header `{second.name}`")


def _compare_contents(
    old: tuple[MediaType, ...],
    new: tuple[MediaType, ...],
    side: Side,
    name: str,
    descend: Descend,
) -> Iterator[Move]:
    before = {strip_media_type(each.name): each for each in old}
    after = {strip_media_type(each.name): each for each in new}
    for key in dict.fromkeys((*before, *after)):
        first, second = before.get(key), after.get(key)
        say = partial(Move, old=first.node if first else None, new=second.node if second else None)
        words = f"the media type {show(key)} of the {name}"
        if first is None or second is None:
            verb = "was added" if first is None else "was removed"
            effect = Effect.OFFERED if first is None else Effect.WITHDRAWN
            yield say("media-type-changed", effect, f"{words} {verb}")
            continue
        where = name if len(after) == 1 else f"{name} ({key})"
        for schemas in ((first.schema, second.schema), (first.item_schema, second.item_schema)):
            descend(*schemas, where)
            if (schemas[0] is None) != (schemas[1] is None):
                effect = Effect.NARROWER if schemas[0] is None else Effect.WIDER
                verb = "has a schema now" if schemas[0] is None else "no longer has a schema"
                yield say("schema-changed", effect, f"{words} {verb}", firm=schemas[0] is None)
        if side is Side.REQUEST and first.encoding != second.encoding:
            yield say("encoding-changed", Effect.OTHER, f"the encoding of {words} changed")
