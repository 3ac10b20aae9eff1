"""The smallest files of some formats, for responses that aren't text."""

from __future__ import annotations

from base64 import b64decode
from typing import Final

_PNG: Final = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="
)
_GIF: Final = b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
_PDF: Final = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
"""
_ZIP: Final = b"PK\x05\x06" + bytes(18)
_BY_TYPE: Final = {
    "image/png": _PNG,
    "image/gif": _GIF,
    "application/pdf": _PDF,
    "application/zip": _ZIP,
}


def build_sample_data(media_type: str) -> bytes:
    """Return data of a media type; a line of text for unknown types."""
    return _BY_TYPE.get(media_type, f"This stands for {media_type or 'data'}.\n".encode())
