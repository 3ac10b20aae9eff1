"""The tools for assistants, with their questions and answers."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from octavo.server.assistants.arguments import Argument
from octavo.server.assistants.index import SiteIndex
from octavo.server.assistants.read_site import ReadSite
from octavo.server.web.asgi import Scope
from octavo.values import Struct


class Question(Struct, frozen=True):
    """The question of an assistant."""

    arguments: Mapping[str, Any]
    """The validated arguments, without missing ones."""
    site: ReadSite
    index: SiteIndex
    sender: Scope | None = None
    """The request that contains it; None if the assistant runs on this computer."""


class ToolAnswer(Struct, frozen=True):
    """The answer for an assistant: a text, and the same as data if there is more than text."""

    text: str
    data: Mapping[str, Any] | None = None


class Tool(Struct, frozen=True):
    """A tool for assistants."""

    name: str
    title: str
    description: str
    arguments: tuple[Argument, ...]
    answer: Callable[[Question], Awaitable[ToolAnswer]]
    is_reading: bool = True
    """Whether it only reads."""


def build_data_answer(data: Mapping[str, Any]) -> ToolAnswer:
    """Return data as an answer, also as text for assistants that take only text."""
    return ToolAnswer(json.dumps(data, ensure_ascii=False), data)
