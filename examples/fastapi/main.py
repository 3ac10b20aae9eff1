"""A service that books rooms, with its documentation behind its own login.

    pip install octavo fastapi uvicorn itsdangerous
    uvicorn main:app

Then open http://127.0.0.1:8000/docs and enter the password `tea`.
"""

from __future__ import annotations

import os
import secrets
from enum import StrEnum
from pathlib import Path
from typing import Annotated
from urllib.parse import parse_qs

from fastapi import FastAPI, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from pydantic import BaseModel, Field
from starlette.middleware.sessions import SessionMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from octavo import asgi_app

PASSWORD = os.environ.get("DOCS_PASSWORD", "tea")
FORM = """<!doctype html><html lang="en"><title>Log in</title>
<meta name="viewport" content="width=device-width">
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  form { display: grid; gap: 1rem; width: 16rem; margin: 20vh auto }
  input, button { box-sizing: border-box; width: 100%; padding: .5rem; font: inherit }
</style>
<form method="post"><label>Password <input name="password" type="password" autofocus></label>
<button>Log in</button></form></html>"""


class Room(StrEnum):
    """A room that can be booked."""

    ADA = "ada"
    GRACE = "grace"
    LINUS = "linus"


class Booking(BaseModel):
    """Who has a room, and when."""

    room: Room
    hour: Annotated[int, Field(ge=8, le=17, description="The hour at which it begins.")]
    name: Annotated[str, Field(min_length=1, description="Who comes.", examples=["Ada"])]


app = FastAPI(title="Rooms", version="1.0", docs_url=None, redoc_url=None, openapi_url=None)
bookings: dict[tuple[Room, int], Booking] = {}


@app.get("/bookings", tags=["Bookings"], summary="List bookings")
def list_bookings(room: Room | None = None) -> list[Booking]:
    """Return the bookings of today, of one room or of all."""
    return [each for each in bookings.values() if room in (None, each.room)]


@app.post(
    "/bookings",
    tags=["Bookings"],
    summary="Book a room",
    status_code=201,
    responses={409: {"description": "Somebody else has the room at that hour."}},
)
def book_room(booking: Booking) -> Booking:
    """Book a room for an hour."""
    if bookings.setdefault((booking.room, booking.hour), booking) is not booking:
        raise HTTPException(409, f"{booking.room.value} is taken at {booking.hour}")
    return booking


class LoginRequired:
    """Lets only those through who have logged in."""

    def __init__(self, inner: ASGIApp) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or ask for the password."""
        is_stranger = scope["type"] == "http" and "user" not in scope["session"]
        app = RedirectResponse("/login", status_code=303) if is_stranger else self._inner
        await app(scope, receive, send)


@app.get("/login", include_in_schema=False)
def show_login() -> HTMLResponse:
    """Show the form."""
    return HTMLResponse(FORM)


@app.post("/login", include_in_schema=False)
async def log_in(request: Request) -> RedirectResponse:
    """Let somebody in who knows the password."""
    form = parse_qs((await request.body()).decode())
    is_right = secrets.compare_digest(form.get("password", [""])[0].encode(), PASSWORD.encode())
    if is_right:
        request.session["user"] = "reader"
    return RedirectResponse("/docs/" if is_right else "/login", status_code=303)


app.add_middleware(
    SessionMiddleware, secret_key=os.environ.get("SESSION_SECRET") or secrets.token_hex()
)
site = asgi_app(Path(__file__).with_name("docs"), openapi=app.openapi)
app.mount("/docs", LoginRequired(site))
