"""Recognizes files that are never published, even if a page names them, by name or content.

By name: keys and credentials, and files that programs write next to their data at run time. By
content: databases, private keys, credentials of services, output of `octavo insights`, and texts of
one long random word, such as the token of the insights. A key counts only at the start of a line,
because documents show example keys inside of a text.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import Any

HEAD_SIZE = 16_384
"""The number of bytes at the start of a file that identify it."""

_ENDINGS = (
    *(".pem", ".key", ".p8", ".p12", ".pfx", ".jks", ".keystore", ".ppk", ".kdbx", ".env"),
    *(".kubeconfig", ".htpasswd", ".netrc", ".npmrc", ".pypirc", ".pgpass", ".tfstate", ".tfvars"),
)
_NAMES = frozenset(
    {
        *("kubeconfig", "htpasswd", "netrc", "_netrc", "npmrc", "pypirc", "pgpass.conf"),
        *(".git-credentials", ".dockercfg", ".dockerconfigjson", ".my.cnf"),
    }
)
_NAME = re.compile(
    r"id_(?:rsa|dsa|ecdsa|ed25519)(?!.*\.(?:pub|mdx?)$)"
    r"|.*\.env\.(?:local|dev|development|test|staging|prod|production)$"
)
_COMPANIONS = ("-wal", "-shm", "-journal", ".lock")
_LOCKED = frozenset(
    (
        *("bun", "cargo", "composer", "conan", "deno", "flake", "gemfile", "mix", "package"),
        *("pdm", "pipfile", "pixi", "podfile", "poetry", "pubspec", "uv", "yarn"),
    )
)
"""Lock files of package managers, which are a part of a project."""

_FORMATS = (
    (b"SQLite format 3\0", "a database"),
    (b"7\x7f\x06\x82", "a part of a database"),
    (b"7\x7f\x06\x83", "a part of a database"),
    (b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", "a part of a database"),
    (b"PuTTY-User-Key-File-", "a private key"),
    (b"\xfe\xed\xfe\xed", "a store of keys"),
    (b"\xce\xce\xce\xce", "a store of keys"),
    (b"\x03\xd9\xa2\x9a", "a store of passwords"),
)
_INSIGHTS = re.compile(
    rb'\s*\{\s*"octavo"\s*:\s*"feedback"'
    rb'|\{\s*"format": \d+,\s*"first_day": '
    rb"|page,yes,no,views,day,vote,reason,comment\r?\n"
    rb"|\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\r?\nVotes: "
)
"""An export of feedback, and the reports for programs, tables and terminals."""
_INSIGHTS_PAGE = b'<title>Insights</title>\n<link rel="icon" href="data:,">'
_KEY = re.compile(
    rb"^(?:-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?!\s{0,4}(?:\.\.\.|<|\[))"
    rb"|AGE-SECRET-KEY-1)",
    re.MULTILINE,
)
"""A private key; one that is left out (`...`) is an example."""
_PASSWORDS = re.compile(rb"[^\s:]+:(?:\$(?:2[abxy]|apr1|[156y])\$|\{SHA\})")
_CLUSTERS = re.compile(rb"^kind:\s*[\"']?Config\b", re.MULTILINE)
_CLUSTER_SECRET = re.compile(
    rb"^[ \t]+(?:-[ \t]+)?(?:client-key-data|token|password):[ \t]*\S", re.MULTILINE
)
_LONG_WORD = re.compile(r"[!-~]{16,4096}")
_RANDOM_WORD = re.compile(r"[A-Za-z0-9_+/=-]+")
_HASH = re.compile(r"[0-9a-fA-F]+")
_NAMES_HASHES = re.compile(r"sha\d|md5|hash|sum|digest|commit|revision", re.IGNORECASE)
_COMMIT = re.compile(r"[0-9a-f]{40}")
_NAMES_PROOFS = re.compile(r"verif|challenge|proof", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"your|example|placeholder|redacted|\.\.\.|<|xxxx|\*\*\*", re.IGNORECASE)
_LONGEST_PLACEHOLDER = 200
_NAMES_SECRETS = re.compile(r"token|secret|passw|credential|api[-_]?key", re.IGNORECASE)
_FEWEST_LETTERS = 8


def is_private_file(name: str) -> bool:
    """Tell whether a file name looks like a secret."""
    lower = name.lower()
    return lower.endswith(_ENDINGS) or lower in _NAMES or _NAME.match(lower) is not None


def is_companion(name: str) -> bool:
    """Tell whether programs write such a file next to their data at run time."""
    lower = name.lower()
    return lower.endswith(_COMPANIONS) and lower.removesuffix(".lock") not in _LOCKED


def is_never_public(source: str) -> bool:
    """Tell whether the name of a file is enough to never publish it."""
    name = source.rpartition("/")[2]
    return is_private_file(name) or is_companion(name)


def find_secret(descriptor: int, source: str) -> str:
    """Return the kind of secret in an open file; usually an empty text.

    Afterwards, the descriptor is at the start again.
    """
    try:
        head = os.read(descriptor, HEAD_SIZE)
        os.lseek(descriptor, 0, os.SEEK_SET)
    except OSError:  # The copy of the file reports it.
        return ""
    return recognize_secret(head, source)


def recognize_secret(head: bytes, source: str) -> str:
    """Return the kind of secret in the start of a file; usually an empty text."""
    for start, what in _FORMATS:
        if head.startswith(start):
            return what
    if (b"PRIVATE KEY" in head or b"AGE-SECRET" in head) and _KEY.search(head):
        return "a private key"
    head = head.removeprefix(b"\xef\xbb\xbf")
    if _INSIGHTS.match(head) or _INSIGHTS_PAGE in head[:1024]:
        return "what `octavo insights` writes"
    if _PASSWORDS.match(head):
        return "a list of passwords"
    if b"kind:" in head and _CLUSTERS.search(head) and _CLUSTER_SECRET.search(head):
        return "the access to a cluster"
    if head[:1] == b"{" and _holds_credentials(head):
        return "the credentials of a service"
    return "a token" if _is_token(head, source) else ""


def _holds_credentials(head: bytes) -> bool:
    """Tell whether a whole file contains credentials of a service."""
    words = (b'"private_key"', b'"refresh_token"', b'"client_secret"', b'"auths"')
    if len(head) == HEAD_SIZE or not any(word in head for word in words):
        return False
    try:
        value = json.loads(head)
    except (ValueError, RecursionError):
        return False
    if not isinstance(value, dict):
        return False
    kind = value.get("type")
    if kind in ("service_account", "authorized_user"):
        return _is_given(value.get("private_key")) or _is_given(value.get("refresh_token"))
    apps = (value.get("installed"), value.get("web"))
    return any(map(_has_client, apps)) or _has_logins(value.get("auths"))


def _is_given(value: Any) -> bool:
    """Tell whether there is a real secret, and not a placeholder."""
    text = str(value or "")
    is_short = len(text) < _LONGEST_PLACEHOLDER
    return bool(text) and not (is_short and _PLACEHOLDER.search(text))


def _has_client(value: Any) -> bool:
    return isinstance(value, Mapping) and bool(
        _is_given(value.get("client_secret")) and value.get("client_id")
    )


def _has_logins(value: Any) -> bool:
    """Tell whether this is the file with Docker's logins."""
    if not isinstance(value, Mapping):
        return False
    return any(isinstance(each, Mapping) and each.get("auth") for each in value.values())


def _is_token(head: bytes, source: str) -> bool:
    """Tell whether a file is one long random word: in a text file, or without an ending.

    Proofs of ownership look similar, but are public. They have their word as a name, or are in
    `.well-known`, or have a typical name. Ids of commits and checksums are also public, and have
    typical names.
    """
    name = source.rpartition("/")[2]
    stem, _, ending = name.partition(".")
    if ending.lower() not in ("", "txt", "token", "secret") or source.startswith(".well-known/"):
        return False
    word = head.decode("utf-8", "replace").strip()
    if _LONG_WORD.fullmatch(word) is None or word == stem:
        return False
    if _HASH.fullmatch(word) and _NAMES_HASHES.search(name):
        return False
    if _NAMES_SECRETS.search(name):
        return True
    if _NAMES_PROOFS.search(name) or (ending and _COMMIT.fullmatch(word)):
        return False
    is_mixed = any(c.isdigit() for c in word) and any(c.isalpha() for c in word)
    is_random = is_mixed and len(set(word)) >= _FEWEST_LETTERS
    return is_random and _RANDOM_WORD.fullmatch(word) is not None
