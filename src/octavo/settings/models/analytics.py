"""Analytics providers and widgets: identifiers only, checked so that they are safe as data."""

from __future__ import annotations

import re
from typing import Any

from octavo.settings.kinds import Kind, WrongValueError, text_with
from octavo.settings.objects import object_of, setting, settings_object, walk_values
from octavo.settings.values import WEB_ADDRESS

_IDENTIFIER = r"[A-Za-z0-9_][A-Za-z0-9_.:/+=@-]{0,255}\Z"
_DOMAINS = r"[A-Za-z0-9](?:[A-Za-z0-9.,:/_-]|, ){0,255}\Z"
_OSANO = r"https://cmp\.osano\.com/[A-Za-z0-9_/-]+/osano\.js\Z"


def _write_number(value: Any) -> Any:
    return str(value) if type(value) is int else value


def _read_identifier(text: str) -> str:
    identifier = text.strip()
    if not re.match(_IDENTIFIER, identifier):
        raise WrongValueError(
            "be an identifier", "Copy it from the provider, without quotes, blanks or code."
        )
    return identifier


def _read_domains(text: str) -> str:
    domains = text.strip()
    if "://" in domains or not re.match(_DOMAINS, domains):
        raise WrongValueError(
            "be a domain name", "Write it without https://, such as docs.example.com."
        )
    return domains.rstrip("/")


def _read_osano(text: str) -> str:
    url = text.strip()
    if not re.match(_OSANO, url):
        raise WrongValueError(
            "be the address of an Osano script",
            "It starts with https://cmp.osano.com/ and ends with /osano.js.",
        )
    return url


IDENTIFIER = Kind(
    text_with(_read_identifier, prepare=_write_number).read,
    {"anyOf": [{"type": "string"}, {"type": "integer"}]},
)
DOMAINS = text_with(_read_domains)
OSANO_SCRIPT = text_with(_read_osano)

LIKELY_FORMS = {
    ("analytics", "ga4", "measurementId"): ("start with G-", "G"),
    ("analytics", "gtm", "tagId"): ("start with GTM-", "G"),
    ("analytics", "posthog", "apiKey"): ("start with phc_", "phc_"),
    ("analytics", "koala", "publicApiKey"): ("have more than one character", ".."),
    ("integrations", "intercom"): ("have at least 6 characters", ".{6}"),
    ("integrations", "frontchat"): ("have at least 6 characters", ".{6}"),
}
"""What identifiers look like, by their place; another look is worth a warning, not an error."""


@settings_object
class Adobe:
    """Adobe Analytics."""

    launch_url: str = setting(WEB_ADDRESS, "Address of the launch script.")


@settings_object
class Amplitude:
    """Amplitude."""

    api_key: str = setting(IDENTIFIER, "API key.")


@settings_object
class Clarity:
    """Microsoft Clarity."""

    project_id: str = setting(IDENTIFIER, "Project identifier.")


@settings_object
class Clearbit:
    """Clearbit."""

    public_api_key: str = setting(IDENTIFIER, "Public API key.")


@settings_object
class Fathom:
    """Fathom."""

    site_id: str = setting(IDENTIFIER, "Site identifier.")


@settings_object
class GoogleAnalytics:
    """Google Analytics 4."""

    measurement_id: str = setting(IDENTIFIER, "Measurement identifier, such as G-ABC123.")


@settings_object
class GoogleTagManager:
    """Google Tag Manager."""

    tag_id: str = setting(IDENTIFIER, "Container identifier, such as GTM-ABC123.")


@settings_object
class Heap:
    """Heap."""

    app_id: str = setting(IDENTIFIER, "Application identifier.")


@settings_object
class Hightouch:
    """Hightouch."""

    write_key: str = setting(IDENTIFIER, "Write key.")
    api_host: str | None = setting(DOMAINS, "Host that receives the events.", default=None)


@settings_object
class Hotjar:
    """Hotjar."""

    hjid: str = setting(IDENTIFIER, "Site identifier.")
    hjsv: str = setting(IDENTIFIER, "Version of the snippet.")


@settings_object
class Koala:
    """Koala."""

    public_api_key: str = setting(IDENTIFIER, "Public API key.")


@settings_object
class LogRocket:
    """LogRocket."""

    app_id: str = setting(IDENTIFIER, "Application identifier.")


@settings_object
class Mixpanel:
    """Mixpanel."""

    project_token: str = setting(IDENTIFIER, "Project token.")


@settings_object
class Pirsch:
    """Pirsch."""

    id: str = setting(IDENTIFIER, "Identification code.")


@settings_object
class Plausible:
    """Plausible."""

    domain: str = setting(DOMAINS, "Domain of the site, without https://.")
    server: str | None = setting(
        DOMAINS, "Domain of your own server, without https://.", default=None
    )


@settings_object
class PostHog:
    """PostHog."""

    api_key: str = setting(IDENTIFIER, "Project API key, such as phc_abc.")
    api_host: str | None = setting(WEB_ADDRESS, "Address of your own server.", default=None)


@settings_object
class Segment:
    """Segment."""

    key: str = setting(IDENTIFIER, "Write key.")


@settings_object
class Analytics:
    """Analytics providers; nothing is loaded for a provider that is not named here."""

    adobe: Adobe | None = setting(object_of(Adobe), "Adobe Analytics.", default=None)
    amplitude: Amplitude | None = setting(object_of(Amplitude), "Amplitude.", default=None)
    clarity: Clarity | None = setting(object_of(Clarity), "Microsoft Clarity.", default=None)
    clearbit: Clearbit | None = setting(object_of(Clearbit), "Clearbit.", default=None)
    fathom: Fathom | None = setting(object_of(Fathom), "Fathom.", default=None)
    ga4: GoogleAnalytics | None = setting(
        object_of(GoogleAnalytics), "Google Analytics 4.", default=None
    )
    gtm: GoogleTagManager | None = setting(
        object_of(GoogleTagManager), "Google Tag Manager.", default=None
    )
    heap: Heap | None = setting(object_of(Heap), "Heap.", default=None)
    hightouch: Hightouch | None = setting(object_of(Hightouch), "Hightouch.", default=None)
    hotjar: Hotjar | None = setting(object_of(Hotjar), "Hotjar.", default=None)
    koala: Koala | None = setting(object_of(Koala), "Koala.", default=None)
    logrocket: LogRocket | None = setting(object_of(LogRocket), "LogRocket.", default=None)
    mixpanel: Mixpanel | None = setting(object_of(Mixpanel), "Mixpanel.", default=None)
    pirsch: Pirsch | None = setting(object_of(Pirsch), "Pirsch.", default=None)
    plausible: Plausible | None = setting(object_of(Plausible), "Plausible.", default=None)
    posthog: PostHog | None = setting(object_of(PostHog), "PostHog.", default=None)
    segment: Segment | None = setting(object_of(Segment), "Segment.", default=None)

    def list_identifiers(self) -> dict[str, dict[str, str]]:
        """Return the identifiers by provider and key, as the browser gets them."""
        return {name: dict(walk_values(provider)) for name, provider in walk_values(self)}


@settings_object
class Integrations:
    """Widgets of other services; nothing is loaded for a widget that is not named here."""

    intercom: str | None = setting(IDENTIFIER, "Intercom application.", default=None)
    frontchat: str | None = setting(IDENTIFIER, "Front chat snippet.", default=None)
    osano: str | None = setting(OSANO_SCRIPT, "Osano consent script.", default=None)

    def list_identifiers(self) -> dict[str, str]:
        """Return the identifiers by widget, as the browser gets them."""
        return dict(walk_values(self))
