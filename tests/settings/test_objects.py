from __future__ import annotations

import pickle
from typing import Literal

import pytest

from octavo.settings.kinds import (
    FLAG,
    TEXT,
    WrongValueError,
    by_form,
    choice,
    list_of,
    map_of,
    number,
    one_or_more,
    short_form,
    text_with,
)
from octavo.settings.mistakes import Mistake, Mistakes
from octavo.settings.objects import (
    list_fields,
    list_own_values,
    object_of,
    read_object,
    replace,
    setting,
    settings_object,
    walk_values,
)

Size = Literal["small", "large"]


def read_even(text: str) -> str:
    if len(text) % 2:
        raise WrongValueError("have an even length", "Add a letter.")
    return text


@settings_object
class Author:
    """Who wrote it."""

    name: str = setting(TEXT, "Name.")
    is_known: bool = setting(FLAG, "Whether everybody knows them.", default=False)


@settings_object
class Book:
    """A book."""

    title: str = setting(text_with(read_even), "Title.")
    author: Author | None = setting(
        short_form(TEXT, lambda name: Author(name=name), object_of(Author)), "Author.", default=None
    )
    size: Size | None = setting(choice(Size), "Size.", default=None)
    weight: float | None = setting(number(1, 10), "Weight.", default=None, key="mass")
    words: tuple[str, ...] = setting(one_or_more(TEXT), "Words.", default=())
    notes: dict[str, str] = setting(map_of(TEXT), "Notes.", default={})
    parts: tuple[object, ...] = setting(
        list_of(by_form("be a text or an author", {str: TEXT, dict: object_of(Author)})),
        "Parts.",
        default=(),
    )


def read(data: dict[str, object]) -> tuple[Book | None, list[Mistake]]:
    mistakes = Mistakes()
    return read_object(Book, data, (), mistakes), mistakes.all


def told(mistake: Mistake) -> tuple[str, str, tuple[str | int, ...], str]:
    return mistake.kind, mistake.message, mistake.pointer, mistake.hint()


def test_data_become_an_object() -> None:
    book, mistakes = read(
        {
            "title": "Even",
            "author": {"name": "A", "isKnown": True},
            "size": "small",
            "mass": 3,
            "words": "one",
            "notes": {"a": "b"},
            "parts": ["x", {"name": "Y"}],
        }
    )
    assert mistakes == []
    assert book == Book(
        title="Even",
        author=Author(name="A", is_known=True),
        size="small",
        weight=3.0,
        words=("one",),
        notes={"a": "b"},
        parts=("x", Author(name="Y")),
    )


def test_all_mistakes_are_collected_in_the_order_of_the_class_with_unknown_keys_last() -> None:
    _, mistakes = read(
        {
            "wieght": 1,
            "parts": [1, {"isKnown": 1}],
            "notes": {"a": True},
            "words": [True],
            "mass": 11,
            "size": "smal",
        }
    )
    assert [told(mistake) for mistake in mistakes] == [
        ("missing", "the file has no `title`", (), 'Add "title" to it.'),
        (
            "value",
            '`size` must be "small" or "large", not "smal"',
            ("size",),
            'Did you mean "small"?',
        ),
        ("value", "`mass` must be at most 10, not 11", ("mass",), ""),
        ("type", "`words[0]` must be text, not true", ("words", 0), ""),
        ("type", "`notes.a` must be text, not true", ("notes", "a"), ""),
        ("type", "`parts[0]` must be a text or an author, not 1", ("parts", 0), ""),
        ("missing", "`parts[1]` has no `name`", ("parts", 1), 'Add "name" to it.'),
        (
            "type",
            "`parts[1].isKnown` must be true or false, not 1",
            ("parts", 1, "isKnown"),
            "",
        ),
        (
            "unknown",
            "`wieght` is not a setting; it is ignored",
            ("wieght",),
            "Its settings are `author`, `mass`, `notes`, `parts`, `size`, `title`, `words`.",
        ),
    ]


def test_a_mistake_in_a_short_form_is_where_the_author_wrote_it() -> None:
    _, mistakes = read({"title": "odd", "author": 1, "words": 2})
    assert [(mistake.pointer, mistake.hint()) for mistake in mistakes] == [
        (("title",), "Add a letter."),
        (("author",), ""),
        (("words",), ""),
    ]


def test_what_is_wrong_is_left_out_and_nothing_else() -> None:
    book, mistakes = read(
        {
            "title": "Even",
            "size": "smal",
            "mass": 2,
            "words": ["one", [], "three"],
            "notes": {"a": True, "b": "c"},
            "parts": [{"isKnown": True}, {"name": "Y", "isKnown": 1}],
        }
    )
    assert len(mistakes) == 5
    assert book == Book(
        title="Even",
        weight=2.0,
        words=("one", "three"),
        notes={"b": "c"},
        parts=(Author(name="Y"),),
    )


def test_an_object_without_a_required_value_is_left_out() -> None:
    book, _ = read({"title": "odd"})
    assert book is None
    book, _ = read({"title": "Even", "author": {"isKnown": True}})
    assert book == Book(title="Even")


def test_the_items_that_a_list_lost_are_known() -> None:
    mistakes = Mistakes()
    read_object(Book, {"title": "Even", "words": [[], "two", None]}, (), mistakes)
    assert mistakes.left_out == [("words", 0), ("words", 2)]


def test_an_object_holds_what_was_given() -> None:
    book, _ = read({"title": "Even", "size": "small"})
    assert list_own_values(book) == {"title": "Even", "size": "small"}
    assert book == Book(title="Even", size="small", words=())
    assert hash(Author(name="A")) == hash(Author(name="A", is_known=False))
    assert Author(name="A") != Author(name="B")
    assert repr(Author(name="A")) == "Author(name='A', is_known=False)"


def test_a_copy_has_other_values_and_leaves_the_original() -> None:
    first = Author(name="A")
    assert list_own_values(replace(first, is_known=True)) == {"name": "A", "is_known": True}
    assert list_own_values(first) == {"name": "A"}


def test_an_object_survives_the_way_to_another_process() -> None:
    author = Author(name="A", is_known=True)
    again = pickle.loads(pickle.dumps(author))
    assert again == author
    assert list_own_values(again) == list_own_values(author)


def test_an_object_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="frozen"):
        Author(name="A").name = "B"  # type: ignore[misc]  # type checkers know it, too


def test_keys_are_camel_case_unless_they_are_named() -> None:
    assert [field.key for field in list_fields(Author)] == ["name", "isKnown"]
    assert "mass" in [field.key for field in list_fields(Book)]
    assert dict(walk_values(Author(name="A"))) == {"name": "A", "isKnown": False}
