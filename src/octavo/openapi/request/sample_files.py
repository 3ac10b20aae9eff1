"""The names of files in samples, which suggest their content."""

from __future__ import annotations

from typing import Final

_ENDINGS: Final = {
    "application/pdf": "pdf",
    "application/zip": "zip",
    "application/gzip": "gz",
    "application/json": "json",
    "application/jsonl": "jsonl",
    "application/octet-stream": "bin",
    "application/x-ndjson": "jsonl",
    "application/x-tar": "tar",
    "application/xml": "xml",
    "application/msword": "doc",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "audio/mpeg": "mp3",
    "audio/ogg": "ogg",
    "audio/wav": "wav",
    "image/gif": "gif",
    "image/jpeg": "jpg",
    "image/png": "png",
    "image/svg+xml": "svg",
    "image/webp": "webp",
    "text/csv": "csv",
    "text/html": "html",
    "text/markdown": "md",
    "text/plain": "txt",
    "text/xml": "xml",
    "video/mp4": "mp4",
    "video/webm": "webm",
}
_BY_FAMILY: Final = {"image": "png", "audio": "mp3", "video": "mp4", "text": "txt", "font": "woff2"}
_BY_WORD: Final = (
    ("png", ("image", "photo", "picture", "avatar", "logo", "icon", "mask", "thumbnail")),
    ("mp3", ("audio", "voice", "sound", "speech")),
    ("mp4", ("video", "movie")),
    ("csv", ("csv",)),
)
_MEDIA_TYPES: Final = {ending: media_type for media_type, ending in reversed(_ENDINGS.items())}


def name_sample_file(media_type: str | None, *hints: str) -> str:
    """Return the name of a file of a media type.

    For a general type, hints help: the name of a field, the path of an operation. Fields default to
    a PDF; a body that is a file has no hints.
    """
    plain = (media_type or "").partition(";")[0].strip().lower()
    ending = _ENDINGS.get(plain) or _BY_FAMILY.get(plain.partition("/")[0])
    if hints and ending in {None, "bin"}:
        endings = (_find_ending(hint.lower()) for hint in hints)
        ending = next(filter(None, endings), "pdf")
    return f"example.{ending or 'bin'}"


def _find_ending(hint: str) -> str | None:
    return next((end for end, words in _BY_WORD if any(word in hint for word in words)), None)


def find_media_type(name: str) -> str | None:
    """Return the media type of a file with one of these names."""
    return _MEDIA_TYPES.get(name.rpartition(".")[2])
