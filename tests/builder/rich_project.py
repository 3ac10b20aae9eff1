"""A small project with a bit of everything, and random edits of it."""

from __future__ import annotations

import json
import random
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

SETTINGS: dict[str, Any] = {
    "name": "Rich",
    "seo": {"siteUrl": "https://rich.example", "pictures": False},
    "colors": {"primary": "#16a34a"},
    "navigation": [
        {"group": "Start", "pages": ["index", "guides/first", "guides/second"]},
        {"group": "More", "pages": ["guides/code", "guides/pictures", "guides/parts", "gone"]},
        {"group": "By hand", "pages": ["reference/list", "reference/by-hand"]},
    ],
    "tabs": [{"name": "API", "url": "api", "openapi": "api/shop.yaml"}],
    "redirects": [{"source": "/old", "destination": "/guides/first"}],
    "feedback": {"thumbsRating": True},
}

API = """openapi: 3.1.0
info: {title: Shop, version: "1"}
servers: [{url: https://shop.example.com}]
paths:
  /items:
    get:
      summary: List items
      description: Lists all. See [the guide](/guides/first).
      parameters: [{name: limit, in: query, schema: {type: integer}}]
      responses:
        "200":
          description: Fine
          content:
            application/json: {schema: {$ref: "#/components/schemas/Items"}}
    post:
      summary: Add an item
      requestBody:
        content:
          application/json: {schema: {$ref: "parts.yaml#/Item"}}
      responses: {"201": {description: Made}}
  /broken:
    get:
      summary: Refers to nothing
      responses: {"200": {$ref: "#/components/responses/Missing"}}
components:
  schemas:
    Items: {type: array, items: {$ref: "parts.yaml#/Item"}}
"""

PARTS = """Item:
  type: object
  required: [id]
  properties:
    id: {type: string, description: The id.}
    owner: {type: object, properties: {name: {type: string}}}
"""

PAGES = {
    "index.mdx": "---\ntitle: Home\n---\n\nHello. See [first](/guides/first), [lost](/nowhere).\n",
    "guides/first.mdx": (
        "---\ntitle: First\ndescription: The first page.\n---\n\n"
        "import Note from '/snippets/note.mdx'\n\n## One\n\n<Note name='reader' />\n\n### Two\n\n"
        '<div className="p-4 text-red-500">Styled</div>\n'
    ),
    "guides/second.mdx": (
        "---\ntitle: Second\n---\n\n<Card title='To the first' icon='star' href='/guides/first'>"
        "Go</Card>\n\n- [a](./first)\n- [b](../index)\n- ![c](/images/a.png)\n"
    ),
    "guides/code.mdx": (
        "---\ntitle: Code\n---\n\n```python app.py\nprint(1)\n```\n\n$x^2$\n\n"
        "export const Twice = ({ n }) => <b>{n * 2}</b>\n\n<Twice n={4} />\n\n"
        "{new Date().getFullYear()} {Math.random()}\n"
    ),
    "guides/pictures.mdx": (
        "---\ntitle: Pictures\n---\n\n![one](/images/a.png)\n\n![two](/images/missing.png)\n"
    ),
    "guides/parts.mdx": (
        "---\ntitle: Parts\n---\n\nimport Deep from '/snippets/deep.mdx'\n"
        "import Lost from '/snippets/lost.mdx'\n\n<Deep />\n\n<Lost />\n\n<Unknown />\n"
    ),
    "changes.mdx": (
        "---\ntitle: Changes\nrss: true\ntimestamp: true\nauthors: [Ada]\n"
        "related: [guides/first, nowhere]\n---\n\n"
        "<Update label='May 2024'>\n\nSee [first](/guides/first).\n\n</Update>\n\n"
        "<Update label='1.0'>First.</Update>\n"
    ),
    "hidden.mdx": "---\ntitle: Hidden\nmode: wide\n---\n\n# Hidden\n",
    "deep/er/page.md": "# Deep\n\nText[^1].\n\n[^1]: A note.\n",
    "reference/list.mdx": "---\nopenapi: GET /items\n---\n\nMore about the list.\n",
    "reference/by-hand.mdx": (
        "---\ntitle: By hand\napi: POST https://shop.example.com/hand\n---\n\n"
        "<ParamField body='name' type='string'>A name.</ParamField>\n"
    ),
}

OTHERS: dict[str, str | bytes] = {
    "snippets/note.mdx": "<Note>Dear {name}, see [second](/guides/second).</Note>\n",
    "snippets/deep.mdx": "import Note from '/snippets/note.mdx'\n\n## Deep\n\n<Note name='x' />\n",
    "snippets/unused.mdx": "<b>\n",
    "style.css": "body { color: black; }\n",
    "data/values.json": '{"a": 1}',
    "api/shop.yaml": API,
    "api/parts.yaml": PARTS,
    "guides/notes.txt": "plain\n",
}


def picture(width: int, height: int) -> bytes:
    """Return a PNG of a size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + b"\0" * width for _ in range(height)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def write_rich_project(root: Path) -> None:
    """Write the project."""
    put(root / "site.json", json.dumps(SETTINGS, indent=2))
    for source, text in {**PAGES, **OTHERS}.items():
        put(root / source, text)
    put(root / "images/a.png", picture(3, 2))


def put(path: Path, content: str | bytes) -> None:
    """Write a file and the folders around it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


class Editor:
    """Edits the project at random; the same edits for the same seed."""

    def __init__(self, root: Path, output: Path, seed: int) -> None:
        self.root = root
        self.output = output
        self.chance = random.Random(seed)
        self.count = 0
        self._edits: list[Callable[[], str]] = [
            *[self._change_text] * 6,
            *[self._change_title] * 2,
            *[self._change_front_matter] * 2,
            self._touch,
            self._create_page,
            self._create_wanted_file,
            self._rename_page,
            self._delete,
            *[self._change_snippet] * 2,
            *[self._change_document] * 2,
            self._change_parts,
            *[self._change_settings] * 2,
            self._break_settings,
            self._change_picture,
            self._change_style,
            self._change_asset,
            self._ignore_something,
            self._tamper_with_output,
        ]

    def edit(self) -> str:
        """Make one edit and say what it was."""
        self.count += 1
        return self.chance.choice(self._edits)()

    def _pages(self) -> list[Path]:
        found = [*self.root.rglob("*.mdx"), *self.root.rglob("*.md")]
        return sorted(path for path in found if "snippets" not in path.parts)

    def _append(self, path: Path, text: str) -> str:
        path.write_text(path.read_text() + text)
        return f"append to {path.relative_to(self.root)}: {text!r}"

    def _change_text(self) -> str:
        texts = [
            f"\nWords {self.count}.\n",
            f"\n## Heading {self.count}\n",
            "\n[to second](/guides/second)\n",
            "\n[to gone](/gone)\n",
            "\n![picture](/images/a.png)\n",
            '\n<div className="mt-8">x</div>\n',
            "\n<Snippet file='note.mdx' />\n",
            "\n<Unknown />\n",
            "\n{1 + 1}\n",
        ]
        return self._append(self.chance.choice(self._pages()), self.chance.choice(texts))

    def _change_title(self) -> str:
        path = self.chance.choice(self._pages())
        text = path.read_text()
        start = text.find("title:")
        if start < 0:
            path.write_text(f"---\ntitle: New {self.count}\n---\n{text}")
        else:
            end = text.find("\n", start)
            path.write_text(f"{text[:start]}title: Title {self.count}{text[end:]}")
        return f"title of {path.relative_to(self.root)}"

    def _change_front_matter(self) -> str:
        """Add facts to a page that other pages, or its surroundings, may show."""
        lines = [
            "icon: star",
            "deprecated: true",
            "tag: NEW",
            f"sidebarTitle: Short {self.count}",
            f"description: About {self.count}.",
            "related: [guides/first, hidden]",
            "noindex: true",
            "mode: center",
            "timestamp: true",
        ]
        path, line = self.chance.choice(self._pages()), self.chance.choice(lines)
        text = path.read_text()
        if text.startswith("---\n") and line.partition(":")[0] not in text:
            path.write_text(f"---\n{line}\n{text[4:]}")
        return f"{line} of {path.relative_to(self.root)}"

    def _touch(self) -> str:
        path = self.chance.choice(self._pages())
        path.write_text(path.read_text())
        return f"touch {path.relative_to(self.root)}"

    def _create_page(self) -> str:
        put(self.root / f"new/page{self.count}.mdx", f"# New {self.count}\n\n[home](/)\n")
        return "create a page"

    def _create_wanted_file(self) -> str:
        """Create what pages ask for and do not find."""
        wanted = ["gone.mdx", "nowhere.mdx", "snippets/lost.mdx", "images/missing.png"]
        name = self.chance.choice(wanted)
        put(self.root / name, picture(5, 5) if name.endswith("png") else f"Found {self.count}\n")
        return f"create {name}"

    def _rename_page(self) -> str:
        path = self.chance.choice(self._pages())
        path.rename(path.with_name(f"renamed{self.count}{path.suffix}"))
        return f"rename {path.relative_to(self.root)}"

    def _delete(self) -> str:
        found = [path for path in sorted(self.root.rglob("*")) if path.is_file()]
        kept = ("site.json", "index.mdx", "shop.yaml")
        path = self.chance.choice([path for path in found if path.name not in kept])
        path.unlink()
        return f"delete {path.relative_to(self.root)}"

    def _change_snippet(self) -> str:
        found = sorted((self.root / "snippets").glob("*.mdx"))
        if not found:
            put(self.root / "snippets/note.mdx", "Note\n")
            return "create a snippet"
        return self._append(self.chance.choice(found), f"\n## Part {self.count}\n\n[x](/gone)\n")

    def _change_document(self) -> str:
        path = self.root / "api/shop.yaml"
        changes = [
            ("List items", f"List items {self.count}"),
            ("  /broken:", f"  /new{self.count}:\n    get:\n      summary: N\n  /broken:"),
            ("type: integer", "type: string"),
            ("openapi: 3.1.0", "openapi: [3.1.0"),
            ("openapi: [3.1.0", "openapi: 3.1.0"),
        ]
        before, after = self.chance.choice(changes)
        path.write_text(path.read_text().replace(before, after, 1))
        return f"document: {after!r}"

    def _change_parts(self) -> str:
        text = PARTS.replace("The id.", f"The id {self.count}.")
        put(self.root / "api/parts.yaml", text)
        return "parts of the document"

    def _change_settings(self) -> str:
        path = self.root / "site.json"
        try:
            settings = json.loads(path.read_text())
        except ValueError:
            settings = json.loads(json.dumps(SETTINGS))
        changes: list[tuple[str, Any]] = [
            ("name", f"Rich {self.count}"),
            ("colors", {"primary": "#9333ea"}),
            ("navigation", settings["navigation"][::-1]),
            ("redirects", [{"source": f"/old{self.count}", "destination": "/hidden"}]),
            ("metadata", {"author": f"A{self.count}"}),
            ("api", {"paramFields": {"expanded": "all"}}),
            ("background", {"style": "grid"}),
            ("banner", {"content": f"News {self.count}"}),
            ("feedback", {"suggestEdit": True, "raiseIssue": True}),
            ("seo", {"siteUrl": "https://rich.example", "indexHiddenPages": True}),
            ("logo", {"light": "/images/a.png", "dark": "/images/a.png"}),
        ]
        key, value = self.chance.choice(changes)
        path.write_text(json.dumps({**settings, key: value}, indent=2))
        return f"settings: {key}"

    def _break_settings(self) -> str:
        path = self.root / "site.json"
        path.write_text(path.read_text() + "}")
        return "break the settings"

    def _change_picture(self) -> str:
        put(self.root / "images/a.png", picture(self.chance.randint(1, 9), 4))
        return "another picture"

    def _change_style(self) -> str:
        put(
            self.root / self.chance.choice(["style.css", "more.css", "code.js"]),
            f"/*{self.count}*/",
        )
        return "a style or script"

    def _change_asset(self) -> str:
        names = [
            "guides/notes.txt",
            "new.bin",
            "guides/first/index.html",
            "data/values.json",
            "hidden",
        ]
        put(self.root / self.chance.choice(names), f'{{"n": {self.count}}}')
        return "an asset"

    def _ignore_something(self) -> str:
        put(self.root / ".octavoignore", self.chance.choice(["deep/\n", "*.txt\n", ""]))
        return "ignore"

    def _tamper_with_output(self) -> str:
        found = [path for path in sorted(self.output.rglob("*")) if path.is_file()]
        if not found:
            return "nothing to tamper with"
        path = self.chance.choice(found)
        what = self.chance.choice(["remove", "change"])
        if what == "remove":
            path.unlink()
        else:
            path.write_bytes(path.read_bytes() + b" ")
        return f"{what} in the output: {path.name}"
