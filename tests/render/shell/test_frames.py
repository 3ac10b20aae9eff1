"""Frames are filled once for pages of the same shape, and look as if filled for each."""

from typing import Any

from octavo.render.shell.frames import Frames

TEMPLATE = (
    "<title>{title}</title>100%{more}|{sheets}|%s|{lead}|%(title)b|{body}|{contents}|{scripts}"
)


class Filler:
    """Stands in for the template; counts how often it is filled."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, values: dict[str, Any]) -> str:
        self.times += 1
        return TEMPLATE.format(**values["slot"], **{"more": "", **values, "slot": ""})


def test_pages_of_one_shape_share_a_frame() -> None:
    frames, fill = Frames(), Filler()
    first = frames.cut("kind", {"title": "One & é", "more": "m"}, fill)
    second = frames.cut("kind", {"title": "Two %s", "more": "%(title)b"}, fill)
    assert fill.times == 1
    rest = [b"|%s|", b"|%(title)b|", b"|", b"|", b""]
    assert first == ["<title>One & é</title>100%m|".encode(), *rest]
    assert second == [b"<title>Two %s</title>100%%(title)b|", *rest]


def test_another_kind_or_other_texts_are_another_frame() -> None:
    frames, fill = Frames(), Filler()
    texts = {"title": "One", "more": ""}
    assert frames.cut("kind", texts, fill)[0] == b"<title>One</title>100%|"
    assert frames.cut("kind", {"title": "One", "more": "x"}, fill)[0].endswith(b"%x|")
    assert frames.cut("other", texts, fill)[0] == b"<title>One</title>100%|"
    assert fill.times == 3
    frames.cut("kind", {"title": "Two"}, fill)
    assert fill.times == 3, "a text that is empty is as one that is not there"
