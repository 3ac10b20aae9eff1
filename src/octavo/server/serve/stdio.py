"""Answers an assistant that started this command on the same computer: MCP on standard input."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from octavo.problems import Problem
from octavo.server.assistants.door import load_sdk
from octavo.server.proxy.rules import AllowedNet, ProxyRules
from octavo.server.serve.current import CurrentSite
from octavo.server.serve.generation import SiteError, load_generation
from octavo.server.serve.metrics import Metrics
from octavo.server.serve.read_site import build_site_assistant
from octavo.values import Struct


class StdioOptions(Struct, frozen=True):
    """The options of the user."""

    folder: str
    site_url: str = ""
    has_calls: bool = False
    """Whether the assistant may call the API."""
    allow_nets: tuple[AllowedNet, ...] = ()
    """Private networks that these calls may reach."""


def serve_stdio(options: StdioOptions, say: Callable[[str], None]) -> tuple[Problem, ...]:
    """Answer until standard input ends; return why the server couldn't start.

    Raises `SdkMissingError`.
    """
    try:
        generation = load_generation(options.folder)
    except SiteError as error:
        return (error.problem,)

    def tell(problem: Problem) -> None:
        say(f"{problem.location.source}: {problem.message} [{problem.code}]")

    async def serve() -> None:
        current = CurrentSite(options.folder, generation, tell, Metrics(1))
        rules = ProxyRules(allow_nets=options.allow_nets) if options.has_calls else None
        assistant = build_site_assistant(current, options.site_url, say, rules)
        try:
            await load_sdk()(assistant).serve_stdio()
        finally:
            assistant.close()

    asyncio.run(serve())
    return ()
