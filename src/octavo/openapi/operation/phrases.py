"""What the statuses of HTTP are called."""

from __future__ import annotations

from http import HTTPStatus

_NEW_PHRASES = {
    413: "Content Too Large",
    414: "URI Too Long",
    416: "Range Not Satisfiable",
    422: "Unprocessable Content",
}
"""Those of RFC 9110, which Python has since 3.13: a site is the same whichever one builds it."""

STATUS_PHRASES = {status.value: status.phrase for status in HTTPStatus} | _NEW_PHRASES
