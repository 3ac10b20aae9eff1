"""What other services may do in pages: what the table says, and only where the author asked."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from typing import Any

import pytest

from octavo import theme
from octavo.render.basis.policy import SitePolicy
from octavo.render.shell.services import build_site_policy
from octavo.settings.models.site_settings import Settings
from tests.settings_data import load_every_key, made_of

SINK = load_every_key()
ANALYTICS, INTEGRATIONS = SINK["analytics"], SINK["integrations"]


def directives(policy: SitePolicy) -> dict[str, list[str]]:
    header = policy.build_page_policy({}).header
    return {name: sources for name, *sources in map(str.split, header.split("; "))}


def added(**settings: Any) -> dict[str, list[str]]:
    """Return what pages may load beside what every page may."""
    read = made_of(Settings, {"name": "A", "navigation": [], **settings})
    always = directives(SitePolicy())
    return {
        name: sources[len(always[name]) :]
        for name, sources in directives(build_site_policy(read, {})).items()
        if len(sources) > len(always[name])
    }


def loaders(script: str, table: str) -> dict[str, str]:
    """Return the code with which a script of the theme loads each service."""
    text = (theme.FOLDER / "js" / "services" / f"{script}.js").read_text()
    body = text.partition(f"const {table} = {{\n")[2].partition("\n};")[0]
    parts = re.split(r"^  (?:async )?(\w+)(?:: \{|\(id\) \{)$", body, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def is_allowed(address: str, sources: list[str]) -> bool:
    return any(
        fnmatch(f"{address}/", f"{source}/*" if "//" in source else f"{source}//*")
        for source in sources
    )


def test_the_theme_loads_the_services_that_settings_can_name_and_no_others() -> None:
    assert loaders("analytics", "PROVIDERS").keys() == ANALYTICS.keys()
    assert loaders("chat", "WIDGETS").keys() | {"osano"} == INTEGRATIONS.keys()


@pytest.mark.parametrize("name", ANALYTICS)
def test_the_script_of_a_provider_may_be_loaded_and_call_its_host(name: str) -> None:
    values = {
        key: ANALYTICS[name][key] for key in ANALYTICS[name] if key not in {"server", "apiHost"}
    }
    allowed = added(analytics={name: values})
    hosts = re.findall(r"https://[\w.-]+", loaders("analytics", "PROVIDERS")[name])
    assert allowed["connect-src"]
    # The script of these is where a value says, else where the code says without https.
    elsewhere = {"adobe": "https://assets.example", "plausible": "https://plausible.io"}
    for host in hosts or [elsewhere[name]]:
        assert is_allowed(host, allowed["script-src"]), host


@pytest.mark.parametrize("name", INTEGRATIONS)
def test_a_widget_may_be_loaded(name: str) -> None:
    allowed = added(integrations={name: INTEGRATIONS[name]})
    code = {**loaders("chat", "WIDGETS"), "osano": INTEGRATIONS["osano"]}[name]
    hosts = re.findall(r"https://[\w.-]+", code)
    assert hosts
    for host in hosts:
        assert is_allowed(host, allowed["script-src"]), host


@pytest.mark.parametrize(
    ("name", "host"),
    [
        ("hightouch", "https://events.example"),
        ("plausible", "https://plausible.acme.example"),
        ("posthog", "https://eu.posthog.example"),
    ],
)
def test_a_host_of_the_authors_own_is_allowed(name: str, host: str) -> None:
    allowed = added(analytics={name: ANALYTICS[name]})
    assert host in allowed["connect-src"]
    assert host in allowed["script-src"]


def test_only_what_loads_anything_by_its_nature_may_load_anything() -> None:
    open_ = {
        name
        for name in ANALYTICS
        if "https:" in added(analytics={name: ANALYTICS[name]})["script-src"]
    }
    assert open_ == {"adobe", "gtm"}


def test_no_service_gets_unsafe_words() -> None:
    sources = [each for listed in added(**SINK).values() for each in listed]
    assert not [each for each in sources if "unsafe" in each or each in {"*", "data:"}]
    assert not [each for each in added(**SINK)["script-src"] if not each.startswith("https:")]


def test_a_site_that_names_no_service_loads_none() -> None:
    assert added() == {}
    button = {"type": "github", "url": "https://github.com/a/b"}
    assert added(topbarCtaButton=button) == {"connect-src": ["https://api.github.com"]}
