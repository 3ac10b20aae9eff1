"""Lines of the log are written together, whole, and before the server ends."""

from __future__ import annotations

import asyncio

from octavo.server.serve.log import LinesTogether


def test_the_lines_of_one_turn_are_written_together() -> None:
    pieces: list[str] = []

    async def log() -> None:
        lines = LinesTogether(pieces.append)
        lines("one")
        lines("two")
        assert pieces == []
        await asyncio.sleep(0)
        assert pieces == ["one\ntwo"]
        lines("three")
        lines.flush()
        await asyncio.sleep(0)

    asyncio.run(log())
    assert pieces == ["one\ntwo", "three"]


def test_no_piece_is_longer_than_pipes_take_at_once() -> None:
    pieces: list[str] = []

    async def log() -> None:
        lines = LinesTogether(pieces.append)
        for number in range(100):
            lines(f"{number:03}" * 50)

    asyncio.run(log())
    assert "\n".join(pieces).split("\n") == [f"{number:03}" * 50 for number in range(100)]
    assert 1 < len(pieces) < 10
    assert max(len(piece) + 1 for piece in pieces) <= 4096
