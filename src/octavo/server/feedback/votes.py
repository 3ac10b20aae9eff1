"""Reads the vote of a reader, from a form or a script."""

from __future__ import annotations

import asyncio
import json
import re
import unicodedata
from collections.abc import Mapping
from urllib.parse import parse_qsl

from octavo.render.shell.below_text.rating import LONGEST_COMMENT, REASONS, TRAP
from octavo.server.feedback.records import VOTES, Vote
from octavo.server.web.asgi import Receive, Scope, read_header
from octavo.values import Struct

_FORM, _JSON = "application/x-www-form-urlencoded", "application/json"
_LARGEST_BODY = 32 * 1024
"""The limit in bytes: the longest comment in form encoding, and the other fields."""
_BODY_SECONDS = 10
_LONGEST_PAGE = 2048
_ID = re.compile(r"[0-9a-fA-F-]{32,36}")
_FIELDS = 10
_TURNING = re.compile("[\\u202a-\\u202e\\u2066-\\u2069]")


class RefusedAnswerError(Exception):
    """Raised if a vote is invalid; the message is for the reader."""

    def __init__(self, status: int, message: str, retry_after: float = 0) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.retry_after = retry_after


class Answer(Struct, frozen=True):
    """A request from a reader, parsed but not stored."""

    fields: Mapping[str, str]
    is_form: bool
    """Whether it comes from an HTML form, so the browser shows the response."""

    @property
    def is_trapped(self) -> bool:
        """Whether a program filled in a field that readers don't see."""
        return bool(self.fields.get(TRAP))


def is_form(scope: Scope) -> bool:
    """Tell whether an HTML form sends the request."""
    return _read_type(scope) != _JSON


async def read_answer(scope: Scope, receive: Receive) -> Answer:
    """Return the fields of a request; raise `RefusedAnswerError` if it is invalid."""
    kind = _read_type(scope)
    if kind not in (_FORM, _JSON):
        raise RefusedAnswerError(415, "An answer is a form, or JSON.")
    body = await read_body(receive)
    try:
        text = body.decode("utf-8")
        fields = _read_json(text) if kind == _JSON else dict(_read_form(text))
    except ValueError:
        raise RefusedAnswerError(400, "This answer cannot be read.") from None
    return Answer(fields, kind == _FORM)


def build_vote(answer: Answer, page: str, fallback_id: str, voted_at: str) -> Vote:
    """Return the vote in a request; raise `RefusedAnswerError` if it is invalid."""
    vote, reason = answer.fields.get("vote", ""), answer.fields.get("reason", "")
    if vote not in VOTES:
        raise RefusedAnswerError(400, "A vote is yes or no.")
    if reason and reason not in REASONS[vote]:
        raise RefusedAnswerError(400, "There is no such reason.")
    comment = clean_text(answer.fields.get("comment", ""))
    if len(comment) > LONGEST_COMMENT:
        message = f"A comment has at most {LONGEST_COMMENT:,} characters."
        raise RefusedAnswerError(413, message)
    id_ = answer.fields.get("id", "")
    if id_ and _ID.fullmatch(id_) is None:
        raise RefusedAnswerError(400, "This is not the name of an answer.")
    return Vote(page, id_.lower() or fallback_id, vote, voted_at, reason, comment)


def read_page(fields: Mapping[str, str]) -> str:
    """Return the URL of the page that a vote is about, which need not exist."""
    page = fields.get("page", "")
    if not page.startswith("/") or len(page) > _LONGEST_PAGE:
        raise RefusedAnswerError(400, "The answer does not say which page it is about.")
    return page.rstrip("/") or "/"


def clean_text(text: str) -> str:
    """Return a text without control characters and changes of its direction."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    characters = (
        char
        for char in text
        if char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cs", "Co", "Cn")
    )
    return _TURNING.sub("", "".join(characters)).strip()


async def read_body(receive: Receive, limit: int = _LARGEST_BODY) -> bytes:
    """Return the body of a request, unless it is too large or too slow."""
    body = bytearray()
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise RefusedAnswerError(400, "The answer ends too early.")
                body += message.get("body", b"")
                if len(body) > limit:
                    raise RefusedAnswerError(413, "This answer is too long.")
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise RefusedAnswerError(408, "The answer comes in too slowly.") from None


def _read_type(scope: Scope) -> str:
    return (read_header(scope, "Content-Type") or "").partition(";")[0].strip().lower()


def _read_json(text: str) -> dict[str, str]:
    try:
        value = json.loads(text)
    except RecursionError:
        raise ValueError from None
    if not isinstance(value, dict) or len(value) > _FIELDS:
        raise ValueError
    if not all(isinstance(each, str) for each in value.values()):
        raise ValueError
    # Half of a surrogate pair is no character.
    return {name: each.encode("utf-8", "replace").decode() for name, each in value.items()}


def _read_form(text: str) -> list[tuple[str, str]]:
    return parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=_FIELDS)
