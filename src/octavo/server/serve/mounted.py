"""A built site inside another application, which decides on access."""

from __future__ import annotations

import weakref
from collections.abc import Callable

from octavo.builder.served.file_headers import ALWAYS
from octavo.problems import Problem, render_text
from octavo.server.feedback.service import FeedbackService
from octavo.server.proxy.rules import ProxyRules
from octavo.server.serve.app import ServedApp, build_site_proxy
from octavo.server.serve.current import CurrentSite
from octavo.server.serve.generation import load_generation
from octavo.server.serve.metrics import Metrics
from octavo.server.web.asgi import Receive, Scope, Send
from octavo.server.web.static_site import find_root_path, send_text


class MountedSite:
    """A built site in a web application (ASGI); creating it may raise `SiteError`."""

    def __init__(
        self,
        folder: str,
        rules: ProxyRules | None,
        say: Callable[[str], None],
        feedback: FeedbackService | None = None,
    ) -> None:
        def tell(problem: Problem) -> None:
            say(render_text(problem, lambda _source, _line: None))

        metrics = Metrics(1)
        self._current = CurrentSite(folder, load_generation(folder), tell, metrics)
        self._say = say
        self._let_go = weakref.finalize(self, self._current.close)
        self._feedback = feedback
        note = feedback.note_call if feedback is not None else None
        proxy = build_site_proxy(self._current, rules, None, note) if rules is not None else None
        self._app = ServedApp(
            self._current, metrics, lambda _request: None, proxy, feedback=feedback
        )

    def let_assistants_read(self, rules: ProxyRules, site_url: str, *, has_calls: bool) -> None:
        """Answer assistants, too; raise `SdkMissingError` without the SDK."""
        from octavo.server.assistants.web import McpApp  # noqa: PLC0415 (few sites need it)
        from octavo.server.serve.read_site import build_site_assistant  # noqa: PLC0415 (the same)

        calls = rules if has_calls else None
        assistant = build_site_assistant(self._current, site_url, self._say, calls)
        self._app.mcp = McpApp(assistant, rules)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, if the site was built for its path."""
        root = find_root_path(scope)
        base_path = (await self._current.get()).manifest.base_path
        if root and root != base_path:
            await send_text(send, 500, _explain_path(root, base_path), ALWAYS)
        else:
            await self._app(scope, receive, send)

    def close(self) -> None:
        """Close the folder, and write waiting feedback."""
        if self._feedback is not None:
            self._feedback.close()
        if self._app.mcp is not None:
            self._app.mcp.close()
        self._let_go()


def _explain_path(root: str, base_path: str) -> str:
    return (
        f"This site was built for the path {base_path or '/'} but is mounted at {root}, "
        "so its links are wrong.\n"
        f"Build it for this path: octavo build --base-path {root}\n"
    )
