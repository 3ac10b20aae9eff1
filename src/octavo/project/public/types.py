"""Lists the types of files that a website serves, for builds, checks and previews.

A file of another type is published only if it is in a public folder, or if the author names it. The
name can be in a page, a setting, a redirect, a style sheet or a script.
"""

from __future__ import annotations

from octavo.project.public.secrets import is_companion

_PICTURES = (
    "png jpg jpeg jfif pjpeg pjp gif svg svgz webp avif apng ico cur bmp tif tiff heic heif jxl jp2"
)
_FONTS = "woff woff2 ttf otf ttc eot"
_MEDIA = (
    "mp4 m4v webm mov ogv avi mkv mpg mpeg 3gp mp3 m4a aac wav ogg oga opus flac weba mid midi "
    "m3u8 mpd vtt srt ttml lottie riv glb gltf bin usdz obj mtl stl hdr"
)
_PAGES = "html htm xhtml css js mjs cjs map wasm json json5 jsonc yaml yml webmanifest xml xsl xslt"
_DOCUMENTS = (
    "pdf txt rtf epub mobi doc docx xls xlsx ppt pptx odt ods odp ics vcf bib ipynb rss atom"
)
_DATA = "csv tsv jsonl ndjson jsonld geojson topojson kml kmz gpx pmtiles rdf ttl parquet"
_DESCRIPTIONS = "xsd dtd wsdl wadl raml proto avsc graphql graphqls gql openrpc"
_ARCHIVES = "zip tar tgz tbz2 txz 7z rar"
_PROGRAMS = (
    "jar war whl gem crate nupkg vsix xpi crx deb rpm apk aab ipa dmg pkg msi exe appimage iso"
)
_PROOFS = "asc sig minisig crt cer crl md5 sha1 sha256 sha512"

_ENDINGS = frozenset(
    " ".join(
        (
            *(_PICTURES, _FONTS, _MEDIA, _PAGES, _DOCUMENTS),
            *(_DATA, _DESCRIPTIONS, _ARCHIVES, _PROGRAMS, _PROOFS),
        )
    ).split()
)
_COMPRESSED = frozenset({"gz", "bz2", "xz", "zst", "br"})
"""Compressed files count as their content: `data.csv.gz` is public, `dump.sql.gz` is not."""
_HOST_FILES = frozenset(
    {"cname", "_headers", "_redirects", "apple-app-site-association", "web.config"}
)
"""Files at the root that hosts and systems look for."""
_PUBLIC_FOLDERS = frozenset({"static", "public", ".well-known"})
"""Folders at the root whose files are all public, whatever their type."""


def is_in_public_folder(source: str) -> bool:
    """Tell whether a file is in a public folder."""
    folder, slash, _ = source.partition("/")
    return bool(slash) and folder.lower() in _PUBLIC_FOLDERS


def is_public_type(source: str) -> bool:
    """Tell whether a file is published without any link to it."""
    name = source.rpartition("/")[2].lower()
    if is_companion(name):
        return False
    if is_in_public_folder(source) or ("/" not in source and name in _HOST_FILES):
        return True
    stem, dot, ending = name.rpartition(".")
    while dot and ending in _COMPRESSED:
        stem, dot, ending = stem.rpartition(".")
    return bool(dot) and ending in _ENDINGS
