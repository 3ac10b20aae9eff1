"""An authorization server for tests: OAuth 2 with all flows, OpenID discovery, and a small API.

It is a real HTTP server on loopback that keeps to the standards: RFC 6749 (the flows), RFC 7636
(PKCE with S256, asked of clients without a secret), RFC 7009 (revocation), RFC 8628 (devices),
RFC 9207 (the issuer in answers) and OpenID Connect Discovery.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from tests.background_server import running_server

PUBLIC_CLIENT = "docs-client"
SECRET_CLIENT = "machine-client"
BASIC_ONLY_CLIENT = "basic-client"
"""A client whose secret is only taken from the Authorization header."""
SECRET = "machine secret:%"
USER, PASSWORD = "ann", "correct horse"
SCOPES = {"openid", "read", "write"}
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"

Form = dict[str, str]


@dataclass(frozen=True)
class Grant:
    """What a code or a device code stands for."""

    client: str
    scope: str
    redirect: str = ""
    challenge: str = ""
    expires: float = 0.0


@dataclass
class Device:
    """A device that waits for its user."""

    grant: Grant
    user_code: str
    state: str = "pending"
    polls: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Received:
    """A request that came."""

    method: str
    target: str
    headers: dict[str, str]
    body: str

    @property
    def form(self) -> Form:
        return dict(parse_qsl(self.body, keep_blank_values=True))


@dataclass
class Provider:
    """The server's state; tests look into it and change how it behaves."""

    origin: str = ""
    redirects: set[str] = field(default_factory=set)
    """The addresses that clients have registered."""
    lifetime: int = 3600
    """Seconds that an access token is valid; 0 leaves it unsaid."""
    gives_refresh: bool = True
    allows_pages: bool = True
    """Whether pages of other origins may ask for tokens (CORS)."""
    interval: int = 1
    """Seconds that devices must wait between two questions."""
    codes: dict[str, Grant] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    """Access tokens and their scopes."""
    refresh_tokens: dict[str, Grant] = field(default_factory=dict)
    devices: dict[str, Device] = field(default_factory=dict)
    received: list[Received] = field(default_factory=list)

    @property
    def discovery(self) -> str:
        return f"{self.origin}/.well-known/openid-configuration"

    def requests_to(self, path: str) -> list[Received]:
        """Return what came to a path, but for what browsers ask before."""
        return [
            each
            for each in self.received
            if urlsplit(each.target).path == path and each.method != "OPTIONS"
        ]

    def issue(self, grant: Grant, *, refresh: bool = True) -> dict[str, Any]:
        """Return a token as it is answered."""
        token = f"at_{secrets.token_urlsafe(12)}"
        self.tokens[token] = grant.scope
        answer: dict[str, Any] = {"access_token": token, "token_type": "Bearer"}
        if self.lifetime:
            answer["expires_in"] = self.lifetime
        if grant.scope:
            answer["scope"] = grant.scope
        if refresh and self.gives_refresh:
            answer["refresh_token"] = f"rt_{secrets.token_urlsafe(12)}"
            self.refresh_tokens[answer["refresh_token"]] = grant
        return answer


class Refusal(Exception):
    """An error in the form of RFC 6749, 5.2."""

    def __init__(self, code: str, description: str, status: int = 400) -> None:
        super().__init__(description)
        self.code, self.description, self.status = code, description, status


def challenge_of(verifier: str) -> str:
    """Return what S256 makes of a verifier."""
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


# --- the token endpoint -------------------------------------------------------------------------


def check_client(provider: Provider, form: Form, headers: dict[str, str]) -> tuple[str, bool]:
    """Return the client that asks, and whether it has proved itself by a secret."""
    given = headers.get("authorization", "")
    if given.startswith("Basic "):
        text = base64.b64decode(given[6:]).decode()
        name, _, secret = (unquote(part.replace("+", " ")) for part in text.partition(":"))
        if "client_secret" in form:
            raise Refusal("invalid_request", "Two ways to prove a client.")
    else:
        name, secret = form.get("client_id", ""), form.get("client_secret", "")
        if name == BASIC_ONLY_CLIENT:
            raise Refusal("invalid_client", "Use the Authorization header.", 401)
    if name == PUBLIC_CLIENT and not secret:
        return name, False
    if name in (SECRET_CLIENT, BASIC_ONLY_CLIENT) and secrets.compare_digest(secret, SECRET):
        return name, True
    raise Refusal("invalid_client", "There is no such client, or its secret is wrong.", 401)


def take_code(provider: Provider, form: Form, client: str) -> dict[str, Any]:
    """Change an authorization code into a token; it can be used once."""
    grant = provider.codes.pop(form.get("code", ""), None)
    if grant is None or grant.client != client or grant.expires < time.time():
        raise Refusal("invalid_grant", "The code is unknown, used or too old.")
    if form.get("redirect_uri") != grant.redirect:
        raise Refusal("invalid_grant", "The redirect address is another one.")
    verifier = form.get("code_verifier", "")
    if not 43 <= len(verifier) <= 128 or challenge_of(verifier) != grant.challenge:
        raise Refusal("invalid_grant", "The verifier does not fit the challenge.")
    return provider.issue(grant)


def take_password(provider: Provider, form: Form, client: str) -> dict[str, Any]:
    """Give a token to those who know the password."""
    if (form.get("username"), form.get("password")) != (USER, PASSWORD):
        raise Refusal("invalid_grant", "The name or the password is wrong.")
    return provider.issue(Grant(client, checked_scope(form)))


def take_refresh(provider: Provider, form: Form, client: str) -> dict[str, Any]:
    """Change a refresh token into new tokens; the old one is void from then on."""
    grant = provider.refresh_tokens.pop(form.get("refresh_token", ""), None)
    if grant is None or grant.client != client:
        raise Refusal("invalid_grant", "The refresh token is unknown or used.")
    return provider.issue(grant)


def take_device(provider: Provider, form: Form, client: str) -> dict[str, Any]:
    """Give a device its token once its user agreed."""
    code = form.get("device_code", "")
    device = provider.devices.get(code)
    if device is None or device.grant.client != client:
        raise Refusal("invalid_grant", "There is no such device code.")
    now = time.time()
    device.polls.append(now)
    if device.grant.expires < now:
        raise Refusal("expired_token", "The code is too old.")
    if device.state == "denied":
        raise Refusal("access_denied", "The user said no.")
    # A little less than the interval is forgiven: clocks differ.
    if len(device.polls) > 1 and now - device.polls[-2] < provider.interval - 0.2:
        raise Refusal("slow_down", "Wait longer.")
    if device.state == "pending":
        raise Refusal("authorization_pending", "The user has not answered yet.")
    del provider.devices[code]
    return provider.issue(device.grant)


def take_credentials(provider: Provider, form: Form, client: str) -> dict[str, Any]:
    """Give a client a separate token."""
    return provider.issue(Grant(client, checked_scope(form)), refresh=False)


def checked_scope(form: Form) -> str:
    """Return the scope that is asked for."""
    scope = form.get("scope", "")
    if not set(scope.split()) <= SCOPES:
        raise Refusal("invalid_scope", "There is no such scope.")
    return scope


GRANTS: dict[str, Callable[[Provider, Form, str], dict[str, Any]]] = {
    "authorization_code": take_code,
    "client_credentials": take_credentials,
    "password": take_password,
    "refresh_token": take_refresh,
    DEVICE_GRANT: take_device,
}


def answer_token(provider: Provider, form: Form, headers: dict[str, str]) -> dict[str, Any]:
    """Return a token, or refuse."""
    client, has_secret = check_client(provider, form, headers)
    kind = form.get("grant_type", "")
    if kind not in GRANTS:
        raise Refusal("unsupported_grant_type", f"`{kind}` is not known.")
    if kind == "client_credentials" and not has_secret:
        raise Refusal("unauthorized_client", "This needs a secret.")
    return GRANTS[kind](provider, form, client)


# --- the other endpoints ------------------------------------------------------------------------


def answer_device(provider: Provider, form: Form, headers: dict[str, str]) -> dict[str, Any]:
    """Start a device's sign-in."""
    client, _ = check_client(provider, form, headers)
    code, user_code = secrets.token_urlsafe(16), secrets.token_hex(2).upper() + "-OAK"
    grant = Grant(client, checked_scope(form), expires=time.time() + 300)
    provider.devices[code] = Device(grant, user_code)
    return {
        "device_code": code,
        "user_code": user_code,
        "verification_uri": f"{provider.origin}/activate",
        "verification_uri_complete": f"{provider.origin}/activate?user_code={user_code}",
        "expires_in": 300,
        "interval": provider.interval,
    }


def answer_revoke(provider: Provider, form: Form, headers: dict[str, str]) -> dict[str, Any]:
    """Make a token void."""
    check_client(provider, form, headers)
    provider.tokens.pop(form.get("token", ""), None)
    provider.refresh_tokens.pop(form.get("token", ""), None)
    return {}


def describe_provider(provider: Provider) -> dict[str, Any]:
    """Return the discovery document."""
    origin = provider.origin
    return {
        "issuer": origin,
        "authorization_endpoint": f"{origin}/authorize",
        "token_endpoint": f"{origin}/token",
        "device_authorization_endpoint": f"{origin}/device",
        "revocation_endpoint": f"{origin}/revoke",
        "response_types_supported": ["code", "token"],
        "grant_types_supported": ["implicit", *GRANTS],
        "scopes_supported": sorted(SCOPES),
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
    }


def check_authorization(provider: Provider, query: Form) -> None:
    """Refuse what must not be sent back to the client."""
    if query.get("client_id") not in (PUBLIC_CLIENT, SECRET_CLIENT):
        raise Refusal("invalid_client", "There is no such client.")
    if query.get("redirect_uri") not in provider.redirects:
        raise Refusal("invalid_request", "This redirect address is not registered.")


def decide(provider: Provider, query: Form, *, allowed: bool) -> str:
    """Return where the browser goes once the user has answered."""
    answer = {"state": query.get("state", ""), "iss": provider.origin}
    kind = query.get("response_type")
    try:
        if not allowed:
            raise Refusal("access_denied", "The user said no.")
        answer |= _granted(provider, query)
    except Refusal as refusal:
        answer |= {"error": refusal.code, "error_description": refusal.description}
    sign = "#" if kind == "token" else "?"
    return f"{query['redirect_uri']}{sign}{urlencode(answer, quote_via=quote)}"


def _granted(provider: Provider, query: Form) -> dict[str, str]:
    scope = checked_scope(query)
    kind, client = query.get("response_type"), query["client_id"]
    if kind == "token":
        issued = provider.issue(Grant(client, scope), refresh=False)
        return {key: str(value) for key, value in issued.items()}
    if kind != "code":
        raise Refusal("unsupported_response_type", f"`{kind}` is not known.")
    challenge = query.get("code_challenge", "")
    if query.get("code_challenge_method") != "S256" or len(challenge) != 43:
        raise Refusal("invalid_request", "PKCE with S256 is needed.")
    code = secrets.token_urlsafe(12)
    grant = Grant(client, scope, query["redirect_uri"], challenge, time.time() + 600)
    provider.codes[code] = grant
    return {"code": code}


JSON_POSTS: dict[str, Callable[[Provider, Form, dict[str, str]], dict[str, Any]]] = {
    "/token": answer_token,
    "/device": answer_device,
    "/revoke": answer_revoke,
}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    provider: Provider

    def do_OPTIONS(self) -> None:
        self._note("")
        self._send(204, b"", "text/plain")

    def do_GET(self) -> None:
        self._note("")
        parts = urlsplit(self.path)
        query = dict(parse_qsl(parts.query))
        try:
            if parts.path == "/.well-known/openid-configuration":
                self._send_json(200, describe_provider(self.provider))
            elif parts.path == "/authorize":
                check_authorization(self.provider, query)
                self._send_question(query)
            elif parts.path == "/activate":
                self._send_question(query)
            elif parts.path == "/me":
                self._send_owner()
            else:
                self._send_json(404, {"error": "not_found"})
        except Refusal as refusal:
            self._send_json(refusal.status, {"error": refusal.code, "why": str(refusal)})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        self._note(body)
        form = dict(parse_qsl(body, keep_blank_values=True))
        path = urlsplit(self.path).path
        if path in JSON_POSTS:
            self._answer_json(JSON_POSTS[path], form)
        elif path == "/authorize":
            allowed = form.pop("answer", "") == "Allow"
            check_authorization(self.provider, form)
            self._redirect(decide(self.provider, form, allowed=allowed))
        elif path == "/activate":
            self._activate(form)
        else:
            self._send_json(404, {"error": "not_found"})

    def _answer_json(
        self, answer: Callable[[Provider, Form, dict[str, str]], dict[str, Any]], form: Form
    ) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            self._send_json(200, answer(self.provider, form, headers))
        except Refusal as refusal:
            told = {"error": refusal.code, "error_description": refusal.description}
            self._send_json(refusal.status, told)

    def _activate(self, form: Form) -> None:
        for device in self.provider.devices.values():
            if device.user_code == form.get("user_code"):
                device.state = "allowed" if form.get("answer") == "Allow" else "denied"
        self._send(200, b"<!doctype html><title>Done</title><p>Done", "text/html")

    def _send_owner(self) -> None:
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        if token not in self.provider.tokens:
            self._send_json(401, {"error": "invalid_token"})
        else:
            self._send_json(200, {"name": USER, "scope": self.provider.tokens[token]})

    def _send_question(self, query: Form) -> None:
        fields = "".join(
            f'<input type="hidden" name="{html.escape(name)}" value="{html.escape(value)}">'
            for name, value in query.items()
        )
        buttons = "".join(
            f'<button name="answer" value="{word}">{word}</button>' for word in ("Allow", "Deny")
        )
        page = (
            "<!doctype html><html lang=en><title>Sign in</title><h1>May the docs act for you?</h1>"
            f'<form method="post" action="{urlsplit(self.path).path}">{fields}{buttons}</form>'
        )
        self._send(200, page.encode(), "text/html")

    def _redirect(self, address: str) -> None:
        self.send_response(302)
        self.send_header("Location", address)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _send_json(self, status: int, value: Any) -> None:
        self._send(status, json.dumps(value).encode(), "application/json")

    def _send(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        if self.provider.allows_pages:
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Access-Control-Allow-Headers", "authorization")
        self.end_headers()
        self.wfile.write(body)

    def _note(self, body: str) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.provider.received.append(Received(self.command, self.path, headers, body))

    def log_message(self, *_arguments: object) -> None:
        """Say nothing: the tests do."""


@contextmanager
def serve_provider(**settings: Any) -> Iterator[Provider]:
    """Serve on loopback until the block ends."""
    provider = Provider(**settings)
    handler = type("Handler", (_Handler,), {"provider": provider})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    provider.origin = f"http://127.0.0.1:{server.server_port}"
    with running_server(server):
        yield provider
