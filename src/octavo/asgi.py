"""A site inside a web application: FastAPI, Starlette, Litestar, or any other ASGI framework.

    from octavo import asgi_app

    app.mount("/docs", asgi_app("dist"))

The application controls access to the site. All parts of the site are below the path where it is
mounted.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any, Protocol

from octavo.problems import Problem, render_text
from octavo.project.missing_settings import OTHER_SETTINGS_NAME, SETTINGS_NAME
from octavo.project.walk import OUTPUT_MARK
from octavo.server.feedback.app import SenderRules
from octavo.server.feedback.places import check_place
from octavo.server.feedback.service import FeedbackService, build_feedback_options
from octavo.server.proxy.rules import ProxyRules, parse_allowed_net, read_own_address
from octavo.server.serve.generation import SiteError
from octavo.server.serve.mounted import MountedSite
from octavo.server.web.senders import list_https_hosts
from octavo.server.web.static_site import keep_private
from octavo.settings.urls import read_site_url

if TYPE_CHECKING:
    from octavo.preview.api_document.live_document import ApiSource, LiveDocument
    from octavo.server.web.asgi import Receive, Scope, Send

__all__ = ["asgi_app"]

Log = Callable[[str], None]


class _Mounted(Protocol):
    """An application that answers requests until it is closed."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None: ...

    def close(self) -> None: ...

    def let_assistants_read(self, rules: ProxyRules, site_url: str, *, has_calls: bool) -> None: ...


def asgi_app(  # noqa: PLR0913 (options of one call, each with its name)
    folder: str | os.PathLike[str] | None = None,
    *,
    openapi: Any = None,
    openapi_name: str = "openapi.json",
    proxy: bool = True,
    site_url: str = "",
    trusted_proxies: Iterable[str] = (),
    allow_nets: Iterable[str] = (),
    database: str = "",
    count: Iterable[str] = (),
    keep_days: int | None = None,
    insights_token: str = "",
    insights_over_http: bool = False,
    mcp: bool = False,
    mcp_calls: bool = False,
    public: bool = False,
    log: Log | None = None,
) -> SiteApplication:
    """Return a built site, a live project, or an API reference, as a web application (ASGI).

    - `openapi`: the API document of the application, or a function that returns it. In a project,
      it is the file `openapi_name`. Without a folder it can be an application or a path, too.
    - `proxy`: whether the playground may send requests through this server.
    - `site_url`: the public address of the application. With it, the proxy answers only under this
      name, and never calls it; the pages of a project use it for their full addresses.
    - `trusted_proxies`: networks of proxies whose `X-Forwarded-For` headers count.
    - `allow_nets`: private networks that the playground may call.
    - `database`: the storage for feedback, such as `sqlite:/var/lib/octavo/feedback.db`.
    - `count`: other events to count there: `views`, `searches`, `missing`, `calls`.
    - `keep_days`: how many days to keep this data.
    - `insights_token`: opens the page `/_octavo/insights`; `insights_over_http` also without TLS.
    - `mcp`: whether assistants may read the site, at `/mcp` below it; needs the extra `mcp`. With
      `mcp_calls` they may also call the documented API, like the playground does.
    - `public`: whether the site is public, so that shared caches may store it.
    - `log`: takes lines about problems of the site, and about requests through the proxy.

    Raises ValueError if the folder can't be served.
    """
    say, site_url = log or _discard, _read_site_url(site_url)
    folder = None if folder is None else os.fspath(folder)
    rules = _build_rules(site_url, trusted_proxies, allow_nets, say)
    kept = database, count, keep_days, insights_token, insights_over_http
    feedback = _build_feedback(folder, say, rules, site_url, *kept) if database else None
    proxy_rules = rules if proxy else None
    if mcp_calls and not (mcp and proxy):
        raise ValueError("`mcp_calls` needs `mcp` and `proxy`")
    site: _Mounted
    if folder is None:
        site = _open_reference(openapi, proxy_rules, site_url, say, feedback)
    elif _is_project(folder):
        document = _open_document(openapi, openapi_name)
        site = _open_project(folder, document, proxy_rules, site_url, say, feedback)
    elif openapi is not None:
        raise _refuse_document(folder)
    else:
        site = _open_built_site(folder, proxy_rules, say, feedback)
    if mcp:
        _let_assistants_read(site, rules, site_url, has_calls=mcp_calls)
    return SiteApplication(site, is_public=public)


class SiteApplication:
    """A site as a web application (ASGI)."""

    def __init__(self, site: _Mounted, *, is_public: bool) -> None:
        self._site = site
        self._is_public = is_public

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or a lifespan event if no other application does."""
        if scope["type"] == "http":
            await self._site(scope, receive, send if self._is_public else keep_private(send))
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


def _read_site_url(text: str) -> str:
    url = read_site_url(text) if text else ""
    if url is None:
        raise ValueError(f"{text!r} is no address of a site: write it as https://example.com")
    return url


def _open_document(openapi: ApiSource | None, name: str) -> LiveDocument | None:
    from octavo.preview.api_document.live_document import LiveDocument  # noqa: PLC0415 (built sites need no renderer)

    return None if openapi is None else LiveDocument(openapi, name)


def _refuse_document(folder: str) -> ValueError:
    return ValueError(
        f"{folder}: a built site has its API reference already, so `openapi` needs a project: "
        f"name the folder with {SETTINGS_NAME}"
    )


def _open_built_site(
    folder: str, rules: ProxyRules | None, say: Log, feedback: FeedbackService | None
) -> _Mounted:
    try:
        return MountedSite(folder, rules, say, feedback)
    except SiteError as error:
        raise ValueError(_describe((error.problem,))) from error


def _let_assistants_read(
    site: _Mounted, rules: ProxyRules, site_url: str, *, has_calls: bool
) -> None:
    from octavo.server.assistants.door import SdkMissingError  # noqa: PLC0415 (few sites need it)

    try:
        site.let_assistants_read(rules, site_url, has_calls=has_calls)
    except SdkMissingError as error:
        raise ValueError(f"`mcp`: {error}") from None


def _open_project(
    folder: str,
    document: LiveDocument | None,
    rules: ProxyRules | None,
    site_url: str,
    say: Log,
    feedback: FeedbackService | None,
) -> _Mounted:
    from octavo.preview.mounted import MountedProject, ProjectError  # noqa: PLC0415 (see above)

    try:
        return MountedProject(folder, document, rules, site_url, say, feedback)
    except ProjectError as error:
        raise ValueError(_describe(error.problems)) from error


def _open_reference(
    openapi: Any,
    rules: ProxyRules | None,
    site_url: str,
    say: Log,
    feedback: FeedbackService | None,
) -> _Mounted:
    from octavo.preview.mounted_reference import MountedReference, UnusableReferenceError  # noqa: PLC0415 (see above)

    if openapi is None:
        raise ValueError("name a folder, or give `openapi`")
    try:
        return MountedReference(openapi, rules, site_url, say, feedback)
    except UnusableReferenceError as error:
        raise ValueError(str(error)) from None


def _build_rules(
    site_url: str, trusted_proxies: Iterable[str], allow_nets: Iterable[str], say: Log
) -> ProxyRules:
    """Return the rules for the proxy; the application decides on valid host names."""
    own = read_own_address(site_url)
    return ProxyRules(
        hosts=frozenset({own[0]}) if own else None,
        own=(own,) if own else (),
        allow_nets=tuple(map(parse_allowed_net, allow_nets)),
        trusted_proxies=tuple(map(ip_network, trusted_proxies)),
        log=say,
    )


def _build_feedback(
    folder: str | None, say: Log, rules: ProxyRules, site_url: str, *values: Any
) -> FeedbackService:
    """Return the feedback service for the values of `build_feedback_options`."""
    options = build_feedback_options(*values)
    if options.database.kind == "sqlite":
        site = None if folder is None or _is_project(folder) else folder
        if warning := check_place(options.database.place, site, "the database"):
            say(warning)
    hosts = list_https_hosts(site_url)
    return FeedbackService(options, SenderRules(rules.hosts, rules.trusted_proxies, hosts))


def _describe(problems: Iterable[Problem]) -> str:
    return "\n".join(render_text(problem, lambda _source, _line: None) for problem in problems)


def _discard(_line: str) -> None:
    """Discard the log."""
