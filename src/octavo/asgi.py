"""A site inside a web application: FastAPI, Starlette, Litestar, or any other that speaks ASGI.

    from octavo import asgi_app

    app.mount("/docs", asgi_app("dist"))

The application in front decides who may read it: everything of the site is answered here, below the
path where it is mounted, and nowhere else.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from ipaddress import ip_network
from typing import TYPE_CHECKING, Protocol

from octavo.outputs.proxy.rules import ProxyRules, parse_allowed_net, read_own_address
from octavo.outputs.serve.generation import SiteError
from octavo.outputs.serve.mounted import MountedSite
from octavo.problems import Problem, render_text
from octavo.project.missing_settings import OTHER_SETTINGS_NAME, SETTINGS_NAME
from octavo.project.walk import OUTPUT_MARK

if TYPE_CHECKING:
    from octavo.outputs.preview.live_document import ApiSource
    from octavo.outputs.web.static_site import Receive, Scope, Send

__all__ = ["asgi_app"]

Log = Callable[[str], None]


class _Mounted(Protocol):
    """What answers requests, until it is closed."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None: ...

    def close(self) -> None: ...


def asgi_app(  # noqa: PLR0913 (options of one call, each with its name)
    folder: str | os.PathLike[str],
    *,
    openapi: ApiSource | None = None,
    openapi_name: str = "openapi.json",
    proxy: bool = True,
    site_url: str = "",
    trusted_proxies: Iterable[str] = (),
    allow_nets: Iterable[str] = (),
    log: Log | None = None,
) -> SiteApplication:
    """Return a built site, or a project as it is now, as a web application (ASGI).

    - `openapi`: the API document of the running application, or a function that returns it. It is
      the file `openapi_name` of the project, which `site.json` names. Projects only.
    - `proxy`: whether the playground may send requests through this server.
    - `site_url`: the address at which readers reach the application. If it is given, the proxy
      answers under this name only, and never calls it.
    - `trusted_proxies`: networks of servers in front whose `X-Forwarded-For` is believed.
    - `allow_nets`: networks that are not public and that the playground may call.
    - `log`: takes lines about problems of the site, and about requests through the proxy.

    ValueError says why the folder cannot be served.
    """
    folder = os.fspath(folder)
    say: Log = log or _discard
    rules = _build_rules(site_url, trusted_proxies, allow_nets, say) if proxy else None
    if _is_project(folder):
        return SiteApplication(_open_project(folder, openapi, openapi_name, rules, say))
    if openapi is not None:
        raise ValueError(
            f"{folder}: a built site has its API reference already, so `openapi` needs a project: "
            f"name the folder with {SETTINGS_NAME}"
        )
    try:
        return SiteApplication(MountedSite(folder, rules, say))
    except SiteError as error:
        raise ValueError(_describe((error.problem,))) from error


class SiteApplication:
    """A site as a web application (ASGI)."""

    def __init__(self, site: _Mounted) -> None:
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; or begin and end, where no application is around this one."""
        if scope["type"] == "http":
            await self._site(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self._answer_lifespan(receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1000})

    async def _answer_lifespan(self, receive: Receive, send: Send) -> None:
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        self._site.close()
        await send({"type": "lifespan.shutdown.complete"})


def _is_project(folder: str) -> bool:
    def has(name: str) -> bool:
        return os.path.lexists(os.path.join(folder, name))

    return not has(OUTPUT_MARK) and (has(SETTINGS_NAME) or has(OTHER_SETTINGS_NAME))


def _open_project(
    folder: str, openapi: ApiSource | None, name: str, rules: ProxyRules | None, say: Log
) -> _Mounted:
    from octavo.outputs.preview.live_document import LiveDocument  # noqa: PLC0415 (built sites need no renderer)
    from octavo.outputs.preview.mounted import MountedProject, ProjectError  # noqa: PLC0415 (the same)

    document = None if openapi is None else LiveDocument(openapi, name)
    try:
        return MountedProject(folder, document, rules, say)
    except ProjectError as error:
        raise ValueError(_describe(error.problems)) from error


def _build_rules(
    site_url: str, trusted_proxies: Iterable[str], allow_nets: Iterable[str], say: Log
) -> ProxyRules:
    """Return what the proxy may do: under which names it is reached is for the application."""
    own = read_own_address(site_url)
    return ProxyRules(
        hosts=frozenset({own[0]}) if own else None,
        own=(own,) if own else (),
        allow_nets=tuple(map(parse_allowed_net, allow_nets)),
        trusted_proxies=tuple(map(ip_network, trusted_proxies)),
        log=say,
    )


def _describe(problems: Iterable[Problem]) -> str:
    return "\n".join(render_text(problem, lambda _source, _line: None) for problem in problems)


def _discard(_line: str) -> None:
    """Keep no log."""
