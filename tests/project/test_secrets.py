"""Which files are published: by their types, unless what they are called or hold forbids it."""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path

import pytest

from octavo.project.public.secrets import HEAD_SIZE, is_never_public, recognize_secret
from octavo.project.public.types import is_public_type

TOKEN = "mZ3kq0N4cJx9Yt7rVb1sWd5fGh8jLp2a"
KEY = b"-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----\n"
ACCOUNT = {"type": "service_account", "private_key": KEY.decode(), "client_email": "a@b.example"}


def make_database(path: Path) -> bytes:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE a (b)")
    connection.commit()
    connection.close()
    return path.read_bytes()


@pytest.mark.scorecard("SR-50")
@pytest.mark.parametrize(
    ("source", "head"),
    [
        ("a.png", KEY),
        ("chain.crt", b"-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----\n" * 9 + KEY),
        ("a.txt", b"-----BEGIN OPENSSH PRIVATE KEY-----\r\nb3BlbnNzaA\r\n"),
        ("a.asc", b"-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQOYBF\n"),
        ("a.txt", b"Bag Attributes\n    name: x\n-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIF\n"),
        ("a.txt", b"PuTTY-User-Key-File-3: ssh-ed25519\n"),
        ("a.txt", b"# created\nAGE-SECRET-KEY-1QQQQ\n"),
        ("a.pdf", b"SQLite format 3\0" + b"x" * 100),
        ("a.zip", b"7\x7f\x06\x82" + b"x" * 100),
        ("a.json", json.dumps(ACCOUNT).encode()),
        ("a.json", b'{"installed": {"client_id": "a", "client_secret": "b"}}'),
        ("a.json", b'{"auths": {"registry.example": {"auth": "YTpi"}}}'),
        ("a.json", b'{"type": "authorized_user", "refresh_token": "1//x"}'),
        ("a.yaml", b"apiVersion: v1\nkind: Config\nusers:\n- name: a\n  user:\n    token: abc\n"),
        ("users", b"jo:$2y$05$abcdefghijklmnopqrstuv\n"),
        ("users.txt", b"jo:$apr1$abc$def\n"),
        ("a.jsonl", b'{"octavo":"feedback","format":1}\n{"vote":{}}\n'),
        ("a.json", b'\xef\xbb\xbf{ "octavo": "feedback", "format": 2 }\n'),
        ("token", TOKEN.encode()),
        ("static/words.txt", f"  {TOKEN}\n".encode()),
        ("token.txt", b"correct-horse-battery-staple"),
        ("insights-token.txt", b"p@ss!word*with$signs"),
        ("x", b"4f3a9c027be1d586\n"),
        ("x", b"da39a3ee5e6b4b0d3255bfef95601890afd80709\n"),
        ("token.txt", b"da39a3ee5e6b4b0d3255bfef95601890afd80709\n"),
        ("a.json", json.dumps({**ACCOUNT, "private_key": "example" * 40}).encode()),
    ],
)
def test_what_a_file_holds_forbids_it(source: str, head: bytes) -> None:
    assert recognize_secret(head[:HEAD_SIZE], source)


@pytest.mark.parametrize(
    ("source", "head"),
    [
        ("a.txt", b""),
        ("a.txt", b"A text of several words, with mZ3kq0N4cJx9Yt7rVb1sWd5fGh8jLp2a in it."),
        ("a.json", json.dumps({"example": KEY.decode()}).encode()),
        ("openapi.yaml", b"openapi: 3.1.0\nexample: |\n  -----BEGIN PRIVATE KEY-----\n  MIIE\n"),
        ("openapi.json", json.dumps({"openapi": "3.1.0", "x": ACCOUNT}).encode()),
        ("howto.txt", b"Paste it:\n-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----\n"),
        ("a.crt", b"-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----\n"),
        ("a.pub", b"-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n"),
        (f"{TOKEN}.txt", TOKEN.encode()),
        (".well-known/pki/a.txt", TOKEN.encode()),
        (".well-known/acme-challenge/x", TOKEN.encode()),
        ("archive.sha256.txt", b"4f3a" * 16),
        ("version.txt", b"v1.2.3-rc.1+build.20261119"),
        ("latest.txt", b"https://example.com/octavo-1.2.3.tar.gz"),
        ("CNAME", b"documentation.example.com\n"),
        ("rev.txt", b"da39a3ee5e6b4b0d3255bfef95601890afd80709\n"),
        ("domain-verification.txt", TOKEN.encode()),
        ("a.json", b'{"type": "service_account", "private_key": "<your key>"}'),
        ("a.json", b'{"web": {"client_id": "a", "client_secret": "YOUR_SECRET"}}'),
        ("a.csv", TOKEN.encode()),
        ("a.yaml", b"kind: Config\nname: not a cluster\n"),
        ("a.json", b'{"web": "https://example.com", "auths": []}'),
        ("a.json", b'{"private_key": '),
        ("a.json", b'["private_key"]'),
    ],
)
def test_other_files_are_for_readers(source: str, head: bytes) -> None:
    assert recognize_secret(head, source) == ""


@pytest.mark.scorecard("SR-50")
def test_a_database_is_known_whatever_it_is_called(tmp_path: Path) -> None:
    data = make_database(tmp_path / "a.db")
    assert recognize_secret(data[:HEAD_SIZE], "pictures/photo.png") == "a database"


@pytest.mark.scorecard("SR-50")
@pytest.mark.parametrize(
    "source",
    [
        *("a/server.pem", "tls.KEY", "a.p12", "a.pfx", "a.jks", "a.keystore", "AuthKey.p8"),
        *("id_rsa", "id_ed25519", "id_rsa.bak", "id_ecdsa_work", ".env", "prod.env", "a.env.local"),
        *(".npmrc", "npmrc", ".netrc", "_netrc", ".pypirc", ".htpasswd", "htpasswd", "kubeconfig"),
        *("prod.kubeconfig", ".git-credentials", ".dockercfg", "main.tfstate", "feedback.db-wal"),
        *("feedback.db-shm", "photo.png-journal", "feedback.db.lock", "X.LOCK", ".pgpass"),
    ],
)
def test_what_a_file_is_called_forbids_it(source: str) -> None:
    assert is_never_public(source)


@pytest.mark.parametrize(
    "source",
    [
        "id_rsa.pub",
        "keys.txt",
        "guide.env.mdx",
        "lock.svg",
        "travel-journal.pdf",
        "env",
        "id.png",
        "poetry.lock",
        "Cargo.lock",
    ],
)
def test_similar_names_do_not(source: str) -> None:
    assert not is_never_public(source)


def test_common_types_are_published() -> None:
    names = """a.png a.SVG a.webp a.avif a.ico a.woff2 a.ttf a.mp4 a.webm a.mp3 a.vtt a.pdf a.docx
    a.html a.css a.js a.mjs a.js.map a.wasm a.json a.yaml a.yml a.webmanifest a.xml a.txt a.csv
    a.ipynb a.geojson a.proto a.graphql a.zip a.tar.gz a.tgz a.csv.gz a.whl a.dmg a.sha256 CNAME
    _redirects _headers robots.txt static/x public/a/model.onnx .well-known/assetlinks
    .well-known/apple-app-site-association apple-app-site-association""".split()
    assert [name for name in names if not is_public_type(name)] == []


def test_other_types_are_not() -> None:
    names = """a.db a.sqlite a.sqlite3 a.mbtiles a.sql a.sql.gz a.log a.bak a.old a.dump a.gz a
    token a/CNAME a.psd a.sketch a.py a.sh a.toml a.ini a.conf a.cfg a.service docs/static/x
    static/a.db-wal public/x.lock a.har a.pcap a.tf""".split()
    assert [name for name in names if is_public_type(name)] == []


@pytest.mark.parametrize(
    "piece", [b"\n", b" ", b"-----BEGIN ", b"kind: Config\n ", b"a:$", b'{"auths":', b"[", b"A1"]
)
def test_no_content_takes_long_to_judge(piece: bytes) -> None:
    head = b"kind: Config\n" + piece * HEAD_SIZE
    start = time.process_time()
    recognize_secret(head[:HEAD_SIZE], "a.txt")
    assert time.process_time() - start < 0.2
