"""Writes a made-up documentation project of any size: the same pages each time, 4.8 KB on average.

python tools/benchmarks/generated_site.py 1000 FOLDER
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

PAGES_IN_A_GROUP = 20

NOUNS = """parcel depot courier route label manifest scanner locker pallet zone carrier customs
invoice quote pickup return rate address event webhook account token batch report""".split()
VERBS = "create cancel inspect reroute weigh print track confirm schedule archive".split()
TRAITS = "oversized fragile domestic insured expired partial signed delayed".split()
KEYS = "max_weight retry_after zone_id locale carrier_code expires_at dry_run page_size".split()
SENTENCES = (
    "Each {noun} belongs to one {other}, and the service refuses to {verb} it twice.",
    "When you {verb} a {trait} {noun}, the answer comes at once with status `202`.",
    "The **{key}** setting decides how long a {noun} may stay {trait} before it is closed.",
    "If a {noun} was made by an older release, compare its `{key}` in *both* copies first.",
    "Most teams keep a single {noun} for each {other}; a split later needs a short pause.",
    "Calls above the limit are answered with `429` and a `Retry-After` header, per {other}.",
)
PYTHON = """from depot import Client

client = Client(token="test_token")
{noun} = client.{noun}s.{verb}("{noun}_{number:04}", {key}={size})
for event in {noun}.events(limit={size}):
    if event.kind == "{trait}":
        print(f"{{event.id}}: {{event.at:%H:%M}}")"""
SHELL = """export DEPOT_TOKEN=test_token
depot {noun} {verb} --{key} {size} --format json | jq '.items[] | .id'
depot {noun} list --state {trait}"""


def write_site(folder: Path, count: int) -> None:
    """Write a project with so many pages, in groups of twenty."""
    groups = []
    for first in range(0, count, PAGES_IN_A_GROUP):
        name = f"{NOUNS[first // PAGES_IN_A_GROUP % len(NOUNS)]}s-{first // PAGES_IN_A_GROUP:04}"
        numbers = range(first, min(first + PAGES_IN_A_GROUP, count))
        (folder / name).mkdir(parents=True, exist_ok=True)
        for number in numbers:
            (folder / f"{page_name(number)}.mdx").write_text(page(number, count))
        groups.append({"group": name.capitalize(), "pages": [page_name(n) for n in numbers]})
    settings = {"name": "Depot", "colors": {"primary": "#1d4ed8"}, "navigation": groups}
    (folder / "site.json").write_text(json.dumps(settings, indent=2))


def page_name(number: int) -> str:
    group = number // PAGES_IN_A_GROUP
    return f"{NOUNS[group % len(NOUNS)]}s-{group:04}/{VERBS[number % len(VERBS)]}-{number:05}"


def page(number: int, count: int) -> str:
    """Return a page: prose, lists, a table, three code blocks, a quote, links to other pages."""
    chance = random.Random(number)
    title = f"{VERBS[number % len(VERBS)].capitalize()} a {chance.choice(NOUNS)} ({number})"
    return "\n\n".join(
        [
            f"---\ntitle: {title}\ndescription: {sentence(chance)!r}\n---",
            f"{paragraph(chance, 6)} See {link(chance, count)}.",
            f"## Before you start\n\n{paragraph(chance, 5)}\n\n{bullets(chance, count)}",
            f"<div>\n**Keep in mind.** {sentence(chance)}\n</div>",
            f"## From the shell\n\n{paragraph(chance, 4)}\n\n{code(chance, 'bash', SHELL, number)}",
            f"## From Python\n\n{paragraph(chance, 5)}\n\n{code(chance, 'python', PYTHON, number)}",
            f"### Settings\n\n{table(chance)}",
            f"## Limits\n\n> {sentence(chance)}\n\n{paragraph(chance, 10)}",
            code(chance, "python", PYTHON, number + 1),
            "## Next steps\n\n"
            + "\n".join(f"{n}. Go on with {link(chance, count)}." for n in (1, 2, 3)),
        ]
    )


def sentence(chance: random.Random) -> str:
    return chance.choice(SENTENCES).format(
        noun=chance.choice(NOUNS),
        other=chance.choice(NOUNS),
        verb=chance.choice(VERBS),
        trait=chance.choice(TRAITS),
        key=chance.choice(KEYS),
    )


def paragraph(chance: random.Random, sentences: int) -> str:
    return " ".join(sentence(chance) for _ in range(sentences))


def link(chance: random.Random, count: int) -> str:
    number = chance.randrange(count)
    return f"[how to {VERBS[number % len(VERBS)]} it](/{page_name(number)})"


def bullets(chance: random.Random, count: int) -> str:
    lines = [f"- {sentence(chance)}" for _ in range(3)]
    return "\n".join([*lines, f"- New to this? Read {link(chance, count)} first."])


def code(chance: random.Random, language: str, template: str, number: int) -> str:
    text = template.format(
        noun=chance.choice(NOUNS),
        verb=chance.choice(VERBS),
        trait=chance.choice(TRAITS),
        key=chance.choice(KEYS),
        size=chance.randint(1, 500),
        number=number,
    )
    return f"```{language}\n{text}\n```"


def table(chance: random.Random) -> str:
    rows = [
        f"| `{key}` | integer | `{chance.randint(1, 99)}` | Used when a {chance.choice(NOUNS)} "
        f"is {chance.choice(TRAITS)}. |"
        for key in chance.sample(KEYS, 6)
    ]
    return "\n".join(["| Setting | Type | Default | Meaning |", "| --- | --- | --- | --- |", *rows])


if __name__ == "__main__":
    write_site(Path(sys.argv[2]), int(sys.argv[1]))
