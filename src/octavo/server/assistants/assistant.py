"""Answers assistants: finds the tool, validates its arguments, opens the current site.

An assistant always gets an answer in words, and never details of an internal error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from octavo.server.assistants.arguments import ToolError, read_arguments
from octavo.server.assistants.index import SiteIndex
from octavo.server.assistants.read_site import OpenSite, SiteReplacedError
from octavo.server.assistants.reading import build_reading_tools
from octavo.server.assistants.tool import Question, Tool, ToolAnswer
from octavo.server.web.asgi import Scope

_SURROGATE = re.compile("[\ud800-\udfff]")


class Assistant:
    """The tools of a site, for its current state."""

    def __init__(
        self,
        open_site: OpenSite,
        tell: Callable[[str], None],
        further_tools: Sequence[Tool] = (),
    ) -> None:
        """Create the assistant; `tell` takes a line about each unexpected failure."""
        self.tools = (*build_reading_tools(), *further_tools)
        self._open_site = open_site
        self._tell = tell
        self._index = SiteIndex()

    async def answer(
        self, name: str, inputs: Mapping[str, Any], sender: Scope | None = None
    ) -> ToolAnswer:
        """Return the answer of a tool; `ToolError` says why there is none."""
        tool = next((each for each in self.tools if each.name == name), None)
        if tool is None:
            names = ", ".join(each.name for each in self.tools)
            raise ToolError(f"There is no tool `{_clean(name[:50])}`. There are {names}.")
        try:
            arguments = read_arguments(tool.arguments, inputs)
            try:
                return await self._ask(tool, arguments, sender)
            except SiteReplacedError:
                return await self._ask(tool, arguments, sender)
        except ToolError as error:
            raise ToolError(_clean(str(error))) from error
        except SiteReplacedError:
            raise ToolError("The site is being replaced. Ask again in a second.") from None
        except Exception as error:
            # The error may quote the arguments, so the log has only its type and its location.
            self._tell(f"mcp: {name} failed: {type(error).__name__}{_find_place(error)}")
            raise ToolError("The server itself has failed.") from None

    def close(self) -> None:
        """Release its resources."""
        self._index.close()

    async def _ask(
        self, tool: Tool, arguments: Mapping[str, Any], sender: Scope | None
    ) -> ToolAnswer:
        question = Question(arguments, await self._open_site(), self._index, sender)
        return await tool.answer(question)


def _clean(text: str) -> str:
    """Replace characters that can't be sent."""
    return _SURROGATE.sub("\ufffd", text)


def _find_place(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    return f" at {trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno}"
