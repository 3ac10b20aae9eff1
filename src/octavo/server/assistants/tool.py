"""What assistants may ask for, and what they are answered."""

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
    """What an assistant asks."""

    arguments: Mapping[str, Any]
    """Checked, and only those that were given."""
    site: ReadSite
    index: SiteIndex
    sender: Scope | None = None
    """The request that it came with; None if the assistant runs on this computer."""


class ToolAnswer(Struct, frozen=True):
    """What an assistant is answered: a text, and the same as data if it is more than a text."""

    text: str
    data: Mapping[str, Any] | None = None


class Tool(Struct, frozen=True):
    """Something that assistants may ask for."""

    name: str
    title: str
    description: str
    arguments: tuple[Argument, ...]
    answer: Callable[[Question], Awaitable[ToolAnswer]]
    is_reading: bool = True
    """Whether it changes nothing anywhere."""


def build_data_answer(data: Mapping[str, Any]) -> ToolAnswer:
    """Return data as an answer; not every assistant takes more than text."""
    return ToolAnswer(json.dumps(data, ensure_ascii=False), data)
