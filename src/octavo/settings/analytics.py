"""Analytics providers and widgets: identifiers only, checked so that they are safe as data."""

import re
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field

from octavo.settings.values import STRICT_OBJECT, WebAddress, wrong_value

_IDENTIFIER = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:/+=@-]{0,255}\Z")
_DOMAINS = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.,:/_-]|, ){0,255}\Z")
_OSANO = re.compile(r"https://cmp\.osano\.com/[A-Za-z0-9_/-]+/osano\.js\Z")


def _text_of_number(value: Any) -> Any:
    return str(value) if type(value) is int else value


def _read_identifier(text: str) -> str:
    identifier = text.strip()
    if not _IDENTIFIER.match(identifier):
        raise wrong_value(
            "be an identifier", "Copy it from the provider, without quotes, blanks or code."
        )
    return identifier


def _read_domains(text: str) -> str:
    domains = text.strip()
    if "://" in domains or not _DOMAINS.match(domains):
        raise wrong_value(
            "be a domain name", "Write it without https://, such as docs.example.com."
        )
    return domains.rstrip("/")


def _read_osano(text: str) -> str:
    url = text.strip()
    if not _OSANO.match(url):
        raise wrong_value(
            "be the address of an Osano script",
            "It starts with https://cmp.osano.com/ and ends with /osano.js.",
        )
    return url


Identifier = Annotated[
    str,
    BeforeValidator(_text_of_number, json_schema_input_type=str | int),
    AfterValidator(_read_identifier),
]
Domains = Annotated[str, AfterValidator(_read_domains)]
OsanoScript = Annotated[str, AfterValidator(_read_osano)]

LIKELY_FORMS = {
    ("analytics", "ga4", "measurementId"): ("start with G-", re.compile("G")),
    ("analytics", "gtm", "tagId"): ("start with GTM-", re.compile("G")),
    ("analytics", "posthog", "apiKey"): ("start with phc_", re.compile("phc_")),
    ("analytics", "koala", "publicApiKey"): ("have more than one character", re.compile("..")),
    ("integrations", "intercom"): ("have at least 6 characters", re.compile(".{6}")),
    ("integrations", "frontchat"): ("have at least 6 characters", re.compile(".{6}")),
}
"""What identifiers look like, by their place; another look is worth a warning, not an error."""


class Adobe(BaseModel):
    """Adobe Analytics."""

    model_config = STRICT_OBJECT
    launch_url: WebAddress = Field(description="Address of the launch script.")


class Amplitude(BaseModel):
    """Amplitude."""

    model_config = STRICT_OBJECT
    api_key: Identifier = Field(description="API key.")


class Clarity(BaseModel):
    """Microsoft Clarity."""

    model_config = STRICT_OBJECT
    project_id: Identifier = Field(description="Project identifier.")


class Clearbit(BaseModel):
    """Clearbit."""

    model_config = STRICT_OBJECT
    public_api_key: Identifier = Field(description="Public API key.")


class Fathom(BaseModel):
    """Fathom."""

    model_config = STRICT_OBJECT
    site_id: Identifier = Field(description="Site identifier.")


class GoogleAnalytics(BaseModel):
    """Google Analytics 4."""

    model_config = STRICT_OBJECT
    measurement_id: Identifier = Field(description="Measurement identifier, such as G-ABC123.")


class GoogleTagManager(BaseModel):
    """Google Tag Manager."""

    model_config = STRICT_OBJECT
    tag_id: Identifier = Field(description="Container identifier, such as GTM-ABC123.")


class Heap(BaseModel):
    """Heap."""

    model_config = STRICT_OBJECT
    app_id: Identifier = Field(description="Application identifier.")


class Hightouch(BaseModel):
    """Hightouch."""

    model_config = STRICT_OBJECT
    write_key: Identifier = Field(description="Write key.")
    api_host: Domains | None = Field(default=None, description="Host that receives the events.")


class Hotjar(BaseModel):
    """Hotjar."""

    model_config = STRICT_OBJECT
    hjid: Identifier = Field(description="Site identifier.")
    hjsv: Identifier = Field(description="Version of the snippet.")


class Koala(BaseModel):
    """Koala."""

    model_config = STRICT_OBJECT
    public_api_key: Identifier = Field(description="Public API key.")


class LogRocket(BaseModel):
    """LogRocket."""

    model_config = STRICT_OBJECT
    app_id: Identifier = Field(description="Application identifier.")


class Mixpanel(BaseModel):
    """Mixpanel."""

    model_config = STRICT_OBJECT
    project_token: Identifier = Field(description="Project token.")


class Pirsch(BaseModel):
    """Pirsch."""

    model_config = STRICT_OBJECT
    id: Identifier = Field(description="Identification code.")


class Plausible(BaseModel):
    """Plausible."""

    model_config = STRICT_OBJECT
    domain: Domains = Field(description="Domain of the site, without https://.")
    server: Domains | None = Field(
        default=None, description="Domain of your own server, without https://."
    )


class PostHog(BaseModel):
    """PostHog."""

    model_config = STRICT_OBJECT
    api_key: Identifier = Field(description="Project API key, such as phc_abc.")
    api_host: WebAddress | None = Field(default=None, description="Address of your own server.")


class Segment(BaseModel):
    """Segment."""

    model_config = STRICT_OBJECT
    key: Identifier = Field(description="Write key.")


class Analytics(BaseModel):
    """Analytics providers; nothing is loaded for a provider that is not named here."""

    model_config = STRICT_OBJECT

    adobe: Adobe | None = Field(default=None, description="Adobe Analytics.")
    amplitude: Amplitude | None = Field(default=None, description="Amplitude.")
    clarity: Clarity | None = Field(default=None, description="Microsoft Clarity.")
    clearbit: Clearbit | None = Field(default=None, description="Clearbit.")
    fathom: Fathom | None = Field(default=None, description="Fathom.")
    ga4: GoogleAnalytics | None = Field(default=None, description="Google Analytics 4.")
    gtm: GoogleTagManager | None = Field(default=None, description="Google Tag Manager.")
    heap: Heap | None = Field(default=None, description="Heap.")
    hightouch: Hightouch | None = Field(default=None, description="Hightouch.")
    hotjar: Hotjar | None = Field(default=None, description="Hotjar.")
    koala: Koala | None = Field(default=None, description="Koala.")
    logrocket: LogRocket | None = Field(default=None, description="LogRocket.")
    mixpanel: Mixpanel | None = Field(default=None, description="Mixpanel.")
    pirsch: Pirsch | None = Field(default=None, description="Pirsch.")
    plausible: Plausible | None = Field(default=None, description="Plausible.")
    posthog: PostHog | None = Field(default=None, description="PostHog.")
    segment: Segment | None = Field(default=None, description="Segment.")

    def as_data(self) -> dict[str, dict[str, str]]:
        """Return the identifiers by provider and key, as the browser gets them."""
        return self.model_dump(by_alias=True, exclude_none=True)


class Integrations(BaseModel):
    """Widgets of other services; nothing is loaded for a widget that is not named here."""

    model_config = STRICT_OBJECT

    intercom: Identifier | None = Field(default=None, description="Intercom application.")
    frontchat: Identifier | None = Field(default=None, description="Front chat snippet.")
    osano: OsanoScript | None = Field(default=None, description="Osano consent script.")

    def as_data(self) -> dict[str, str]:
        """Return the identifiers by widget, as the browser gets them."""
        return self.model_dump(by_alias=True, exclude_none=True)
