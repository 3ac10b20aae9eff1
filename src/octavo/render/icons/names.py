"""Names of icons: the theme's own, the footer's, and those that the free libraries lack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from octavo.settings.models.icon_types import IconType

STYLES: frozenset[str] = frozenset(get_args(IconType))
"""The styles that authors may ask for."""

THEME_ICONS: Mapping[str, str] = {
    "search": "search",
    "sun": "sun",
    "moon": "moon",
    "monitor": "monitor",
    "menu": "menu",
    "close": "x",
    "chevron": "chevron-right",
    "chevron-down": "chevron-down",
    "external": "arrow-up-right",
    "previous": "arrow-left",
    "next": "arrow-right",
    "link": "link",
    "copy": "copy",
    "check": "check",
    "thumbs-up": "thumbs-up",
    "thumbs-down": "thumbs-down",
    "edit": "pencil",
    "issue": "circle-alert",
    "feed": "rss",
    "github": "github",
    "star": "star",
    "fork": "git-fork",
    "globe": "globe",
    "text": "file-text",
    "assistant": "sparkles",
    "connect": "plug",
    "download": "download",
}
"""What the theme shows itself, drawn in lines (the name in Lucide, else in Font Awesome)."""

SOCIAL_ICONS: Mapping[str, str] = {
    "website": "globe",
    "x": "x-twitter",
    "facebook": "facebook",
    "youtube": "youtube",
    "discord": "discord",
    "slack": "slack",
    "github": "github",
    "linkedin": "linkedin",
    "instagram": "instagram",
    "hacker-news": "hacker-news",
    "medium": "medium",
    "telegram": "telegram",
    "twitter": "twitter",
    "x-twitter": "x-twitter",
    "earth-americas": "earth-americas",
    "bluesky": "bluesky",
    "threads": "threads",
    "reddit": "reddit",
    "podcast": "podcast",
}
"""The icon of every platform that the footer can link to."""

SOCIAL_NAMES: Mapping[str, str] = {
    "x": "X",
    "x-twitter": "X",
    "youtube": "YouTube",
    "github": "GitHub",
    "linkedin": "LinkedIn",
    "earth-americas": "Website",
}
"""What platforms are called whose name is not their identifier in other letters."""

_LINES = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"'

DRAWINGS: Mapping[str, str] = {
    "x-twitter": (
        f'<path {_LINES} d="M3.5 3.5h4.4l12.6 17h-4.4z"/>'
        '<path fill="none" stroke="currentColor" stroke-width="2" '
        'd="m4 20.5 6.9-7.6m2.6-2.9 6-6.5"/>'
    ),
    "bluesky": (
        '<path fill="currentColor" d="M12 10.6C10.5 7.7 7.3 4.5 4.8 3.6 2.9 3 2 3.9 2 5.8c0 1.7.7 '
        "5.4 1.2 6.5.7 1.6 2.4 2.3 4.6 2-3.3.6-4.6 2-3 4.4 2.4 3.4 5.6 1.5 7.2-3 1.6 4.5 4.8 6.4 "
        "7.2 3 1.6-2.4.3-3.8-3-4.4 2.2.3 3.9-.4 4.6-2 .5-1.1 1.2-4.8 1.2-6.5 0-1.9-.9-2.8-2.8-2.2"
        '-2.5.9-5.7 4.1-7.2 7z"/>'
    ),
    "threads": (
        f'<path {_LINES} stroke-linecap="round" d="M18.8 8C17.8 4.7 15.6 3 12 3c-4.9 0-7.3 3.4-7.3 '
        "9s2.4 9 7.3 9c4.3 0 7-2.3 7-5.1 0-3.1-2.9-4.7-6.5-4.7-2.6 0-4.3 1.1-4.3 2.9 0 1.7 1.5 2.6 "
        '3.3 2.6 2.6 0 3.9-1.8 3.9-4.5 0-2.8-1.3-4.2-3.5-4.2-1.5 0-2.6.6-3.2 1.6"/>'
    ),
}
"""Marks that are newer than the libraries' data, drawn by us in a box of 24 by 24."""


def _read_pairs(text: str) -> Mapping[str, str]:
    return dict(pair.split("=") for pair in text.split())


STAND_INS: Mapping[str, str] = _read_pairs(
    """
    alarm-exclamation=bell alert-circle=circle-exclamation alert-triangle=triangle-exclamation
    alien-8bit=ghost analytics=chart-line api=code arrow-progress=bars-progress
    arrow-turn-down-left=corner-down-left arrows-maximize=maximize ban-bug=bug-slash
    bar-chart-2=chart-column block-quote=quote-left book-alt=book book-blank=book
    book-open-cover=book-open book-sparkles=book books=book brackets-curly=braces
    brackets-square=brackets browser=window-maximize browsers=window-restore
    bullseye-pointer=bullseye calendar-lines=calendar-days cards-blank=clone
    cart-flatbed-boxes=cart-flatbed chart-line-down=arrow-trend-down chart-line-up=arrow-trend-up
    chart-mixed=chart-column chart-up=arrow-trend-up check-circle-2=circle-check
    circle-bolt=bolt circle-dollar=circle-dollar-to-slot circle-three-quarters=circle-half-stroke
    clipboard-list-check=clipboard-check clouds=cloud code-2=code-xml code-simple=code coin=coins
    comment-question=circle-question comments-question=circle-question computer-classic=computer
    conveyor-belt=boxes-stacked credit-card-front=credit-card diagram-sankey=diagram-project
    diagram-subtask=diagram-next document=file edit-2=pen edit-3=pen envelope-dot=envelope
    file-json=file-braces file-magnifying-glass=file-search filters=filter folder-gear=folder
    folder-grid=folder function=square-function gauge-simple-low=gauge-simple gear-code=gear
    gear-complex=gear git-commit=git-commit-horizontal graph=chart-line
    grid-2-plus=table-cells-large grid-2=table-cells-large grid=table-cells-large hand-wave=hand
    head-side-brain=brain head-side-gear=brain help-circle=circle-question
    hexagon-nodes=circle-nodes house-blank=house inbox-in=inbox inboxes=inbox
    input-numeric=hashtag input-text=i-cursor key-skeleton=key lambda=code
    laptop-binary=laptop-code layer-plus=layer-group lightbulb-on=lightbulb
    line-height=text-height link-horizontal=link link-simple=link list-timeline=timeline
    loader-2=loader-circle lock-hashtag=lock message-bot=bot-message-square message-check=message
    message-code=message message-dots=comment-dots message-exclamation=message
    message-lines=message message-pen=message message-plus=message
    message-question=circle-question message-quote=message message-smile=message
    message-sms=comment-sms message-text=message message-xmark=message
    messages-dollar=comments-dollar messages-question=comments messages=comments
    microchip-ai=microchip microphone-stand=microphone mobile-notch=mobile
    money-bill-simple-wave=money-bill-wave money-bill-simple=money-bill more-horizontal=ellipsis
    more-vertical=ellipsis-vertical objects-align-left=align-left objects-column=table-columns
    octagon-check=circle-check octagon-exclamation=circle-exclamation one=1
    paper-plane-top=paper-plane party-horn=bullhorn people-simple=users people=users
    person-to-portal=door-open phone-arrow-down-left=phone phone-arrow-right=phone
    phone-arrow-up-right=phone phone-forward=phone-volume phone-intercom=phone phone-office=phone
    phone-plus=phone phone-xmark=phone-slash presentation-screen=chalkboard
    rabbit-running=gauge-high rectangle-code=square-code rectangle-history=clock-rotate-left
    rectangle-terminal=square-terminal rectangle-vertical-history=clone robot-astromech=robot
    rocket-launch=rocket share-all=share-nodes shield-keyhole=shield-halved
    sidebar-flip=table-columns sidebar=table-columns signal-stream=tower-broadcast
    sliders-simple=sliders sliders-up=sliders snake=staff-snake sound=volume-high
    spinner-third=spinner square-list=list-check
    square-phone-hangup=phone-slash square-quote=quote-left square-sliders=sliders
    square-x-twitter=x-twitter star-shooting=star subtitles=closed-captioning
    table-layout=table-columns table-pivot=table table-rows=table-list table-tree=folder-tree
    terminal-square=square-terminal text-size=text-height text=font three=3 tool=wrench
    trash-xmark=trash two=2 up=up-long user-headset=headset user-magnifying-glass=user
    user-music=headphones user-police=user-shield user-robot=robot wand-2=wand-sparkles
    wand-sparkle=wand-magic-sparkles wave-pulse=wave-square waveform-lines=audio-lines
    waveform=audio-lines window=window-maximize wrench-simple=wrench x-circle=circle-x
    """
)
"""Names of the paid set and of other releases, and what is drawn for them."""
