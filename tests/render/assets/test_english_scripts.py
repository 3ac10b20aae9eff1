"""Scripts of English pages contain their texts."""

from __future__ import annotations

import pytest

from octavo.render.assets.english_scripts import SPOKEN, write_english
from octavo.render.assets.theme_files import Assets

IMPORT = 'import{say}from"../shared/say.js";'


@pytest.mark.parametrize(
    ("spoken", "english"),
    [
        ('tell(say("Copied"));', 'tell("Copied");'),
        ('x.text=say("A \\"b\\"");', 'x.text="A \\"b\\"";'),
        ('x.text=say(isOpen?"A":"B");', 'x.text=isOpen?"A":"B";'),
        ('f(`${say("Code")}: ${title}`);', "f(`Code: ${title}`);"),
        ('x=say("{count} pages",{count});', "x=`${count} pages`;"),
        (
            'x=say("{a} of {b}",{b:list(1,[2,3]).join(", "),a:isOpen?one:two});',
            'x=`${isOpen?one:two} of ${list(1,[2,3]).join(", ")}`;',
        ),
    ],
)
def test_texts_take_the_place_of_calls(spoken: str, english: str) -> None:
    assert write_english({"a.js": IMPORT + spoken}) == {"a.js": english}


@pytest.mark.parametrize(
    "script",
    [
        f'{IMPORT}x=say("{{count}} pages",{{number}});',
        f'{IMPORT}x=say("{{text}} in `code`",{{text}});',
        f'{IMPORT}x=say("{{text}} costs $",{{text}});',
        f'{IMPORT}x=say("{{text}}",{{text:`a ${{b}}`}});',
        f'{IMPORT}x=say("{{text}}",{{text:f({{a}})}});',
        f"{IMPORT}x=say(name);",
        f'{IMPORT}x=1+say(isOpen?"A":"B");',
        'function say(box){};say("A");',
        'bar.say("A");',
    ],
)
def test_what_has_to_be_worked_out_stays(script: str) -> None:
    assert write_english({"a.js": script}) == {"a.js": script}


def test_other_languages_have_scripts_that_look_texts_up() -> None:
    contents = Assets("", {}, is_spoken=True).contents
    assert b'say("Copied")' in contents[f"{SPOKEN}shared/shared.js"]
    assert b'"Copied"' in contents["shared/shared.js"]
    assert b"say" not in contents["shared/shared.js"]
    english = [name for name in contents if name.endswith(".js") and not name.startswith(SPOKEN)]
    assert len(english) > 20
    assert all(f"{SPOKEN}{name}" in contents for name in english)
    assert f"{SPOKEN}playground.css" in contents  # the playground finds it beside itself
    assert not any(name.startswith(SPOKEN) for name in Assets("", {}).contents)
