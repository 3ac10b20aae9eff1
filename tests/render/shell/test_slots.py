"""Shells are filled once for pages of the same shape, and look as if filled for each."""

from typing import Any

from octavo.render.shell.slots import Shells

TEMPLATE = (
    "<title>{title}</title>100%{more}|{sheets}|%s|{lead}|%(title)b|{body}|{contents}|{scripts}"
)


class Filler:
    """Replaces the template, and counts how often it is filled."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, values: dict[str, Any]) -> str:
        self.times += 1
        return TEMPLATE.format(**values["slot"], **{"more": "", **values, "slot": ""})


def test_pages_of_one_shape_share_a_shell() -> None:
    shells, fill = Shells(), Filler()
    first = shells.cut("kind", {"title": "One & é", "more": "m"}, fill)
    second = shells.cut("kind", {"title": "Two %s", "more": "%(title)b"}, fill)
    assert fill.times == 1
    rest = [b"|%s|", b"|%(title)b|", b"|", b"|", b""]
    assert first == ["<title>One & é</title>100%m|".encode(), *rest]
    assert second == [b"<title>Two %s</title>100%%(title)b|", *rest]


def test_another_kind_or_other_texts_are_another_shell() -> None:
    shells, fill = Shells(), Filler()
    texts = {"title": "One", "more": ""}
    assert shells.cut("kind", texts, fill)[0] == b"<title>One</title>100%|"
    assert shells.cut("kind", {"title": "One", "more": "x"}, fill)[0].endswith(b"%x|")
    assert shells.cut("other", texts, fill)[0] == b"<title>One</title>100%|"
    assert fill.times == 3
    shells.cut("kind", {"title": "Two"}, fill)
    assert fill.times == 3, "a text that is empty is as one that is not there"
