"""The section that says how callers prove who they are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from octavo.openapi.model import OAuthFlow, SchemeUse, SecurityAlternative, SecurityScheme
from octavo.render.api.markup import (
    Ids,
    Panel,
    build_id_part,
    render_head_row,
    render_pill,
    render_section_heading,
    render_switch,
)
from octavo.render.api.texts import Texts
from octavo.render.html import escape_attribute, escape_text
from octavo.settings.urls import clean_url
from octavo.values import dataclass

_MOST_SIDE_BY_SIDE = 3
"""So many alternatives are shown at once; of more, one is chosen from a list."""
_NOT_IN_TITLE = re.compile(r"[-_]+")
_FLOWS = {
    "authorizationCode": "Authorization code",
    "implicit": "Implicit",
    "password": "Password",
    "clientCredentials": "Client credentials",
    "deviceAuthorization": "Device authorization",
}
_ADDRESSES = (
    ("authorization_url", "Authorization"),
    ("device_url", "Device"),
    ("token_url", "Token"),
    ("refresh_url", "Refresh"),
)


def render_security(alternatives: Sequence[SecurityAlternative], id_: str, texts: Texts) -> str:
    """Return the section of an operation's alternatives, of which some ask for credentials."""
    required = [alternative for alternative in alternatives if alternative]
    is_optional = len(required) < len(alternatives)
    head = render_section_heading(id_, "Authorizations")
    intro = _render_intro(len(required), is_optional=is_optional)
    rows = _Rows(Ids(), texts, "optional" if is_optional else "required")
    if len(required) > _MOST_SIDE_BY_SIDE:
        panels = [rows.render_panel(alternative) for alternative in required]
        return render_switch(panels, "Authorization", head=head, intro=intro, as_list=True)
    boxed = len(required) > 1
    return "".join(
        [render_head_row(head), intro, *(rows.render(each, boxed=boxed) for each in required)]
    )


def _render_intro(count: int, *, is_optional: bool) -> str:
    words = f"Use one of these {count} ways." if count > 1 else ""
    if is_optional:
        words = f"{words} Requests without credentials are accepted too.".strip()
    return f'<p class="auth-intro">{words}</p>' if words else ""


@dataclass(frozen=True, slots=True)
class _Rows:
    """Renders the schemes of one section."""

    ids: Ids
    texts: Texts
    need: str
    """Whether a request without any of them is refused: `required` or `optional`."""

    def render_panel(self, alternative: SecurityAlternative) -> Panel:
        title = " & ".join(_NOT_IN_TITLE.sub(" ", use.scheme.key) for use in alternative)
        id_ = "auth-" + self.ids.make_unique(
            "-".join(build_id_part(use.scheme.key) for use in alternative)
        )
        return Panel(id_, title, self.render(alternative, boxed=False))

    def render(self, alternative: SecurityAlternative, *, boxed: bool) -> str:
        rows = "".join(map(self._render_use, alternative))
        if len(alternative) > 1:
            rows = f'<p class="auth-together">All of these together</p>{rows}'
        return f'<div class="auth-alternative">{rows}</div>' if boxed else rows

    def _render_use(self, use: SchemeUse) -> str:
        scheme = use.scheme
        id_ = f"auth.{self.ids.make_unique(build_id_part(scheme.key))}"
        name, location = _describe_credential(scheme)
        marks = [render_pill(_name_kind(scheme), "field-type")]
        marks.extend([render_pill(location)] if location else [])
        marks.append(render_pill(self.need, "field-required" if self.need == "required" else ""))
        if scheme.deprecated:
            marks.append(render_pill("deprecated", "field-deprecated"))
        own = self.texts.render(scheme.description) if scheme.description else ""
        sentence = _explain_scheme(scheme)
        content = own + (f"<p>{sentence}</p>" if sentence and not own else "")
        content += _render_scopes(use) + "".join(_render_flow(flow) for flow in scheme.flows)
        return (
            f'<div class="field" id="{id_}"><div class="field-head"><a class="field-link" '
            f'href="#{id_}" aria-label="Link to {escape_attribute(name)}"></a>'
            f'<code class="field-name">{escape_text(name)}</code> {" ".join(marks)}</div>'
            f'<div class="field-content">{content}</div></div>'
        )


def _describe_credential(scheme: SecurityScheme) -> tuple[str, str]:
    """Return where a credential is written: the name, and the part of the request."""
    if scheme.type == "apiKey":
        return scheme.name or scheme.key, scheme.location or ""
    if scheme.type == "mutualTLS":
        return scheme.key, ""
    return "Authorization", "header"


def _name_kind(scheme: SecurityScheme) -> str:
    if scheme.type == "http":
        return {"basic": "HTTP basic", "bearer": "bearer token"}.get(
            scheme.scheme or "", f"HTTP {scheme.scheme or 'authentication'}"
        )
    kinds = {
        "apiKey": "API key",
        "oauth2": "OAuth 2.0",
        "openIdConnect": "OpenID Connect",
        "mutualTLS": "client certificate",
    }
    return kinds.get(scheme.type, "credential")


def _explain_scheme(scheme: SecurityScheme) -> str:
    """Return how the credential looks in a request."""
    match scheme.type, scheme.scheme:
        case "http", "basic":
            return (
                "The word <code>Basic</code>, a space, and <code>username:password</code> "
                "encoded with Base64: <code>Basic &lt;encoded-value&gt;</code>."
            )
        case "http", "bearer" | None:
            form = (
                f" The token is a {escape_text(scheme.bearer_format)}."
                if scheme.bearer_format
                else ""
            )
            return (
                "The word <code>Bearer</code>, a space, and your token: "
                f"<code>Bearer &lt;token&gt;</code>.{form}"
            )
        case "http", other:
            return f"Credentials of the scheme <code>{escape_text(other or '')}</code>."
        case (("oauth2" | "openIdConnect"), _):
            return "The access token that you received: <code>Bearer &lt;token&gt;</code>."
        case "mutualTLS", _:
            return "The client proves itself by a certificate when the connection is made."
        case "apiKey", _:
            return _explain_key(scheme)
    return ""


def _explain_key(scheme: SecurityScheme) -> str:
    name = escape_text(scheme.name or scheme.key)
    places = {
        "header": f"Your key, in the header <code>{name}: &lt;api-key&gt;</code>.",
        "query": f"Your key, in the query <code>?{name}=&lt;api-key&gt;</code>.",
        "cookie": f"Your key, in the cookie <code>{name}=&lt;api-key&gt;</code>.",
    }
    return places.get(scheme.location or "", "")


def _render_scopes(use: SchemeUse) -> str:
    if not use.scopes:
        return ""
    meanings = {name: text for flow in use.scheme.flows for name, text in flow.scopes}
    word = "Scopes" if use.scheme.type in {"oauth2", "openIdConnect"} else "Roles"
    items = "".join(
        f"<li><code>{escape_text(scope)}</code>{_render_meaning(meanings.get(scope))}</li>"
        for scope in use.scopes
    )
    head = f'<p class="field-facts"><span>{word} needed</span></p>'
    return f'{head}<ul class="field-values">{items}</ul>'


def _render_meaning(text: str | None) -> str:
    return f" {escape_text(text)}" if text else ""


def _render_flow(flow: OAuthFlow) -> str:
    links = []
    for attribute, word in _ADDRESSES:
        url = getattr(flow, attribute)
        if url:
            links.append(f"<span>{word} {_render_link(url)}</span>")
    name = escape_text(_FLOWS.get(flow.kind, flow.kind))
    return f'<p class="field-facts"><span>{name} flow</span> {" ".join(links)}</p>'


def _render_link(url: str) -> str:
    safe = clean_url(url)
    code = f"<code>{escape_text(url)}</code>"
    if safe is None or not safe.startswith(("https://", "http://")):
        return code
    return f'<a href="{escape_attribute(safe)}" rel="noopener noreferrer nofollow">{code}</a>'
