"""Credentials and sign-in, in a real browser against a real provider on this machine."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from octavo.server.proxy.rules import parse_allowed_net
from tests.browser.axe import list_violations, needs_axe
from tests.oauth_provider import (
    BASIC_ONLY_CLIENT,
    PASSWORD,
    PUBLIC_CLIENT,
    SECRET,
    SECRET_CLIENT,
    USER,
    Provider,
    challenge_of,
    serve_provider,
)
from tests.patience import wait_until
from tests.playground_api import Api, serve_api
from tests.playground_pages import serve_page
from tests.previews import running_preview
from tests.whole import first_of_each

pytestmark = pytest.mark.browser

SCRIPT = """
import { createAuth } from "/a/playground/auth/auth.js";
import { send } from "/a/playground/send/send.js";
const changed = [];
const listeners = [];
let server = 0;
const onChange = (tell) => listeners.push(tell);
const servers = { readValues: () => ({ server, variables: {} }), onChange };
window.useServer = (index) => { server = index; listeners.forEach((tell) => tell()); };
window.build = async (data) => {
  window.auth = await createAuth(document.getElementById("root"), data, servers);
  window.auth.onChange(() => changed.push(window.auth.readValues()));
  window.changes = () => changed.length;
  window.missing = () => window.auth.listMissing().map(({ name, message }) => `${name} ${message}`);
  window.sendNow = async () => {
    await window.auth.prepare();
    const values = { parameters: {}, ...servers.readValues(), ...window.auth.readValues() };
    await send(data, values, document.getElementById("place")).done;
  };
};
"""
ROW = '<div class="field" id="auth.{key}"><div class="field-content"><p>{key}</p></div></div>'
SECTION = '<section id="root"><h2>Authorizations</h2>{rows}</section>'
RETURN = """<!doctype html><html lang="en"><title>Signing in</title><p role="status"
data-late="No page waits for this sign-in" data-nothing="There is nothing to do here"
data-done="Done.">Signing in…</p>
<script type="module" src="/a/playground/auth/oauth/return.js"></script></html>"""
BEARER = {"key": "token", "type": "http", "scheme": "bearer"}
BASIC = {"key": "password", "type": "http", "scheme": "basic"}
KEY = {"key": "key", "type": "apiKey", "in": "header", "name": "X-Key"}
HEADER_KEY = {"key": "key", "type": "apiKey", "in": "header", "name": "Authorization"}
QUERY_KEY = {"key": "query", "type": "apiKey", "in": "query", "name": "k"}
COOKIE_KEY = {"key": "cookie", "type": "apiKey", "in": "cookie", "name": "sid"}


@pytest.fixture
def provider() -> Iterator[Provider]:
    with serve_provider() as server:
        yield server


@pytest.fixture(scope="module")
def origins() -> Iterator[dict[int, str]]:
    """The addresses of pages with so many rows."""
    found: dict[int, str] = {}
    pages = []
    for count in (1, 2, 3):
        rows = "".join(ROW.replace("{key}", f"row{number}") for number in range(count))
        content = SECTION.replace("{rows}", rows)
        page = serve_page(content, SCRIPT, files={"/_octavo/oauth/index.html": RETURN})
        found[count] = page.__enter__()
        pages.append(page)
    yield found
    for page in pages:
        page.__exit__(None, None, None)


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context()
    yield context
    context.close()


def describe(security: list[list[dict[str, Any]]], *servers: str, path: str = "/echo") -> Any:
    """Return the data of an operation with these alternatives."""
    plain = ("key", "type", "in", "name", "scheme")
    schemes = {scheme["key"]: scheme for schemes in security for scheme in schemes}
    return {
        "document": "d",
        "request": {
            "method": "GET",
            "path": path,
            "servers": [{"url": url, "variables": []} for url in servers],
            "parameters": [],
            "bodies": [],
            "bodyRequired": False,
            "security": [
                [{name: each[name] for name in plain if name in each} for each in schemes]
                for schemes in security
            ],
        },
        "parameters": {},
        "bodies": [],
        "schemes": list(schemes.values()),
        "responses": [],
    }


def build(page: Page, origins: dict[int, str], data: Any) -> Locator:
    """Open a page with a row for each scheme, and return the section."""
    rows = sum(len(schemes) for schemes in data["request"]["security"])
    page.goto(f"{origins[rows]}/")
    page.evaluate("(data) => window.build(data)", data)
    return page.locator("#root")


def values(page: Page) -> Any:
    return page.evaluate("window.auth.readValues()")


# --- credentials that are typed -----------------------------------------------------------------


def test_a_token_is_typed_hidden_and_sent(page: Page, origins: dict[int, str], api: Api) -> None:
    root = build(page, origins, describe([[BEARER]], api.origin))
    assert page.evaluate("window.missing()") == ["Token is required"]
    box = root.get_by_label("Token", exact=True)
    expect(box).to_have_attribute("type", "password")
    box.fill("abc")
    assert values(page) == {"security": 0, "credentials": {"token": "abc"}}
    assert page.evaluate("window.missing()") == []
    assert page.evaluate("window.changes()") > 0
    root.get_by_role("button", name="Show or hide: Token").click()
    expect(box).to_have_attribute("type", "text")
    page.evaluate("window.sendNow()")
    assert api.last("GET").headers["authorization"] == "Bearer abc"
    box.fill("")
    assert values(page)["credentials"] == {}


def test_name_and_password_are_sent_as_basic(page: Page, origins: dict[int, str], api: Api) -> None:
    scheme = {**BASIC, "labels": "Account: Secret"}
    root = build(page, origins, describe([[scheme]], api.origin))
    root.get_by_label("Account", exact=True).fill("ännä")
    root.get_by_label("Secret", exact=True).fill("p:w")
    page.evaluate("window.sendNow()")
    assert api.last("GET").headers["authorization"] == "Basic w6RubsOkOnA6dw=="


def test_keys_go_where_they_are_documented_together(
    page: Page, origins: dict[int, str], api: Api
) -> None:
    root = build(page, origins, describe([[{**KEY, "prefix": "own-"}, QUERY_KEY]], api.origin))
    expect(root.get_by_label("X-Key", exact=True)).to_have_value("own-")
    root.get_by_label("X-Key", exact=True).fill("one")
    assert page.evaluate("window.missing()") == ["k is required"]
    root.get_by_label("k", exact=True).fill("two &")
    page.evaluate("window.sendNow()")
    last = api.last("GET")
    assert last.headers["x-key"] == "own-one"
    assert last.target == "/echo?k=two%20%26"


PASTED = [
    (BEARER, "", "Bearer abc", "Bearer abc"),
    (BEARER, "", " bearer  abc ", "Bearer abc"),
    (BEARER, "", "Authorization: Bearer abc", "Bearer abc"),
    (BEARER, "", "bearerabc", "Bearer bearerabc"),
    (BEARER, "neb_", "abc", "Bearer neb_abc"),
    (BEARER, "neb_", "neb_abc", "Bearer neb_abc"),
    (BEARER, "neb_", "neb_neb_abc", "Bearer neb_abc"),
    (BEARER, "neb_", "neb_Bearer neb_abc", "Bearer neb_abc"),
    (BEARER, "neb_", "neb_n", "Bearer neb_n"),
    (BEARER, "Bearer ", "Bearer Bearer abc", "Bearer abc"),
    ({**BEARER, "scheme": "token"}, "", "Token abc", "Token abc"),
    (HEADER_KEY, "", "Token abc", "Token abc"),
    (HEADER_KEY, "Token ", "Token abc", "Token abc"),
    (HEADER_KEY, "Token ", "Token Authorization: Token abc", "Token abc"),
    (BASIC, "sk_", "sk_sk_one", "Basic c2tfb25lOg=="),
    (BASIC, "sk_", "one", "Basic c2tfb25lOg=="),
]
"""Schemes, the start of their fields, the pasted text, and the sent value."""


@pytest.mark.whole
def test_what_a_field_starts_with_is_sent_once(
    page: Page, origins: dict[int, str], api: Api
) -> None:
    for scheme, prefix, pasted, sent in PASTED:
        root = build(page, origins, describe([[{**scheme, "prefix": prefix}]], api.origin))
        box = root.locator("input.slot-input").first
        expect(box).to_have_value(prefix)
        box.fill(pasted)
        page.evaluate("window.sendNow()")
        assert api.last("GET").headers["authorization"] == sent, (scheme, prefix, pasted)


@pytest.mark.whole
def test_a_key_is_typed_behind_what_its_field_starts_with(
    page: Page, origins: dict[int, str], api: Api
) -> None:
    data = describe([[{**BEARER, "prefix": "neb_", "labels": "Nebula key"}]], api.origin)
    box = build(page, origins, data).get_by_label("Nebula key", exact=True)
    expect(box).to_have_attribute("type", "text")
    assert values(page)["credentials"] == {}, "the beginning alone is no credential"
    assert page.evaluate("window.missing()") == ["Nebula key is required"]
    page.keyboard.press("Tab")
    expect(box).to_be_focused()
    page.keyboard.type("abc")
    expect(box).to_have_attribute("type", "password")
    expect(box).to_have_value("neb_abc")
    assert values(page)["credentials"] == {"token": "neb_abc"}
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("Bearer neb_other")
    page.keyboard.press("Tab")
    expect(box).to_have_value("neb_other")
    box.fill("")
    box.blur()
    expect(box).to_have_value("neb_")
    assert values(page)["credentials"] == {}


@pytest.mark.whole
def test_a_cookie_that_browsers_do_not_send_is_told(
    page: Page, origins: dict[int, str], api: Api
) -> None:
    root = build(page, origins, describe([[COOKIE_KEY]], api.origin))
    expect(root).to_contain_text("Browsers do not let pages send cookies to other sites")


def test_alternatives_are_chosen_from_a_list_or_by_typing(
    page: Page, origins: dict[int, str], api: Api
) -> None:
    data = describe([[BEARER], [KEY, BASIC], []], api.origin)
    root = build(page, origins, data)
    choice = root.get_by_label("Send with")
    expect(choice.locator("option")).to_have_text(["token", "key & password", "No credentials"])
    # No value is filled in, and none is required.
    assert values(page) == {"security": 2, "credentials": {}}
    assert page.evaluate("window.missing()") == []
    root.get_by_label("X-Key", exact=True).fill("k")
    expect(choice).to_have_value("1")
    assert values(page) == {"security": 1, "credentials": {"key": "k"}}
    assert page.evaluate("window.missing()") == ["Username is required"]
    choice.select_option("token")
    assert values(page) == {"security": 2, "credentials": {}}
    root.get_by_label("Token", exact=True).fill("t")
    assert values(page) == {"security": 0, "credentials": {"token": "t"}}
    choice.select_option("No credentials")
    assert values(page) == {"security": 2, "credentials": {}}


@pytest.mark.whole
def test_the_same_scheme_in_two_alternatives_is_typed_once(
    page: Page, origins: dict[int, str], api: Api
) -> None:
    root = build(page, origins, describe([[BEARER], [BEARER, KEY]], api.origin))
    boxes = root.get_by_label("Token", exact=True)
    boxes.first.fill("abc")
    expect(boxes.nth(1)).to_have_value("abc")
    assert values(page)["security"] == 0


# --- where credentials are kept, and for whom ---------------------------------------------------


def test_credentials_are_never_sent_to_another_server(
    page: Page, origins: dict[int, str], api: Api
) -> None:
    with serve_api() as other:
        root = build(page, origins, describe([[BEARER]], api.origin, other.origin))
        box = root.get_by_label("Token", exact=True)
        box.fill("mine")
        page.evaluate("window.useServer(1)")
        expect(box).to_have_value("")
        expect(root).to_contain_text(f"Enter them again to send them to {other.origin}")
        assert values(page)["credentials"] == {}
        page.evaluate("window.sendNow()")
        assert "authorization" not in other.last("GET").headers
        box.fill("theirs")
        page.evaluate("window.useServer(0)")
        expect(box).to_have_value("mine")
        page.evaluate("window.sendNow()")
        assert api.last("GET").headers["authorization"] == "Bearer mine"


def test_credentials_are_kept_only_when_the_reader_asks(
    page: Page, origins: dict[int, str], api: Api
) -> None:
    data = describe([[BEARER]], api.origin)
    root = build(page, origins, data)
    box = root.get_by_label("Token", exact=True)
    box.fill("secret-1")
    stored = "JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])"
    assert "secret-1" not in page.evaluate(stored)
    assert "secret-1" not in page.url
    build(page, origins, data)
    expect(box).to_have_value("")
    box.fill("secret-2")
    root.get_by_label("Keep credentials in this tab").check()
    build(page, origins, data)
    expect(box).to_have_value("secret-2")
    assert values(page)["credentials"] == {"token": "secret-2"}
    assert "secret-2" not in page.evaluate("JSON.stringify(Object.entries(localStorage))")
    other = page.context.new_page()
    other.goto(page.url)
    assert "secret-2" not in other.evaluate(stored)
    other.close()
    root.get_by_role("button", name="Forget them").click()
    expect(box).to_have_value("")
    assert "secret-2" not in page.evaluate(stored)
    box.fill("secret-3")
    root.get_by_label("Keep credentials in this tab").uncheck()
    assert "secret-3" not in page.evaluate(stored)


# --- OAuth --------------------------------------------------------------------------------------


def flow_of(provider: Provider, kind: str) -> dict[str, Any]:
    return {
        "kind": kind,
        "authorizationUrl": f"{provider.origin}/authorize",
        "tokenUrl": f"{provider.origin}/token",
        "deviceUrl": f"{provider.origin}/device",
        "scopes": [["read", "See things"], ["write", "Change things"]],
    }


def oauth(provider: Provider, *kinds: str) -> dict[str, Any]:
    flows = [flow_of(provider, kind) for kind in kinds]
    return {"key": "oauth", "type": "oauth2", "flows": flows, "scopes": ["read"]}


def open_panel(
    page: Page, origins: dict[int, str], provider: Provider, scheme: dict[str, Any]
) -> Locator:
    """Open the part of the row that gets tokens."""
    provider.redirects.add(f"{origins[1]}/_octavo/oauth/")
    root = build(page, origins, describe([[scheme]], provider.origin, path="/me"))
    root.locator("summary").click()
    return root


def assert_signed_in(page: Page, root: Locator, provider: Provider, scope: str = "read") -> str:
    """Check that there is a token, that the API takes it, and return it."""
    expect(root.locator(".play-oauth-state")).to_contain_text("Signed in.")
    token: str = values(page)["credentials"]["oauth"]
    assert provider.tokens[token] == scope
    page.evaluate("window.sendNow()")
    expect(page.locator(".response .status")).to_have_text("200 OK")
    assert provider.requests_to("/me")[-1].headers["authorization"] == f"Bearer {token}"
    return token


def test_the_code_flow_signs_in_with_pkce(
    context: BrowserContext, origins: dict[int, str], provider: Provider
) -> None:
    page = context.new_page()
    root = open_panel(page, origins, provider, oauth(provider, "authorizationCode"))
    expect(root).to_contain_text(f"{origins[1]}/_octavo/oauth/")
    root.get_by_label("Client ID").fill(PUBLIC_CLIENT)
    expect(root.get_by_label("read See things")).to_be_checked()
    root.get_by_label("write Change things").check()
    with page.expect_popup() as opened:
        root.get_by_role("button", name="Sign in").click()
    popup = opened.value
    popup.get_by_role("button", name="Allow").click()
    expect(root.locator(".play-oauth-state")).to_contain_text("It expires in 60 min.")
    token = assert_signed_in(page, root, provider, "read write")
    asked = parse_qs(urlsplit(provider.requests_to("/authorize")[0].target).query)
    sent = provider.requests_to("/token")[0].form
    assert asked["code_challenge_method"] == ["S256"]
    assert challenge_of(sent["code_verifier"]) == asked["code_challenge"][0]
    assert sent["redirect_uri"] == asked["redirect_uri"][0] == f"{origins[1]}/_octavo/oauth/"
    assert "client_secret" not in sent
    assert len(asked["state"][0]) >= 43
    # No token and no verifier is ever part of an address.
    for each in provider.received:
        assert token not in each.target
        assert sent["code_verifier"] not in each.target
    expect(page).to_have_url(f"{origins[1]}/")
    wait_until(popup.is_closed, lambda: page.wait_for_timeout(20))


@pytest.mark.whole
def test_a_window_that_is_blocked_is_replaced_by_a_link(
    context: BrowserContext, origins: dict[int, str], provider: Provider
) -> None:
    page = context.new_page()
    page.add_init_script("window.open = () => null")
    root = open_panel(page, origins, provider, oauth(provider, "authorizationCode"))
    root.get_by_label("Client ID").fill(PUBLIC_CLIENT)
    root.get_by_role("button", name="Sign in").click()
    expect(root).to_contain_text("The browser has blocked the window.")
    with context.expect_page() as opened:
        root.get_by_role("link", name="Open the sign-in page").click()
    opened.value.get_by_role("button", name="Allow").click()
    assert_signed_in(page, root, provider)


@pytest.mark.whole
def test_a_refusal_is_told_and_nothing_is_kept(
    context: BrowserContext, origins: dict[int, str], provider: Provider
) -> None:
    page = context.new_page()
    root = open_panel(page, origins, provider, oauth(provider, "authorizationCode"))
    root.get_by_role("button", name="Sign in").click()
    expect(root).to_contain_text("The client ID is missing")
    root.get_by_label("Client ID").fill(PUBLIC_CLIENT)
    with page.expect_popup() as opened:
        root.get_by_role("button", name="Sign in").click()
    opened.value.get_by_role("button", name="Deny").click()
    expect(root).to_contain_text("The provider refused: The user said no. (access_denied)")
    assert values(page)["credentials"] == {}
    with page.expect_popup():
        root.get_by_role("button", name="Sign in").click()
    root.get_by_role("button", name="Cancel").click()
    expect(root).to_contain_text("Cancelled.")


def test_an_answer_with_another_state_is_not_taken(
    context: BrowserContext, origins: dict[int, str], provider: Provider
) -> None:
    page = context.new_page()
    root = open_panel(page, origins, provider, oauth(provider, "authorizationCode"))
    root.get_by_label("Client ID").fill(PUBLIC_CLIENT)
    with page.expect_popup():
        root.get_by_role("button", name="Sign in").click()
    expect(root.get_by_role("button", name="Cancel")).to_be_visible()
    forged = context.new_page()
    forged.goto(f"{origins[1]}/_octavo/oauth/?code=stolen&state=guessed")
    expect(forged).to_have_url(f"{origins[1]}/_octavo/oauth/")
    expect(forged.get_by_role("status")).to_contain_text("No page waits for this sign-in")
    assert provider.requests_to("/token") == []
    forged.goto(f"{origins[1]}/_octavo/oauth/")
    expect(forged.get_by_role("status")).to_contain_text("nothing to do here")


@pytest.mark.whole
def test_the_implicit_flow_takes_the_token_from_the_answer(
    context: BrowserContext, origins: dict[int, str], provider: Provider
) -> None:
    page = context.new_page()
    root = open_panel(page, origins, provider, oauth(provider, "implicit"))
    root.get_by_label("Client ID").fill(PUBLIC_CLIENT)
    with page.expect_popup() as opened:
        root.get_by_role("button", name="Sign in").click()
    opened.value.get_by_role("button", name="Allow").click()
    assert_signed_in(page, root, provider)
    expect(root.get_by_role("button", name="Refresh")).to_be_hidden()
    assert provider.requests_to("/token") == []


@pytest.mark.parametrize("client", first_of_each([SECRET_CLIENT, BASIC_ONLY_CLIENT]))
def test_client_credentials_are_proved_in_the_form_or_in_the_header(
    context: BrowserContext, origins: dict[int, str], provider: Provider, client: str
) -> None:
    page = context.new_page()
    root = open_panel(page, origins, provider, oauth(provider, "clientCredentials"))
    root.get_by_label("Client ID").fill(client)
    root.get_by_label("Client secret", exact=True).fill("wrong")
    root.get_by_role("button", name="Get a token").click()
    expect(root).to_contain_text("(invalid_client)")
    root.get_by_label("Client secret", exact=True).fill(SECRET)
    root.get_by_role("button", name="Get a token").click()
    assert_signed_in(page, root, provider)


@pytest.mark.whole
def test_the_password_flow_asks_for_name_and_password(
    context: BrowserContext, origins: dict[int, str], provider: Provider
) -> None:
    page = context.new_page()
    root = open_panel(page, origins, provider, oauth(provider, "password"))
    root.get_by_label("Client ID").fill(PUBLIC_CLIENT)
    root.get_by_label("Username").fill(USER)
    root.get_by_label("Password", exact=True).fill("wrong")
    root.get_by_role("button", name="Get a token").click()
    expect(root).to_contain_text("The name or the password is wrong. (invalid_grant)")
    root.get_by_label("Password", exact=True).fill(PASSWORD)
    root.get_by_role("button", name="Get a token").click()
    assert_signed_in(page, root, provider)


@pytest.mark.whole
def test_a_device_is_allowed_elsewhere(
    context: BrowserContext, origins: dict[int, str], provider: Provider
) -> None:
    page = context.new_page()
    root = open_panel(page, origins, provider, oauth(provider, "deviceAuthorization"))
    root.get_by_label("Client ID").fill(PUBLIC_CLIENT)
    root.get_by_role("button", name="Get a token").click()
    expect(root.locator(".play-progress strong")).to_have_text(re.compile(r"\w{4}-OAK"))
    with context.expect_page() as opened:
        root.get_by_role("link", name="the provider’s page").click()
    # The first request is refused at least once.
    wait_until(lambda: provider.requests_to("/token"), lambda: page.wait_for_timeout(20))
    opened.value.get_by_role("button", name="Allow").click()
    assert_signed_in(page, root, provider)
    polls = provider.requests_to("/token")
    assert len(polls) >= 2
    root.get_by_role("button", name="Sign out").click()
    root.get_by_role("button", name="Get a token").click()
    with context.expect_page() as opened:
        root.get_by_role("link", name="the provider’s page").click()
    opened.value.get_by_role("button", name="Deny").click()
    expect(root).to_contain_text("(access_denied)")


@pytest.mark.whole
def test_a_token_is_renewed_by_hand_and_before_sending(
    context: BrowserContext, origins: dict[int, str], provider: Provider
) -> None:
    page = context.new_page()
    page.clock.set_fixed_time(datetime.now(UTC))  # a slow machine must not outlive the token
    provider.lifetime = 5
    root = open_panel(page, origins, provider, oauth(provider, "password"))
    root.get_by_label("Client ID").fill(PUBLIC_CLIENT)
    root.get_by_label("Username").fill(USER)
    root.get_by_label("Password", exact=True).fill(PASSWORD)
    root.get_by_role("button", name="Get a token").click()
    expect(root.locator(".play-oauth-state")).to_contain_text("less than a minute")
    first = values(page)["credentials"]["oauth"]
    root.get_by_role("button", name="Refresh").click()
    wait_until(
        lambda: values(page)["credentials"]["oauth"] != first, lambda: page.wait_for_timeout(20)
    )
    second = values(page)["credentials"]["oauth"]
    provider.lifetime = 3600
    page.evaluate("window.sendNow()")
    third = values(page)["credentials"]["oauth"]
    assert third not in (first, second)
    assert provider.requests_to("/me")[-1].headers["authorization"] == f"Bearer {third}"
    grants = [each.form["grant_type"] for each in provider.requests_to("/token")]
    assert grants == ["password", "refresh_token", "refresh_token"]


@pytest.mark.whole
def test_a_provider_that_pages_may_not_ask_is_explained_and_a_token_can_be_pasted(
    context: BrowserContext, origins: dict[int, str], provider: Provider
) -> None:
    page = context.new_page()
    provider.allows_pages = False
    root = open_panel(page, origins, provider, oauth(provider, "password"))
    root.get_by_label("Client ID").fill(PUBLIC_CLIENT)
    root.get_by_role("button", name="Get a token").click()
    expect(root).to_contain_text(f"does not let pages of {origins[1]} ask it (CORS)")
    root.get_by_label("Token", exact=True).fill("pasted")
    assert values(page)["credentials"] == {"oauth": "pasted"}


@pytest.mark.whole
def test_discovery_finds_the_flows_only_when_asked_and_signing_out_revokes(
    context: BrowserContext, origins: dict[int, str], provider: Provider
) -> None:
    page = context.new_page()
    scheme = {"key": "oauth", "type": "openIdConnect", "openIdUrl": provider.discovery}
    root = open_panel(page, origins, provider, scheme)
    assert provider.received == []
    root.get_by_role("button", name="Ask the provider").click()
    ways = root.get_by_label("Way")
    expect(ways.locator("option")).to_have_count(5)
    root.get_by_label("Client ID").fill(PUBLIC_CLIENT)
    expect(root.get_by_label("openid")).to_be_checked()
    with page.expect_popup() as opened:
        root.get_by_role("button", name="Sign in", exact=True).click()
    opened.value.get_by_role("button", name="Allow").click()
    token = assert_signed_in(page, root, provider, "openid")
    ways.select_option("Client credentials", force=True)
    root.get_by_role("button", name="Sign out").click()
    expect(root.locator(".play-oauth-signed")).to_be_hidden()
    assert values(page)["credentials"] == {}
    refresh = provider.requests_to("/token")[0]
    assert refresh.form["grant_type"] == "authorization_code"
    wait_until(
        lambda: provider.requests_to("/revoke") and not provider.refresh_tokens,
        lambda: page.wait_for_timeout(20),
    )
    assert token not in page.evaluate("JSON.stringify(Object.entries(sessionStorage))")


@pytest.mark.whole
def test_settings_of_another_provider_are_not_used(
    context: BrowserContext, origins: dict[int, str], provider: Provider
) -> None:
    with serve_provider() as other:
        true_origin, other.origin = other.origin, provider.origin
        scheme = {"key": "oauth", "type": "openIdConnect", "openIdUrl": true_origin}
        page = context.new_page()
        root = open_panel(page, origins, provider, scheme)
        root.get_by_role("button", name="Ask the provider").click()
        expect(root).to_contain_text("name another provider")


@pytest.mark.whole
def test_addresses_may_be_relative_to_the_server_and_must_be_of_the_web(
    context: BrowserContext, origins: dict[int, str], provider: Provider
) -> None:
    page = context.new_page()
    scheme = oauth(provider, "password")
    scheme["flows"][0]["tokenUrl"] = "/token"
    root = open_panel(page, origins, provider, scheme)
    root.get_by_label("Client ID").fill(PUBLIC_CLIENT)
    root.get_by_label("Username").fill(USER)
    root.get_by_label("Password", exact=True).fill(PASSWORD)
    root.get_by_role("button", name="Get a token").click()
    assert_signed_in(page, root, provider)
    scheme = oauth(provider, "authorizationCode")
    scheme["flows"][0]["authorizationUrl"] = "javascript:alert(1)"
    root = open_panel(page, origins, provider, scheme)
    root.get_by_label("Client ID").fill(PUBLIC_CLIENT)
    root.get_by_role("button", name="Sign in").click()
    expect(root).to_contain_text("names no usable address of the provider")


# --- a whole site -------------------------------------------------------------------------------


def write_site(root: Path, provider: Provider) -> Path:
    """Write a site whose API asks for tokens of the provider."""
    scopes = {"read": "See things"}
    endpoints = {
        "authorizationUrl": f"{provider.origin}/authorize",
        "tokenUrl": f"{provider.origin}/token",
    }
    machine = {"tokenUrl": f"{provider.origin}/token", "scopes": scopes}
    flows = {"authorizationCode": {**endpoints, "scopes": scopes}, "clientCredentials": machine}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Own", "version": "1"},
        "servers": [{"url": provider.origin}],
        "security": [{"oauth": ["read"]}, {"oidc": []}],
        "paths": {"/me": {"get": {"summary": "Who am I", "responses": {"200": {}}}}},
        "components": {
            "securitySchemes": {
                "oauth": {"type": "oauth2", "flows": flows},
                "oidc": {"type": "openIdConnect", "openIdConnectUrl": provider.discovery},
            }
        },
    }
    tabs = [{"name": "API", "url": "api", "openapi": "own.json"}]
    settings = {"name": "Own", "navigation": [{"group": "A", "pages": ["index"]}], "tabs": tabs}
    (root / "site.json").write_text(json.dumps(settings))
    (root / "own.json").write_text(json.dumps(document))
    (root / "index.mdx").write_text("Hello.")
    return root


def sign_in(page: Page, site: str, provider: Provider) -> Locator:
    """Sign in on a page of the site, and return the row of the scheme."""
    provider.redirects.add(f"{site}/_octavo/oauth/")
    page.goto(f"{site}/api/who-am-i/")
    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_label("Send with").locator("option")).to_have_text(["oauth", "oidc"])
    row = page.locator('[id="auth.oauth"]')
    row.locator(".play-oauth summary").click()
    row.get_by_label("Client ID").fill(PUBLIC_CLIENT)
    with page.expect_popup() as opened:
        row.get_by_role("button", name="Sign in").click()
    opened.value.get_by_role("button", name="Allow").click()
    return row


@pytest.mark.whole
def test_a_built_site_signs_in_and_sends(
    context: BrowserContext,
    provider: Provider,
    serve_project: Callable[[Path], str],
    tmp_path: Path,
) -> None:
    page = context.new_page()
    row = sign_in(page, serve_project(write_site(tmp_path, provider)), provider)
    expect(row.locator(".play-oauth-state")).to_contain_text("Signed in. It expires in 60 min.")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".response .status")).to_have_text("200 OK")
    expect(page.locator(".response")).to_contain_text('"scope": "read"')
    token = provider.requests_to("/me")[-1].headers["authorization"].removeprefix("Bearer ")
    assert token in provider.tokens
    assert token not in page.locator(".request-example").inner_text()


# --- with a proxy -------------------------------------------------------------------------------


def askers(provider: Provider) -> list[tuple[bool, str]]:
    """Return who asked for tokens, and for what: the proxy or not, and the kind of grant."""
    return [
        (each.headers["user-agent"] == "octavo-playground", each.form.get("grant_type", ""))
        for each in provider.requests_to("/token")
    ]


@pytest.fixture
def preview(provider: Provider, tmp_path: Path) -> Iterator[str]:
    """The address of a preview whose proxy may call the provider."""
    root = write_site(tmp_path, provider)
    with running_preview(root, allow_nets=(parse_allowed_net("localhost"),)) as running:
        yield running.address


@pytest.mark.parametrize("allows_pages", first_of_each([True, False]))
def test_a_provider_is_asked_by_the_proxy(
    context: BrowserContext, provider: Provider, preview: str, allows_pages: bool
) -> None:
    provider.allows_pages = allows_pages
    page = context.new_page()
    row = sign_in(page, preview, provider)
    expect(row.locator(".play-oauth-state")).to_contain_text("Signed in. It expires in 60 min.")
    assert askers(provider) == [(True, "authorization_code")]
    row.get_by_role("button", name="Refresh").click()
    expect(row.locator(".play-progress")).to_be_empty()
    assert askers(provider)[1:] == [(True, "refresh_token")]
    page.keyboard.press("Control+Enter")
    expect(page.locator(".response .status")).to_have_text("200 OK")
    token = provider.requests_to("/me")[-1].headers["authorization"].removeprefix("Bearer ")
    assert provider.tokens[token] == "read"


@pytest.mark.whole
def test_a_provider_that_the_proxy_may_not_call_is_asked_by_the_browser(
    context: BrowserContext, provider: Provider, tmp_path: Path
) -> None:
    with running_preview(write_site(tmp_path, provider)) as running:
        row = sign_in(context.new_page(), running.address, provider)
        expect(row.locator(".play-oauth-state")).to_contain_text("Signed in.")
    assert askers(provider) == [(False, "authorization_code")]


@pytest.mark.whole
def test_a_secret_that_must_stand_in_the_header_goes_through_the_proxy(
    context: BrowserContext, provider: Provider, preview: str
) -> None:
    provider.allows_pages = False
    page = context.new_page()
    page.goto(f"{preview}/api/who-am-i/")
    page.get_by_role("button", name="Try it").click()
    row = page.locator('[id="auth.oauth"]')
    row.locator(".play-oauth summary").click()
    row.get_by_label("Way").select_option("Client credentials")
    row.get_by_label("Client ID").fill(BASIC_ONLY_CLIENT)
    row.get_by_label("Client secret", exact=True).fill(SECRET)
    row.get_by_role("button", name="Get a token").click()
    expect(row.locator(".play-oauth-state")).to_contain_text("Signed in.")
    assert "authorization" in provider.requests_to("/token")[-1].headers


@pytest.mark.whole
def test_settings_that_pages_may_not_read_are_looked_up_by_the_proxy(
    context: BrowserContext, provider: Provider, preview: str
) -> None:
    provider.allows_pages = False
    page = context.new_page()
    page.goto(f"{preview}/api/who-am-i/")
    page.get_by_role("button", name="Try it").click()
    row = page.locator('[id="auth.oidc"]')
    row.locator(".play-oauth summary").click()
    row.get_by_role("button", name="Ask the provider").click()
    expect(row.get_by_label("Way").locator("option")).to_have_count(5)


@pytest.mark.whole
def test_a_provider_that_the_proxy_may_not_call_is_explained(
    context: BrowserContext, provider: Provider, tmp_path: Path
) -> None:
    provider.allows_pages = False
    with running_preview(write_site(tmp_path, provider)) as running:
        row = sign_in(context.new_page(), running.address, provider)
        expect(row).to_contain_text("You can get a token elsewhere and paste it.")


# --- accessibility ------------------------------------------------------------------------------


@needs_axe
@pytest.mark.parametrize("scheme", first_of_each(["light", "dark"]))
def test_axe_finds_nothing(
    chromium: Browser, origins: dict[int, str], provider: Provider, scheme: Any
) -> None:
    context = chromium.new_context(color_scheme=scheme, bypass_csp=True)
    page = context.new_page()
    root = open_panel(page, origins, provider, oauth(provider, "password", "authorizationCode"))
    assert list_violations(page) == []
    root.get_by_label("Client ID").fill(PUBLIC_CLIENT)
    root.get_by_label("Username").fill(USER)
    root.get_by_label("Password", exact=True).fill(PASSWORD)
    root.get_by_role("button", name="Get a token").click()
    expect(root.locator(".play-oauth-state")).to_be_visible()
    assert list_violations(page) == []
    root = build(page, origins, describe([[BEARER], [KEY, BASIC]], provider.origin))
    assert list_violations(page) == []
    context.close()


@pytest.mark.whole
def test_the_panel_fits_a_phone(
    chromium: Browser, origins: dict[int, str], provider: Provider
) -> None:
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    open_panel(page, origins, provider, oauth(provider, "authorizationCode", "password"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()


def test_the_provider_itself_keeps_to_pkce() -> None:
    """The tests above are worth something only if a wrong verifier is refused."""
    import http.client

    with serve_provider() as provider:
        provider.redirects.add("http://x.test/")
        host = urlsplit(provider.origin).netloc
        connection = http.client.HTTPConnection(host)
        form = (
            f"client_id={PUBLIC_CLIENT}&redirect_uri=http%3A%2F%2Fx.test%2F&response_type=code"
            f"&code_challenge={challenge_of('v' * 43)}&code_challenge_method=S256&answer=Allow"
        )
        connection.request("POST", "/authorize", form)
        answer = connection.getresponse()
        answer.read()
        code = parse_qs(urlsplit(answer.headers["Location"]).query)["code"][0]
        wrong = (
            f"grant_type=authorization_code&client_id={PUBLIC_CLIENT}&code={code}"
            f"&redirect_uri=http%3A%2F%2Fx.test%2F&code_verifier={'w' * 43}"
        )
        connection.request("POST", "/token", wrong)
        assert json.loads(connection.getresponse().read())["error"] == "invalid_grant"
        connection.close()
