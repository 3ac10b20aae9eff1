"""Stores logins in the database, which all workers and replicas share.

A browser has a secret, and the database has a hash of it, keyed with the token. So a copy of the
database is no login, and a new token ends all logins. After a logout, no copy of the cookie works.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from octavo.server.feedback.database import Session

LOGIN_SECONDS = 12 * 3600


def store_login(session: Session, token: str, now: int) -> str:
    """Begin a login, and return its secret; expired logins are deleted."""
    secret = secrets.token_urlsafe(32)
    session.run("DELETE FROM octavo_logins WHERE until <= ?", (now,))
    row = (_hash(token, secret), now + LOGIN_SECONDS)
    session.run("INSERT INTO octavo_logins (id, until) VALUES (?, ?)", row)
    return secret


def is_logged_in(session: Session, token: str, secret: str, now: int) -> bool:
    """Tell whether a secret belongs to a valid login."""
    values = (_hash(token, secret), now)
    return bool(session.run("SELECT 1 FROM octavo_logins WHERE id = ? AND until > ?", values))


def forget_login(session: Session, token: str, secret: str) -> None:
    """End a login, for all copies of its cookie."""
    session.run("DELETE FROM octavo_logins WHERE id = ?", (_hash(token, secret),))


def _hash(token: str, secret: str) -> str:
    return hmac.new(token.encode(), secret.encode("utf-8", "replace"), hashlib.sha256).hexdigest()
