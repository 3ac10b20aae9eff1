"""The reasons why a request of the playground isn't forwarded."""

from __future__ import annotations

from enum import StrEnum


class Decision(StrEnum):
    """The result of a request; the names are stable."""

    FORWARDED = "forwarded"
    PROXY_OFF = "proxy-off"
    NOT_POST = "not-post"
    HOST_UNKNOWN = "host-unknown"
    CROSS_SITE = "cross-site"
    WRONG_TYPE = "wrong-type"
    LENGTH_MISSING = "length-missing"
    REQUEST_TOO_LARGE = "request-too-large"
    REQUEST_UNREADABLE = "request-unreadable"
    REQUEST_SLOW = "request-slow"
    CLIENT_GONE = "client-gone"
    TOO_MANY_REQUESTS = "too-many-requests"
    TOO_MANY_AT_ONCE = "too-many-at-once"
    SERVER_UNKNOWN = "server-unknown"
    SERVER_UNUSABLE = "server-unusable"
    VARIABLE_UNKNOWN = "variable-unknown"
    OPERATION_UNKNOWN = "operation-unknown"
    PATH_REFUSED = "path-refused"
    QUERY_REFUSED = "query-refused"
    HEADER_REFUSED = "header-refused"
    OWN_ADDRESS = "own-address"
    ADDRESS_REFUSED = "address-refused"
    HOST_NOT_FOUND = "host-not-found"
    NAME_SERVER_LATE = "name-server-late"
    CONNECTION_REFUSED = "connection-refused"
    CONNECTION_FAILED = "connection-failed"
    CONNECTION_LATE = "connection-late"
    CERTIFICATE_REFUSED = "certificate-refused"
    ENCRYPTION_FAILED = "encryption-failed"
    ANSWER_LATE = "answer-late"
    ANSWER_UNREADABLE = "answer-unreadable"
    ANSWER_HEAD_TOO_LARGE = "answer-head-too-large"
    FAILED = "failed"


_STATUS = {
    Decision.PROXY_OFF: 404,
    Decision.NOT_POST: 405,
    Decision.WRONG_TYPE: 415,
    Decision.LENGTH_MISSING: 411,
    Decision.REQUEST_TOO_LARGE: 413,
    Decision.REQUEST_UNREADABLE: 400,
    Decision.REQUEST_SLOW: 408,
    Decision.TOO_MANY_REQUESTS: 429,
    Decision.TOO_MANY_AT_ONCE: 429,
    Decision.PATH_REFUSED: 400,
    Decision.QUERY_REFUSED: 400,
    Decision.HEADER_REFUSED: 400,
    Decision.HOST_NOT_FOUND: 502,
    Decision.NAME_SERVER_LATE: 504,
    Decision.CONNECTION_REFUSED: 502,
    Decision.CONNECTION_FAILED: 502,
    Decision.CONNECTION_LATE: 504,
    Decision.CERTIFICATE_REFUSED: 502,
    Decision.ENCRYPTION_FAILED: 502,
    Decision.ANSWER_LATE: 504,
    Decision.ANSWER_UNREADABLE: 502,
    Decision.ANSWER_HEAD_TOO_LARGE: 502,
    Decision.FAILED: 500,
}
_FORBIDDEN = 403


class RefusedError(Exception):
    """Raised if a request isn't forwarded or has no answer; the message is for the reader."""

    def __init__(self, decision: Decision, message: str, retry_after: float = 0) -> None:
        super().__init__(message)
        self.decision = decision
        self.message = message
        self.retry_after = retry_after

    @property
    def status(self) -> int:
        """The status of the answer to the reader."""
        return _STATUS.get(self.decision, _FORBIDDEN)
