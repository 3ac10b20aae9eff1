"""Keys, databases and the like of a foreign project are not carried into the new one."""

from __future__ import annotations

from pathlib import Path

import pytest

from octavo.cli.entry import main
from tests.project_folder import write_files

KEY = "-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----\n"


def test_secrets_are_named_and_not_copied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "mint.json": {"name": "A", "navigation": [{"group": "A", "pages": ["index"]}]},
        "index.mdx": "# A\n",
        "server.pem": "no key, but called one",
        "static/plain.txt": KEY,
        "static/shown.txt": "Hello.",
    }
    site, new = write_files(tmp_path / "site", files), tmp_path / "new"
    (site / "static/votes.json").write_bytes(b"SQLite format 3\0" + bytes(100))
    main(["migrate", str(site), "-o", str(new)])
    written = {str(path.relative_to(new)) for path in new.rglob("*") if path.is_file()}
    assert "static/shown.txt" in written
    assert not {"server.pem", "static/plain.txt", "static/votes.json"} & written
    told = "".join(capsys.readouterr())
    report = "".join(path.read_text() for path in new.glob("*.md"))
    for name in ("server.pem", "static/plain.txt", "static/votes.json"):
        assert name in told + report
