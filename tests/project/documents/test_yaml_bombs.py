"""Documents made to exhaust the reader: each runs alone, with little memory and little time."""

import json
import subprocess
import sys

import pytest

from tests.patience import HANGS_AFTER
from tests.whole import first_of_each

MEBIBYTES = 512

PROGRAM = """
import json, resource, time
limit = {limit} * 1024 * 1024
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
from octavo.project.documents.yaml import parse_yaml
text = ({text})
start = time.process_time()
document = parse_yaml(text, "bomb.yaml")
value = document.value
print(json.dumps({{
    "seconds": time.process_time() - start,
    "codes": [problem.code for problem in document.problems],
    "size": len(value) if isinstance(value, (dict, list, str)) else None,
}}))
"""

ALIAS_BOMB = r"""
"a0: &a0 [x]\n" + "".join(
    f"a{n}: &a{n} [" + ", ".join([f"*a{n - 1}"] * 10) + "]\n" for n in range(1, 40)
)
"""
MERGE_BOMB = r"""
"base: &base {" + ", ".join(f"k{n}: 1" for n in range(5000)) + "}\n" + "".join(
    f"m{n}: {{<<: *base}}\n" for n in range(2000)
)
"""
CHAINED_MERGE_BOMB = r"""
"a0: &a0 {x: 1}\n" + "".join(
    f"a{n}: &a{n} {{<<: [" + ", ".join([f"*a{n - 1}"] * 10) + f"], k{n}: 1}}\n"
    for n in range(1, 40)
)
"""


@pytest.mark.scorecard("SR-19")
@pytest.mark.parametrize(
    ("text", "codes", "size"),
    first_of_each(
        [
            ('"[" * 100_000', ["yaml-too-deep"], None),
            ('"{a: " * 100_000', ["yaml-too-deep"], None),
            ('"- " * 100_000 + "x"', ["yaml-too-deep"], None),
            ('"".join(" " * n + "a:\\n" for n in range(2000))', ["yaml-too-deep"], None),
            (ALIAS_BOMB, ["yaml-too-large"], None),
            (MERGE_BOMB, ["yaml-too-large"], None),
            (CHAINED_MERGE_BOMB, ["yaml-too-large"], None),
            ('"".join(f"k{n}: {n}\\n" for n in range(200_000))', [], 200_000),
            ('"".join(f"k{n}: {n}\\n" for n in range(1_000_000))', ["yaml-too-large"], None),
            ('"n: " + "9" * 5000', [], 1),
            ('"n: 0x" + "f" * 3000', [], 1),
            ('"k: 1\\n" * 50_000', ["yaml-duplicate-key"] * 100, 1),
            ('"a: .nan\\nb: .inf\\nc: NaN"', [], 3),
            ('"\\ufeffa: 1"', [], 1),
            ('"a: 1".encode("utf-16").decode("latin-1")', ["yaml-control-character"], 10),
            ('"a: \\ud800"', ["yaml-control-character"], 1),
            ('"a: !!python/object/apply:os.system [exit]"', ["yaml-tag-ignored"], 1),
            ('"a: " + "x" * 5_000_000', [], 1),
            ('"a: \\"" + "\\\\n" * 1_000_000 + "\\""', [], 1),
            ('"a:\\n" + "  - b\\n" * 200_000', [], 1),
            ('"&a " * 50_000', ["yaml-syntax"], None),
            ('"? " * 50_000', ["yaml-key-not-text"], None),
            ('"!" * 100_000', ["yaml-tag-ignored"], None),
            ('"a: *" + "b" * 1_000_000', ["yaml-alias-unknown"], None),
            ('"#" * 3_000_000', [], None),
            ('"\\n" * 3_000_000 + "a: 1"', [], 1),
            ('"[" + "a: b, " * 100_000 + "]"', [], 100_000),
        ],
        lambda bomb: next(iter(bomb[1]), bomb[2] is None),
    ),
    ids=lambda value: value.strip()[:30] if isinstance(value, str) else "",
)
def test_a_bomb_ends_in_a_value_or_a_clear_problem(
    text: str, codes: list[str], size: int | None
) -> None:
    program = PROGRAM.format(limit=MEBIBYTES, text=text)
    # Only its own CPU seconds count; on a busy machine, the wall time is much longer.
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, timeout=10 * HANGS_AFTER, check=False
    )
    assert done.returncode == 0, done.stderr.decode()[-500:]
    result = json.loads(done.stdout)
    assert result["codes"] == codes
    assert result["size"] == size
    assert result["seconds"] < HANGS_AFTER
