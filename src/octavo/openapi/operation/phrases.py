"""The standard names of HTTP statuses."""

from __future__ import annotations

from http import HTTPStatus

_NEW_PHRASES = {
    413: "Content Too Large",
    414: "URI Too Long",
    416: "Range Not Satisfiable",
    422: "Unprocessable Content",
}
"""The phrases of RFC 9110, because sites must not depend on Python's version."""

STATUS_PHRASES = {status.value: status.phrase for status in HTTPStatus} | _NEW_PHRASES
