"""The pages for readers without scripts after a vote. They load no other files."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import cache

from octavo.builder.served.file_headers import NOT_KEPT
from octavo.render.assets.theme_files import load_theme_text
from octavo.render.basis.html import escape_attribute, escape_text
from octavo.render.shell.below_text.rating import LONGEST_COMMENT, REASONS, TRAP, WHY
from octavo.server.web.asgi import Headers, Send

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>{styles}</style>
</head>
<body class="{kind}">
{body}
</body>
</html>
"""
_HEADINGS = {"yes": "Good to hear. Thank you!", "no": "Thank you for telling us."}


def render_page(title: str, body: str, kind: str = "narrow", *sheets: str) -> str:
    """Return a page of the server; the body is HTML."""
    return _PAGE.format(title=escape_text(title), styles=load_styles(*sheets), kind=kind, body=body)


@cache
def load_styles(*sheets: str) -> str:
    """Return the styles of such pages."""
    return "\n".join(load_theme_text("server", name) for name in ("pages.css", *sheets))


def build_page_policy(*sheets: str) -> str:
    """Return the policy of such a page: only its styles, and forms to this server."""
    digest = hashlib.sha256(load_styles(*sheets).encode()).digest()
    return (
        f"default-src 'none'; style-src 'sha256-{base64.b64encode(digest).decode()}'; "
        "img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )


async def send_own_page(
    send: Send, status: int, html: str, policy: str, headers: Headers = ()
) -> None:
    """Send a page of the server, which no cache may keep."""
    body = html.encode("utf-8", "replace")
    own: Headers = (
        ("Content-Type", "text/html; charset=utf-8"),
        ("Content-Length", str(len(body))),
        ("Content-Security-Policy", policy),
        ("Cache-Control", NOT_KEPT),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    )
    encoded = [(name.lower().encode(), value.encode("latin-1")) for name, value in own + headers]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
    await send({"type": "http.response.body", "body": body})


def render_thanks(action: str, back: str, page: str, vote: str) -> str:
    """Return the page that thanks for a vote, and asks for the reason."""
    choices = "".join(_render_choice(*each) for each in REASONS[vote].items())
    fields = {"page": page, "vote": vote}
    body = f"""<main>
<h1>{_HEADINGS[vote]}</h1>
<form method="post" action="{escape_attribute(action)}">
{_render_hidden(fields)}
<input class="trap" name="{TRAP}" tabindex="-1" autocomplete="off" aria-hidden="true"
 aria-label="Leave this empty">
<fieldset>
<legend>{WHY[vote]} <span class="hint">If you like</span></legend>
{choices}
</fieldset>
<label class="field"><span class="label">Comment</span>
<textarea name="comment" maxlength="{LONGEST_COMMENT}" aria-describedby="hint"></textarea></label>
<p class="hint" id="hint">Leave out personal data.</p>
<div><button>Send</button></div>
</form>
<p><a href="{escape_attribute(back)}">Back to the page</a></p>
</main>"""
    return render_page("Thank you", body)


def render_last_thanks(back: str) -> str:
    """Return the page that thanks for a comment."""
    return render_page(
        "Thank you",
        "<main><h1>Thank you. Your comment was kept.</h1>"
        f'<p><a href="{escape_attribute(back)}">Back to the page</a></p></main>',
    )


def render_fault(message: str, back: str) -> str:
    """Return the page that says why a vote was not stored."""
    link = f'<p><a href="{escape_attribute(back)}">Back to the page</a></p>' if back else ""
    return render_page(
        "Your answer was not kept",
        "<main><h1>Your answer was not kept</h1>"
        f'<p class="fault" role="alert">{escape_text(message)}</p>{link}</main>',
    )


def _render_hidden(fields: Mapping[str, str]) -> str:
    return "\n".join(
        f'<input type="hidden" name="{name}" value="{escape_attribute(value)}">'
        for name, value in fields.items()
    )


def _render_choice(name: str, text: str) -> str:
    return (
        f'<label class="choice"><input type="radio" name="reason" value="{name}">'
        f"{escape_text(text)}</label>\n"
    )
