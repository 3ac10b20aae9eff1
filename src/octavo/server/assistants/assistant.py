"""Answers assistants: finds the tool, checks what they ask with, opens the site as it is now.

Whatever happens, an assistant gets an answer in words, and never what went wrong inside.
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
    """The tools of a site, over its present state."""

    def __init__(
        self,
        open_site: OpenSite,
        tell: Callable[[str], None],
        further_tools: Sequence[Tool] = (),
    ) -> None:
        """Make it; `tell` takes a line when something fails that should not."""
        self.tools = (*build_reading_tools(), *further_tools)
        self._open_site = open_site
        self._tell = tell
        self._index = SiteIndex()

    async def answer(
        self, name: str, inputs: Mapping[str, Any], sender: Scope | None = None
    ) -> ToolAnswer:
        """Return what a tool answers; `ToolError` says why it does not."""
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
            # The error may quote what was asked, so only its kind and its place are told.
            self._tell(f"mcp: {name} failed: {type(error).__name__}{_find_place(error)}")
            raise ToolError("The server itself has failed.") from None

    def close(self) -> None:
        """End what works for it."""
        self._index.close()

    async def _ask(
        self, tool: Tool, arguments: Mapping[str, Any], sender: Scope | None
    ) -> ToolAnswer:
        question = Question(arguments, await self._open_site(), self._index, sender)
        return await tool.answer(question)


def _clean(text: str) -> str:
    """Replace what cannot be sent."""
    return _SURROGATE.sub("\ufffd", text)


def _find_place(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    return f" at {trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno}"
