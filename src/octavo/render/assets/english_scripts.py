"""Scripts for English pages: what they say stands in them, and nothing is looked up.

Others have the scripts as they are, below `SPOKEN`, and load the table of their language first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

SPOKEN = "spoken/"
"""The folder of scripts that look up what they say."""
_IMPORT = re.compile(r'import\{say\}from "[./\w]*/say\.js";')
_TEXT = r'"(?:[^"\\]|\\.)*"'
# Looking back from a word is faster than looking for what stands before one.
_PLAIN = re.compile(rf"say\((?<![.\w]say\()({_TEXT})\)")
_IN_TEMPLATE = re.compile(rf"\$\{{say\({_TEXT}\)\}}")
_CHOICE = re.compile(rf'say\((?<=[=(,]say\()([^()"`]*\?{_TEXT}:{_TEXT})\)(?=[),;])')
"""Of two texts, where nothing else stands beside it."""
_SAID = re.compile(r"say\((?<![.\w]say\()")


def write_english(scripts: Mapping[str, str]) -> dict[str, str]:
    """Return compact scripts with their texts in place of calls; those with values stay."""
    return {name: _write_texts(script) for name, script in scripts.items()}


def _write_texts(script: str) -> str:
    if not _IMPORT.search(script):
        return script
    script = _IN_TEMPLATE.sub(lambda match: match[0].split('"')[1], script)
    script = _CHOICE.sub(r"\1", _PLAIN.sub(r"\1", script))
    return script if _SAID.search(script) else _IMPORT.sub("", script)
