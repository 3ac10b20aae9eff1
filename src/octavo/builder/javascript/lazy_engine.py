"""The JavaScript engine of a build, loaded when a page first needs it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from octavo.project.dates import find_build_time

if TYPE_CHECKING:
    from octavo.builder.javascript.engine import JavaScriptEngine
    from octavo.content.javascript.evaluation import Answer, Request


class LazyEngine:
    """Evaluates requests; `close` ends the process of the engine, if there is one."""

    def __init__(self) -> None:
        self._engine: JavaScriptEngine | None = None

    @cached_property
    def build_time(self) -> int:
        """The date for pages, in seconds since 1970."""
        return find_build_time()

    def evaluate(self, request: Request) -> Answer:
        """Return the answer to a request."""
        if self._engine is None:
            from octavo.builder.javascript.engine import JavaScriptEngine  # noqa: PLC0415 (the same)
            from octavo.render.content.components import COMPONENTS  # noqa: PLC0415 (the same)

            self._engine = JavaScriptEngine(COMPONENTS)
        return self._engine.evaluate(request)

    def close(self) -> None:
        """End the process, if there is one."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()
