"""The section about credentials of callers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from octavo.openapi.model import OAuthFlow, SchemeUse, SecurityAlternative, SecurityScheme
from octavo.reference import view
from octavo.reference.facts.about import DEPRECATED, REQUIRED, link_address
from octavo.reference.view import Code, Words, say
from octavo.reference.weight import build_fields
from octavo.values import replace

SECURITY = "authorizations"
"""The id of the section."""
_MOST_SIDE_BY_SIDE = 3
"""How many alternatives are shown at once; more of them become a list to choose from."""
_SHORT_TEXT = 160
"""The longest description that isn't folded after the first sentence."""
_LONGEST_SENTENCE = 400
_MOST_SCOPES = 8
"""So many scopes of a flow are shown at once."""
_TITLE = re.compile(r"\s*(?:#[^\n]*\n\s*)?")
_SENTENCE_END = re.compile(r"[.!?](?=\s|\Z)")
_PAIRS = ("`", "*", "_", '"')
_NOT_IN_TITLE = re.compile(r"[-_]+")
_FLOWS = {
    "authorizationCode": say("Authorization code"),
    "implicit": say("Implicit"),
    "password": say("Password"),
    "clientCredentials": say("Client credentials"),
    "deviceAuthorization": say("Device authorization"),
}
_KINDS = {
    ("http", "basic"): Words("HTTP basic"),
    ("http", "bearer"): say("bearer token"),
    ("apiKey", None): say("API key"),
    ("oauth2", None): Words("OAuth 2.0"),
    ("openIdConnect", None): Words("OpenID Connect"),
    ("mutualTLS", None): say("client certificate"),
}
_BASIC = say(
    "The word {word}, a space, and {pair} encoded with Base64: {form}.",
    word=Code("Basic"),
    pair=Code("username:password"),
    form=Code("Basic <encoded-value>"),
)
_BEARER = Code("Bearer <token>")
_TOKEN = say("The word {word}, a space, and your token: {form}.", word=Code("Bearer"), form=_BEARER)
_KEYS = {
    "header": (say("Your key, in the header {form}."), "{name}: <api-key>"),
    "query": (say("Your key, in the query {form}."), "?{name}=<api-key>"),
    "cookie": (say("Your key, in the cookie {form}."), "{name}=<api-key>"),
}


def tell_access(security: Sequence[SecurityAlternative]) -> Words:
    """Return whether callers need credentials; no words if the operation needs none."""
    if not any(security):
        return view.NO_WORDS
    return say("Authentication required") if all(security) else say("Authentication optional")


def view_security(alternatives: Sequence[SecurityAlternative], id_: str) -> view.Section:
    """Return the section of an operation's alternatives, if some need credentials."""
    required = [alternative for alternative in alternatives if alternative]
    is_optional = len(required) < len(alternatives)
    heading = view.Heading(id_, say("Authorizations"))
    intro = tuple(_introduce(len(required), is_optional=is_optional))
    own, need = view.Ids(), view.Mark(say("optional")) if is_optional else REQUIRED
    if len(required) > _MOST_SIDE_BY_SIDE:
        panels = tuple(_build_panel(each, own, need) for each in required)
        label = say("Authorization")
        switch = view.Switch(panels, label, "security", (heading,), intro, as_list=True)
        return view.Section(heading, (switch,))
    lists = [_list_uses(each, own, need) for each in required]
    parts = [view.Group(each) for each in lists] if len(required) > 1 else lists[0]
    return view.Section(heading, (view.Head((heading,)), *intro, *parts))


def list_schemes(schemes: Sequence[SecurityScheme]) -> view.Listed:
    """Return all the ways to prove who calls, and how readers get each."""
    ids = view.Ids()
    return view.Listed(build_fields([_view_scheme(each, ids) for each in schemes], 0), "auth")


def _view_scheme(scheme: SecurityScheme, ids: view.Ids) -> view.Field:
    """Return a scheme by its name, with every flow and its scopes."""
    name, location = _describe_credential(scheme)
    marks = [view.Mark(_name_kind(scheme), "field-type"), *[DEPRECATED] * scheme.deprecated]
    text = scheme.description or ""
    where = Words("{place} {name}", (("place", location), ("name", Code(name))))
    facts = (where,) if scheme.type == "apiKey" and location in _KEYS else ()
    about = view.About(marks=tuple(marks), text=text, facts=facts, weight=len(text))
    sentence = None if text else _explain(scheme)
    inside: list[view.Part] = [view.Line(sentence)] if sentence else []
    if scheme.openid_url:
        link = Words(say("Discovery").text, then=link_address(scheme.openid_url))
        inside.append(view.AboutValue(view.About(facts=(link,)), is_whole=False))
    for flow in scheme.flows:
        scopes = tuple(view.Item(Code(scope), text) for scope, text in flow.scopes)
        inside += [_describe_flow(flow), *([_fold_scopes(scopes)] if scopes else [])]
    id_ = view.PREFIX + ids.make_unique(view.build_id_part(scheme.key))
    return view.Field(id_, scheme.key, about, tuple(inside))


def _fold_scopes(scopes: tuple[view.Item, ...]) -> view.Part:
    items = view.Items(scopes, is_prose=False)
    if len(scopes) <= _MOST_SCOPES:
        return replace(items, title=say("Scopes"))
    return view.Expand(say("{count} scopes", count=str(len(scopes))), (items,))


def _introduce(count: int, *, is_optional: bool) -> Iterator[view.Part]:
    """Yield the sentence about the number of alternatives."""
    accepted = say("Requests without credentials are accepted too.")
    if count > 1:
        words = say("Use one of these {count} ways.", count=str(count))
        yield view.Line(view.join_words(words, accepted) if is_optional else words, "auth-intro")
    elif is_optional:
        yield view.Line(accepted, "auth-intro")


def _build_panel(alternative: SecurityAlternative, ids: view.Ids, need: view.Mark) -> view.Panel:
    title = " & ".join(_NOT_IN_TITLE.sub(" ", use.scheme.key) for use in alternative)
    id_ = ids.make_unique("-".join(view.build_id_part(use.scheme.key) for use in alternative))
    return view.Panel(f"auth-{id_}", title, _list_uses(alternative, ids, need))


def _list_uses(
    alternative: SecurityAlternative, ids: view.Ids, need: view.Mark
) -> tuple[view.Part, ...]:
    rows = [_build_use(use, ids, need) for use in alternative]
    fields = view.Listed(build_fields(rows, len(rows)), "auth")
    together = view.Line(say("All of these together"), "auth-together")
    return (together, fields) if len(alternative) > 1 else (fields,)


def _build_use(use: SchemeUse, ids: view.Ids, need: view.Mark) -> view.Field:
    scheme = use.scheme
    name, location = _describe_credential(scheme)
    marks = [view.Mark(_name_kind(scheme), "field-type")]
    marks += [view.Mark(location)] if location else []
    marks += [need] + [DEPRECATED] * scheme.deprecated
    text, rest = _fold_text(scheme.description or "")
    about = view.About(marks=tuple(marks), text=text, weight=len(text))
    sentence = None if scheme.description else _explain(scheme)
    inside: list[view.Part] = [view.Line(sentence)] if sentence else []
    inside += [view.Expand(say("more"), (view.Prose(rest),))] if rest else []
    inside += _list_scopes(use)
    inside += [_describe_flow(flow) for flow in scheme.flows]
    id_ = view.PREFIX + ids.make_unique(view.build_id_part(scheme.key))
    return view.Field(id_, name, about, tuple(inside))


def _fold_text(text: str) -> tuple[str, str]:
    """Split a long Markdown text after its first sentence, if that is plain text."""
    begin = _TITLE.match(text)
    start = begin.end() if begin else 0
    paragraph = text[start:].partition("\n\n")[0][:_LONGEST_SENTENCE]
    if len(text) <= _SHORT_TEXT or not paragraph[:1].isalpha():
        return text, ""
    for match in _SENTENCE_END.finditer(paragraph):
        sentence = paragraph[: match.end()]
        if not any(sentence.count(mark) % 2 for mark in _PAIRS) and _is_closed(sentence):
            return text[: start + match.end()], text[start + match.end() :].strip()
    return text, ""


def _is_closed(sentence: str) -> bool:
    """Tell whether every bracket of a sentence is closed in it."""
    return all(sentence.count(mark[0]) == sentence.count(mark[1]) for mark in ("()", "[]", "<>"))


def _describe_credential(scheme: SecurityScheme) -> tuple[str, str]:
    """Return the location of a credential: the name, and the part of the request."""
    if scheme.type == "apiKey":
        return scheme.name or scheme.key, scheme.location or ""
    if scheme.type == "mutualTLS":
        return scheme.key, ""
    return "Authorization", "header"


def _name_kind(scheme: SecurityScheme) -> Words:
    """Return the kind of credential of a scheme."""
    is_http = scheme.type == "http"
    kind = _KINDS.get((scheme.type, scheme.scheme if is_http else None))
    if is_http and kind is None:
        return Words("HTTP {name}", (("name", scheme.scheme or say("authentication")),))
    return kind or say("credential")


def _explain(scheme: SecurityScheme) -> Words | None:
    """Return the form of a credential in a request."""
    match scheme.type, scheme.scheme:
        case "http", "basic":
            return _BASIC
        case "http", "bearer" | None:
            if not scheme.bearer_format:
                return _TOKEN
            return view.join_words(_TOKEN, say("The token is a {kind}.", kind=scheme.bearer_format))
        case "http", other:
            return say("Credentials of the scheme {scheme}.", scheme=Code(other or ""))
        case (("oauth2" | "openIdConnect"), _):
            return say("The access token that you received: {form}.", form=_BEARER)
        case "mutualTLS", _:
            return say("The client proves itself by a certificate when the connection is made.")
        case "apiKey", _ if scheme.location in _KEYS:
            name = (scheme.name or scheme.key).replace("`", "")
            words, form = _KEYS[scheme.location]
            return say(words.text, form=Code(form.replace("{name}", name)))
    return None


def _list_scopes(use: SchemeUse) -> Iterator[view.Part]:
    if not use.scopes:
        return
    meanings = {name: text for flow in use.scheme.flows for name, text in flow.scopes}
    has_scopes = use.scheme.type in {"oauth2", "openIdConnect"}
    title = say("Scopes needed") if has_scopes else say("Roles needed")
    scopes = tuple(view.Item(Code(scope), meanings.get(scope) or "") for scope in use.scopes)
    yield view.Items(scopes, title=title, is_prose=False)


def _describe_flow(flow: OAuthFlow) -> view.AboutValue:
    addresses = (
        (say("Authorization"), flow.authorization_url),
        (say("Device"), flow.device_url),
        (say("Token"), flow.token_url),
        (say("Refresh"), flow.refresh_url),
    )
    name = _FLOWS.get(flow.kind, flow.kind)
    links = [Words(words.text, then=link_address(url)) for words, url in addresses if url]
    facts = (say("{name} flow", name=name), *links)
    return view.AboutValue(view.About(facts=facts), is_whole=False)
