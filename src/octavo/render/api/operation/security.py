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
from octavo.render.wording import ENGLISH, Wording
from octavo.settings.urls import clean_url
from octavo.values import dataclass

_MOST_SIDE_BY_SIDE = 3
"""So many alternatives are shown at once; of more, one is chosen from a list."""
_BETWEEN_TICKS = re.compile(r"`([^`]*)`")
_NOT_IN_TITLE = re.compile(r"[-_]+")
FLOWS = {
    "authorizationCode": "Authorization code",
    "implicit": "Implicit",
    "password": "Password",
    "clientCredentials": "Client credentials",
    "deviceAuthorization": "Device authorization",
}
ADDRESSES = (
    ("authorization_url", "Authorization"),
    ("device_url", "Device"),
    ("token_url", "Token"),
    ("refresh_url", "Refresh"),
)


def render_security(alternatives: Sequence[SecurityAlternative], id_: str, texts: Texts) -> str:
    """Return the section of an operation's alternatives, of which some ask for credentials."""
    required = [alternative for alternative in alternatives if alternative]
    is_optional = len(required) < len(alternatives)
    head = render_section_heading(id_, texts.say("Authorizations"), texts.say)
    intro = _render_intro(introduce(len(required), is_optional=is_optional, say=texts.say))
    rows = _Rows(Ids(), texts, "optional" if is_optional else "required")
    if len(required) > _MOST_SIDE_BY_SIDE:
        panels = [rows.render_panel(alternative) for alternative in required]
        return render_switch(
            panels, texts.say("Authorization"), head=head, intro=intro, as_list=True
        )
    boxed = len(required) > 1
    return "".join(
        [render_head_row(head), intro, *(rows.render(each, boxed=boxed) for each in required)]
    )


def introduce(count: int, *, is_optional: bool, say: Wording = ENGLISH) -> str:
    """Return what is said before so many ways to prove who calls."""
    words = say("Use one of these {count} ways.", count=count) if count > 1 else ""
    if is_optional:
        words = f"{words} {say('Requests without credentials are accepted too.')}".strip()
    return words


def _render_intro(words: str) -> str:
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
            rows = f'<p class="auth-together">{self.texts.say("All of these together")}</p>{rows}'
        return f'<div class="auth-alternative">{rows}</div>' if boxed else rows

    def _render_use(self, use: SchemeUse) -> str:
        scheme = use.scheme
        id_ = f"auth.{self.ids.make_unique(build_id_part(scheme.key))}"
        name, location = describe_credential(scheme)
        say = self.texts.say
        marks = [render_pill(name_kind(scheme, say), "field-type")]
        marks.extend([render_pill(location)] if location else [])
        marks.append(
            render_pill(say(self.need), "field-required" if self.need == "required" else "")
        )
        if scheme.deprecated:
            marks.append(render_pill(say("deprecated"), "field-deprecated"))
        own = self.texts.render(scheme.description) if scheme.description else ""
        sentence = explain_scheme(scheme, say)
        content = own + (f"<p>{_render_sentence(sentence)}</p>" if sentence and not own else "")
        content += _render_scopes(use, say)
        content += "".join(_render_flow(flow, say) for flow in scheme.flows)
        return (
            f'<div class="field" id="{id_}"><div class="field-head"><a class="field-link" '
            f'href="#{id_}" aria-label="{say("Link to {name}", name=escape_attribute(name))}"></a>'
            f'<code class="field-name">{escape_text(name)}</code> {" ".join(marks)}</div>'
            f'<div class="field-content">{content}</div></div>'
        )


def describe_credential(scheme: SecurityScheme) -> tuple[str, str]:
    """Return where a credential is written: the name, and the part of the request."""
    if scheme.type == "apiKey":
        return scheme.name or scheme.key, scheme.location or ""
    if scheme.type == "mutualTLS":
        return scheme.key, ""
    return "Authorization", "header"


def name_kind(scheme: SecurityScheme, say: Wording = ENGLISH) -> str:
    """Return what kind of credential a scheme asks for."""
    if scheme.type == "http":
        return {"basic": "HTTP basic", "bearer": say("bearer token")}.get(
            scheme.scheme or "", f"HTTP {scheme.scheme or say('authentication')}"
        )
    kinds = {
        "apiKey": say("API key"),
        "oauth2": "OAuth 2.0",
        "openIdConnect": "OpenID Connect",
        "mutualTLS": say("client certificate"),
    }
    return kinds.get(scheme.type, say("credential"))


def explain_scheme(scheme: SecurityScheme, say: Wording = ENGLISH) -> str:
    """Return how the credential looks in a request; code in it stands between backticks."""
    match scheme.type, scheme.scheme:
        case "http", "basic":
            return say(
                "The word {word}, a space, and {pair} encoded with Base64: {form}.",
                word="`Basic`",
                pair="`username:password`",
                form="`Basic <encoded-value>`",
            )
        case "http", "bearer" | None:
            words = say(
                "The word {word}, a space, and your token: {form}.",
                word="`Bearer`",
                form="`Bearer <token>`",
            )
            kind = scheme.bearer_format
            return f"{words} {say('The token is a {kind}.', kind=kind)}" if kind else words
        case "http", other:
            return say("Credentials of the scheme {scheme}.", scheme=f"`{other or ''}`")
        case (("oauth2" | "openIdConnect"), _):
            return say("The access token that you received: {form}.", form="`Bearer <token>`")
        case "mutualTLS", _:
            return say("The client proves itself by a certificate when the connection is made.")
        case "apiKey", _:
            return _explain_key(scheme, say)
    return ""


def _explain_key(scheme: SecurityScheme, say: Wording) -> str:
    name = (scheme.name or scheme.key).replace("`", "")
    places = {
        "header": say("Your key, in the header {form}.", form=f"`{name}: <api-key>`"),
        "query": say("Your key, in the query {form}.", form=f"`?{name}=<api-key>`"),
        "cookie": say("Your key, in the cookie {form}.", form=f"`{name}=<api-key>`"),
    }
    return places.get(scheme.location or "", "")


def _render_sentence(text: str) -> str:
    return _BETWEEN_TICKS.sub(r"<code>\1</code>", escape_text(text))


def _render_scopes(use: SchemeUse, say: Wording) -> str:
    if not use.scopes:
        return ""
    meanings = {name: text for flow in use.scheme.flows for name, text in flow.scopes}
    has_scopes = use.scheme.type in {"oauth2", "openIdConnect"}
    words = say("Scopes needed") if has_scopes else say("Roles needed")
    items = "".join(
        f"<li><code>{escape_text(scope)}</code>{_render_meaning(meanings.get(scope))}</li>"
        for scope in use.scopes
    )
    head = f'<p class="field-facts"><span>{words}</span></p>'
    return f'{head}<ul class="field-values">{items}</ul>'


def _render_meaning(text: str | None) -> str:
    return f" {escape_text(text)}" if text else ""


def _render_flow(flow: OAuthFlow, say: Wording) -> str:
    links = []
    for attribute, word in ADDRESSES:
        url = getattr(flow, attribute)
        if url:
            links.append(f"<span>{say(word)} {_render_link(url)}</span>")
    name = say("{name} flow", name=escape_text(say(FLOWS.get(flow.kind, flow.kind))))
    return f'<p class="field-facts"><span>{name}</span> {" ".join(links)}</p>'


def _render_link(url: str) -> str:
    safe = clean_url(url)
    code = f"<code>{escape_text(url)}</code>"
    if safe is None or not safe.startswith(("https://", "http://")):
        return code
    return f'<a href="{escape_attribute(safe)}" rel="noopener noreferrer nofollow">{code}</a>'
