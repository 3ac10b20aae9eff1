"""What the settings of a site let its pages load: scripts of other services, and their answers.

The hosts are those that the services document for a policy. None gets leave to run or style what
stands in a page without a host (`unsafe-inline`, `unsafe-eval`), also where a service asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from octavo.render.shell.policy import (
    CALLS,
    FRAMES,
    IMAGES,
    SCRIPTS,
    STYLES,
    WORKERS,
    Needs,
    SitePolicy,
    join_needs,
    list_origins,
)
from octavo.settings.models.site import Settings

Sources = Mapping[str, str]
"""The sources of directives, with blanks between them."""

# Pictures, films and fonts may come from anywhere that is encrypted, on all pages.
_ANYTHING: Sources = dict.fromkeys((SCRIPTS, CALLS, FRAMES, STYLES), "https:")
"""For what exists to load whatever its author sets up elsewhere."""
_ANALYTICS: Mapping[str, Sources] = {
    "adobe": _ANYTHING,
    "amplitude": {SCRIPTS: "https://cdn.amplitude.com", CALLS: "https://*.amplitude.com"},
    "clarity": {SCRIPTS: "https://*.clarity.ms", CALLS: "https://*.clarity.ms https://c.bing.com"},
    "clearbit": {
        SCRIPTS: "https://tag.clearbitscripts.com https://*.clearbitjs.com",
        CALLS: "https://*.clearbit.com https://*.clearbitjs.com",
    },
    "fathom": {SCRIPTS: "https://cdn.usefathom.com", CALLS: "https://cdn.usefathom.com"},
    "ga4": {
        SCRIPTS: "https://*.googletagmanager.com",
        CALLS: "https://*.google-analytics.com https://*.analytics.google.com"
        " https://*.googletagmanager.com https://*.g.doubleclick.net",
    },
    "gtm": _ANYTHING,
    "heap": {
        SCRIPTS: "https://cdn.heapanalytics.com https://heapanalytics.com",
        CALLS: "https://heapanalytics.com https://*.heap-api.com",
        STYLES: "https://heapanalytics.com",
    },
    "hightouch": {
        SCRIPTS: "https://cdn.hightouch-events.com",
        CALLS: "https://*.hightouch-events.com",
    },
    "hotjar": {
        SCRIPTS: "https://*.hotjar.com",
        CALLS: "https://*.hotjar.com https://*.hotjar.io wss://*.hotjar.com",
        FRAMES: "https://*.hotjar.com",
    },
    "koala": {SCRIPTS: "https://cdn.getkoala.com", CALLS: "https://*.getkoala.com"},
    "logrocket": {
        SCRIPTS: "https://cdn.logr-in.com",
        CALLS: "https://*.logr-in.com",
        WORKERS: "blob:",
    },
    "mixpanel": {SCRIPTS: "https://cdn.mxpnl.com", CALLS: "https://*.mixpanel.com"},
    "pirsch": {SCRIPTS: "https://api.pirsch.io", CALLS: "https://api.pirsch.io"},
    "plausible": {SCRIPTS: "https://plausible.io", CALLS: "https://plausible.io"},
    "posthog": {
        SCRIPTS: "https://*.posthog.com",
        CALLS: "https://*.posthog.com",
        WORKERS: "blob:",
    },
    "segment": {
        SCRIPTS: "https://cdn.segment.com",
        CALLS: "https://api.segment.io https://cdn.segment.com",
    },
}
_OWN_HOSTS = {
    "adobe": "launchUrl",
    "hightouch": "apiHost",
    "plausible": "server",
    "posthog": "apiHost",
}
"""The keys of settings that name a host of the author's for the same purpose."""
_INTEGRATIONS: Mapping[str, Sources] = {
    "intercom": {
        SCRIPTS: "https://app.intercom.io https://widget.intercom.io https://js.intercomcdn.com",
        CALLS: "https://*.intercom.io wss://*.intercom.io https://*.intercomcdn.com"
        " https://*.intercomcdn.eu https://*.intercomusercontent.com"
        " https://*.intercom-messenger.com wss://*.intercom-messenger.com",
        FRAMES: "https://intercom-sheets.com https://www.intercom-reporting.com"
        " https://www.youtube.com https://player.vimeo.com https://fast.wistia.net",
        IMAGES: "blob:",
    },
    "frontchat": {
        SCRIPTS: "https://chat-assets.frontapp.com",
        CALLS: "https://*.frontapp.com wss://front-us-realtime.ably.io"
        " wss://front-eu-realtime.ably.io",
        STYLES: "blob:",
    },
    "osano": {
        SCRIPTS: "https://*.osano.com",
        CALLS: "https://*.osano.com",
        FRAMES: "https://*.osano.com",
        STYLES: "https://*.osano.com",
        WORKERS: "https://*.osano.com blob:",
    },
}
_REPOSITORY: Needs = {CALLS: ("https://api.github.com",)}
"""What the button of a repository needs to count its stars and forks."""


def build_site_policy(settings: Settings, around: Needs) -> SitePolicy:
    """Return what all pages of a site may load, with what stands around each of them."""
    needs = join_needs(around, *_find_needs(settings))
    return SitePolicy(needs, not settings.api.playground.disable_proxy)


def _find_needs(settings: Settings) -> Iterator[Needs]:
    button = settings.topbar_cta_button
    if button is not None and button.type == "github":
        yield _REPOSITORY
    for name, values in settings.analytics.list_identifiers().items():
        yield _read_sources(_ANALYTICS[name])
        own = values.get(_OWN_HOSTS.get(name, ""), "")
        address = own if "://" in own else f"https://{own}"
        yield dict.fromkeys((SCRIPTS, CALLS), list_origins(address))
    for name in settings.integrations.list_identifiers():
        yield _read_sources(_INTEGRATIONS[name])


def _read_sources(sources: Sources) -> Needs:
    return {directive: listed.split() for directive, listed in sources.items()}
