from __future__ import annotations

import pytest

from octavo_migrate.edits import Edit, apply_edits, find_offset


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_only_the_places_of_edits_change(mark: bytes, end: bytes) -> None:
    text = "one\n\ntwo é three\nfour\n"
    data = mark + text.encode().replace(b"\n", end)
    start = find_offset(text, 3, 7)
    edits = [Edit(start, start + 5, "3"), Edit(0, 3, "1"), Edit(len(text), len(text), "five")]
    wanted = mark + "1\n\ntwo é 3\nfour\nfive".encode().replace(b"\n", end)
    assert apply_edits(data, edits) == wanted


def test_without_edits_every_byte_stays() -> None:
    data = b"\xef\xbb\xbfa\r\nb\rc\n\xc3\xa9"
    assert apply_edits(data, []) == data
