"""The policy of a page: from what its renderer knows, never from words in its HTML."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.cache.contents import ContentRecord, Trace
from octavo.builder.cache.records import read_record, write_record
from octavo.content.mdx import parse_mdx
from octavo.project.discover import load_project
from octavo.render.assets.theme_files import load_inline_script
from octavo.render.basis.policy import ANSWERS, PagePolicy, SitePolicy, join_needs
from octavo.render.head.speculation import write_rules
from octavo.render.shell.slots import PageContent
from octavo.render.site import SiteRenderer
from octavo.site.load import load_site

EVIL = "<script>evil()</script>"
WORDS = '"analytics":{"ga4":{}} "integrations":{"x":1} data-playground="show"'
API: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Plants", "version": "1"},
    "servers": [{"url": "https://api.example.com"}],
    "paths": {
        "/plants": {
            "get": {
                "summary": "List plants",
                "description": f"All plants. {EVIL} {WORDS} "
                '<iframe src="https://frames.example/"></iframe>',
                "responses": {"200": {"description": EVIL}},
            }
        }
    },
}


def directive(policy: str, name: str) -> list[str]:
    found = [part.split() for part in policy.split("; ") if part.split()[0] == name]
    assert len(found) == 1
    return found[0][1:]


def hash_of(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


OWN = ["'self'", *sorted(map(hash_of, [load_inline_script("bootstrap.js"), write_rules("")]))]
"""What every page may run."""


@pytest.fixture
def policies_of(write_project: Any) -> Any:
    """Return a function that renders one page of a site and returns its policy in both forms."""

    def policies(text: str, document: Any = API, **settings: Any) -> PagePolicy:
        root: Path = write_project(
            {
                "site.json": {
                    "name": "Test",
                    "navigation": [{"group": "A", "pages": ["page", "show"]}],
                    **settings,
                },
                "page.mdx": text,
                "show.mdx": "---\nopenapi: GET /plants\n---\n",
                "openapi.json": json.dumps(document),
            }
        )
        site = load_site(load_project(str(root))[0]).site
        assert site is not None
        renderer = SiteRenderer(site)
        page = site.pages["/show" if text == "API" else "/page"]
        source = root / page.source
        body = source.read_text().rpartition("---\n")[2]
        parsed = parse_mdx(body, page.source)
        content = renderer.render_content(page, parsed, renderer.links, lambda _: None)
        return renderer.shell.fill(page, content).policy

    return policies


@pytest.fixture
def policy_of(policies_of: Any) -> Any:
    """Return a function that renders one page of a site and returns the header."""
    return lambda text, **settings: policies_of(text, **settings).header


def test_a_page_may_run_what_the_theme_put_into_it_and_nothing_else(policy_of: Any) -> None:
    policy = policy_of("# Title\n\nText.\n")
    assert directive(policy, "script-src") == OWN
    assert directive(policy, "style-src") == ["'self'"]
    assert directive(policy, "frame-src") == ["'self'"]
    for name in ("default-src", "object-src", "base-uri"):
        assert directive(policy, name) == ["'none'"]
    for name in ("form-action", "frame-ancestors", "worker-src", "manifest-src"):
        assert directive(policy, name) == ["'self'"]
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    "text",
    [
        f"---\ntitle: '{WORDS}'\ndescription: '{WORDS} {EVIL}'\n---\nText.\n",
        f"`{WORDS}` and `{EVIL}`\n\n```html\n{EVIL}\n```\n",
        f'{{"{EVIL}"}}\n\n<span title="{EVIL}">x</span>\n',
        f"\\<script>evil()\\</script> {WORDS.replace('{', '').replace('}', '')}\n",
        "![<script>evil()</script>](a.png '<script>evil()</script>')\n",
    ],
)
def test_words_of_a_page_change_nothing(policy_of: Any, text: str) -> None:
    assert policy_of(text) == policy_of("Text.\n")


def test_words_of_the_settings_change_nothing(policy_of: Any) -> None:
    policy = policy_of("Text.\n", name=f"{EVIL} {WORDS}", search={"prompt": EVIL + WORDS})
    assert policy == policy_of("Text.\n")


def test_words_of_an_api_document_change_nothing_but_a_playground_shows_answers(
    policy_of: Any,
) -> None:
    policy = policy_of("API")
    assert directive(policy, "script-src") == OWN
    for name in ("img-src", "media-src", "frame-src"):
        assert "blob:" in directive(policy, name)
    assert "frames.example" not in policy
    quiet = policy_of("API", api={"playground": {"mode": "simple"}})
    assert quiet == policy_of("Text.\n")


def calls(policy: PagePolicy) -> tuple[list[str], list[str]]:
    """Return what a page may call beside its own site: with a proxy, and without one."""
    header, in_page = (directive(each, "connect-src") for each in (policy.header, policy.in_page))
    assert header[0] == in_page[0] == "'self'"
    return header[1:], in_page[1:]


def test_a_page_says_all_of_its_policy_but_what_only_headers_can(policies_of: Any) -> None:
    policy = policies_of("Text.\n")
    assert policy.header == f"{policy.in_page}; frame-ancestors 'self'"


def test_the_api_is_called_by_the_browser_only_where_no_proxy_does(policies_of: Any) -> None:
    api = ["https://api.example.com"]
    off = {"playground": {"disableProxy": True}}
    assert calls(policies_of("API")) == ([], api)
    assert calls(policies_of("API", api=off)) == (api, api)
    assert calls(policies_of("API", api={"playground": {"mode": "simple"}})) == ([], [])
    assert calls(policies_of("Text.\n", api=off)) == ([], [])


def test_the_settings_say_where_the_api_is(policies_of: Any) -> None:
    settings = {"baseUrl": ["https://one.example/v1", "http://localhost:8000"]}
    header, in_page = calls(policies_of("API", api=settings))
    assert (header, in_page) == (
        ["http://localhost:8000"],
        ["http://localhost:8000", "https://one.example"],
    )


def test_where_nobody_says_it_the_reader_may_enter_any_address(policies_of: Any) -> None:
    unknown = {key: value for key, value in API.items() if key != "servers"}
    assert calls(policies_of("API", unknown)) == (["http:", "https:"], ["http:", "https:"])


def test_an_endpoint_that_a_page_describes_by_hand_is_called_alike(policies_of: Any) -> None:
    written = "---\napi: GET https://own.example/plants\n---\n"
    assert calls(policies_of(written)) == ([], ["https://own.example"])
    assert calls(policies_of("---\napi: GET /plants\n---\n"))[0] == ["http:", "https:"]


def test_addresses_that_give_tokens_are_called_like_the_api(policies_of: Any) -> None:
    flows = {"clientCredentials": {"tokenUrl": "https://id.example/token", "scopes": {}}}
    schemes = {"oauth": {"type": "oauth2", "flows": flows}}
    document = {**API, "components": {"securitySchemes": schemes}, "security": [{"oauth": []}]}
    api = ["https://api.example.com", "https://id.example"]
    assert calls(policies_of("API", document)) == ([], api)


def test_scripts_and_styles_that_the_author_wrote_as_such_are_allowed_by_their_text(
    policy_of: Any,
) -> None:
    policy = policy_of("<script>{`one()`}</script>\n\n<style>{`p { color: teal }`}</style>\n")
    assert directive(policy, "script-src") == ["'self'", *sorted([*OWN[1:], hash_of("one()")])]
    assert directive(policy, "style-src") == ["'self'", hash_of("p { color: teal }")]


def test_hosts_that_the_author_wrote_as_such_are_allowed(policy_of: Any) -> None:
    policy = policy_of(
        '<script src="https://scripts.example/a.js" defer></script>\n\n'
        '<link rel="stylesheet" href="https://styles.example:8443/a.css" />\n\n'
        '<iframe title="x" src="https://frames.example/embed/1"></iframe>\n\n'
        '<iframe src="https://frames.example/embed/2"></iframe>\n'
    )
    assert directive(policy, "script-src") == [*OWN, "https://scripts.example"]
    assert directive(policy, "style-src") == ["'self'", "https://styles.example:8443"]
    assert directive(policy, "frame-src") == ["'self'", "https://frames.example"]


def test_pictures_and_films_may_be_unencrypted_where_the_author_wrote_that(policy_of: Any) -> None:
    policy = policy_of(
        "![A](http://pictures.example/a.png)\n\n"
        '<video src="http://films.example:81/a.mp4"></video>\n\n![B](https://safe.example/b.png)\n'
    )
    for name in ("img-src", "media-src"):
        hosts = ["http://films.example:81", "http://pictures.example"]
        assert directive(policy, name)[-2:] == hosts
    assert "safe.example" not in policy


@pytest.mark.parametrize("host", ["evil.example;script-src *", "a b", "a'b", "*", "me@evil"])
def test_a_hostile_host_cannot_change_the_policy(policy_of: Any, host: str) -> None:
    assert policy_of(f'<iframe src="https://{host}/"></iframe>\n') == policy_of("Text.\n")


def test_scripts_of_other_services_are_allowed_only_where_the_author_asked_for_them(
    policy_of: Any,
) -> None:
    measured = policy_of("Text.\n", analytics={"ga4": {"measurementId": "G-1"}})
    assert directive(measured, "script-src") == [*OWN, "https://*.googletagmanager.com"]


def test_a_banner_stands_on_all_pages(policy_of: Any) -> None:
    banner = {"content": '<iframe src="https://frames.example/"></iframe>'}
    assert "https://frames.example" in directive(policy_of("Text.\n", banner=banner), "frame-src")


def test_what_a_page_needs_is_kept_with_it() -> None:
    needs = join_needs(ANSWERS, {"script-src": {"b", "a"}})
    record = ContentRecord(PageContent("", needs=needs), (), Trace({}, {}, {}))
    known = read_record(ContentRecord, write_record(record))
    assert known is not None
    content = known.content
    site = SitePolicy()
    assert site.build_page_policy(content.needs) == site.build_page_policy(needs)
    assert directive(site.build_page_policy(needs).header, "script-src") == ["'self'", "a", "b"]
