"""Values in the cache: they come back as they were, and what is no such value is a miss."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from octavo.builder.cache.records import read_record, write_record
from octavo.problems import Code, Location, Problem, Severity
from octavo.values import Struct, field

PROBLEM = Problem(Code.SYMLINK_LOOP, "lost", Location("a.mdx", 3, 4), Severity.WARNING, "Mend it.")


class Kept(Struct, frozen=True):
    """A value with others inside."""

    name: str
    problems: tuple[Problem, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)


KEPT = Kept("ü\ud800"[:1], (PROBLEM,), {"a": b"\0\xff"})


def test_a_value_comes_back_with_the_values_inside_it() -> None:
    assert read_record(Kept, write_record(KEPT)) == KEPT


def test_fields_are_kept_by_their_names() -> None:
    assert msgspec.msgpack.decode(write_record(KEPT)).keys() == {"name", "problems", "files"}


@pytest.mark.parametrize(
    "values",
    [
        {"problems": [], "files": {}},
        {"name": 1, "problems": [], "files": {}},
        {"name": "a", "problems": [{"code": "no-such-code"}], "files": {}},
        {"name": "a", "problems": [], "files": {"a": 1}},
        ["a", [], {}],
        None,
    ],
)
def test_what_is_no_such_value_is_a_miss(values: object) -> None:
    assert read_record(Kept, msgspec.msgpack.encode(values)) is None


@pytest.mark.parametrize("data", [None, b"", b"\xc1", b"\x91" * 10_000, write_record(KEPT)[:-1]])
def test_bytes_that_hold_nothing_are_a_miss(data: bytes | None) -> None:
    assert read_record(Kept, data) is None
