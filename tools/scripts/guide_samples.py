"""What pictures of guides show: a project with mistakes, one in languages, and votes of readers."""

from __future__ import annotations

import json
from datetime import date, timedelta

from octavo.server.feedback.insights.report import (
    Call,
    Comment,
    DeadAddress,
    PageVotes,
    Report,
    Search,
    Trend,
)

FAULTY_PROJECT = {
    "site.json": json.dumps(
        {
            "name": "Kettle",
            "colors": {"primary": "#0f6b6b", "light": "#5cc9c4"},
            "navigation": [
                {"group": "Start", "pages": ["index", "guides/first-cup", "guides/descal"]}
            ],
            "modeToggel": {"default": "dark"},
        },
        indent=2,
    ),
    "index.mdx": "---\ntitle: Kettle\n---\n\nBegin with the [first cup](/guides/frist-cup).\n",
    "guides/first-cup.mdx": (
        "---\ntitle: The first cup\n---\n\n![](/images/kettle.png)\n\n"
        "<Stpes>\n\nPress the button.\n\n</Stpes>\n"
    ),
    "guides/descale.mdx": "---\ntitle: Descale it\nhidden: true\n---\n\nUse lemon.\n",
}

_TEXTS = {
    "": ("Install", "Put the kettle on its base, and plug it in."),
    "de": ("Installieren", "Stell den Kocher auf den Sockel und steck ihn ein."),
    "fr": ("Installer", "Pose la bouilloire sur son socle, et branche-la."),
}
_NAMES = {"": "English", "de": "Deutsch", "fr": "Français"}

LANGUAGES_PROJECT = {
    "site.json": json.dumps(
        {
            "name": "Kettle",
            "colors": {"primary": "#0f6b6b", "light": "#5cc9c4"},
            "versions": list(_NAMES.values()),
            "navigation": [
                {
                    "group": "Kettle",
                    "version": _NAMES[folder],
                    "pages": [f"{folder}/install".lstrip("/"), f"{folder}/index".lstrip("/")],
                }
                for folder in _TEXTS
            ],
        }
    ),
    **{
        f"{folder}/{name}.mdx".lstrip("/"): f"---\ntitle: {title}\n---\n\n{text}\n"
        for folder, (install, text) in _TEXTS.items()
        for name, title in (("install", install), ("index", "Kettle"))
    },
}

_LAST_DAY = date(2026, 11, 16)


def _trend(*numbers: int) -> Trend:
    """Return thirty days with these numbers, again and again."""
    days = [(_LAST_DAY - timedelta(days=29 - place)).isoformat() for place in range(30)]
    return tuple((day, numbers[place % len(numbers)]) for place, day in enumerate(days))


def build_sample_report() -> Report:
    """Return what readers of a documentation may have said in a month."""
    comment = "How much water do tomatoes need in July? The table stops at June."
    return Report(
        first_day=(_LAST_DAY - timedelta(days=29)).isoformat(),
        last_day=_LAST_DAY.isoformat(),
        pages=(
            PageVotes(
                "/guides/watering",
                15,
                19,
                812,
                {"unclear": 3, "missing": 2, "outdated": 2},
                (Comment("2026-11-16", "no", "missing", comment),),
            ),
            PageVotes("/quickstart", 41, 9, 1320, {"wrong": 2}),
        ),
        dead=(
            DeadAddress(
                "/guide/watering",
                16,
                ("/",),
                '{"source": "/guide/watering", "destination": "/guides/watering"}',
            ),
        ),
        unfound=(Search("dark mode", 13), Search("drip irrigation", 11)),
        searches=(Search("tomatoes", 58), Search("api key", 31)),
        calls=(Call("GET /beds", "200", 210), Call("POST /beds", "422", 24)),
        most_read=(("/quickstart", 1320), ("/guides/watering", 812)),
        votes_yes=_trend(2, 4, 3, 5, 1, 0, 6),
        votes_no=_trend(1, 2, 0, 3, 1, 0, 2),
        views=_trend(120, 180, 210, 190, 160, 60, 40),
        searched=_trend(6, 9, 8, 7, 5, 2, 1),
        missed=_trend(2, 1, 3, 0, 2, 1, 0),
    )
