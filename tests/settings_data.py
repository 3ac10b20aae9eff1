"""Settings for tests, made of data as a file has them."""

from __future__ import annotations

from typing import Any, TypeVar

from octavo.settings.mistakes import Mistakes
from octavo.settings.objects import read_object

T = TypeVar("T")


def made_of(cls: type[T], data: dict[str, Any]) -> T:
    mistakes = Mistakes()
    made = read_object(cls, data, (), mistakes)
    assert mistakes.all == []
    assert made is not None
    return made
