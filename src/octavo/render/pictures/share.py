"""Plans the share pictures of a site: their content, their file names, and their drawing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING

from octavo.problems import Code, Location, Problem, Severity
from octavo.render.assets.theme_files import FOLDER as OWN_FOLDER
from octavo.render.pictures.fonts import find_own_font
from octavo.render.pictures.letters import clean
from octavo.render.pictures.logo import draw_svg, is_svg
from octavo.render.pictures.palette import choose_palette
from octavo.settings.models.site_settings import Settings
from octavo.settings.urls import is_external
from octavo.site.model import OperationBinding, Page, Site
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.render.pictures.drawing import Artist, PictureTexts

FOLDER = f"{OWN_FOLDER}/share/"
WIDTH, HEIGHT = 1200, 630
_SEPARATOR = " › "
_LIBRARIES = ("PIL", "resvg_py")


class SharePicture(Struct, frozen=True):
    """The picture of one page, not drawn yet."""

    output: str
    texts: PictureTexts
    alt: str
    """The alternative text of the picture."""


def can_draw() -> bool:
    """Tell whether everything for drawing pictures is installed."""
    return find_own_font("Bold") is not None and all(map(find_spec, _LIBRARIES))


def explain_undrawn(place: Location) -> Problem:
    """Return the note that pages have no share pictures."""
    return Problem(
        Code.PICTURES_NOT_DRAWN,
        "pages get no share pictures: the extra `pictures` is not installed",
        place,
        Severity.INFO,
        "Install the extra: pip install 'octavo[pictures]'. Or set `seo.pictures` to false.",
    )


def find_logo(settings: Settings) -> str | None:
    """Return the source of the logo for share pictures, if it is a file of the project."""
    logo, is_dark = settings.logo, choose_palette(settings).is_dark
    if logo is None:
        return None
    path = (logo.dark or logo.light) if is_dark else (logo.light or logo.dark)
    return None if path is None or is_external(path) else path.lstrip("/")


LoadLogo = Callable[[str], bytes | None]
"""Returns a picture of the project by its source."""


class SharePictures:
    """The share pictures of one site."""

    def __init__(self, site: Site, load_logo: LoadLogo) -> None:
        self._site = site
        self._palette = choose_palette(site.settings)
        self.logo = find_logo(site.settings)
        """The source of their logo."""
        self.renew(load_logo)

    def renew(self, load_logo: LoadLogo) -> None:
        """Load the logo again, which may have changed."""
        self._logo = load_logo(self.logo) if self.logo else None
        for name in ("_artist", "_look"):
            self.__dict__.pop(name, None)

    def plan(self, page: Page, metadata: Mapping[str, str]) -> SharePicture | None:
        """Return the picture of a page with these meta tags.

        None if the page has the author's own picture, or is not public.
        """
        if "og:image" in metadata or "noindex" in metadata.get("robots", ""):
            return None
        artist = self._artist
        texts = artist.keep_drawable(self._read_texts(page))
        # Two pages may look the same; the URL in the name makes each file unique.
        facts = (page.url, texts, artist.name_fonts(texts), self._look)
        digest = hashlib.sha256(repr(facts).encode("utf-8", "replace")).hexdigest()[:20]
        alt = clean(f"{page.title} - {self._site.settings.name}")
        return SharePicture(f"{FOLDER}{digest}.png", texts, alt)

    def draw(self, picture: SharePicture) -> bytes:
        """Return a picture as a PNG file."""
        return self._artist.draw(picture.texts)

    def _read_texts(self, page: Page) -> PictureTexts:
        from octavo.render.pictures.drawing import PictureTexts  # noqa: PLC0415 (see _artist)

        path = ""
        if isinstance(page.binding, OperationBinding):
            path = page.binding.entry.key.path
        elif page.endpoint is not None:
            path = page.endpoint.url
        section = _SEPARATOR.join(self._list_names(page))
        return PictureTexts(
            clean(page.title), clean(section), clean(page.method or ""), clean(path)
        )

    def _list_names(self, page: Page) -> list[str]:
        """Return the names of the divisions and groups around a page, from the outside in."""
        section = self._site.sections.get(self._site.section_of.get(page.url, ""))
        if section is None:
            return []
        names = [section.tab.name] if section.tab and section.tab.prefix else []
        names += [group.name for group in section.groups.get(page.url, ())]
        return [name for name in dict.fromkeys(names) if name.strip() and name != page.title]

    @cached_property
    def _look(self) -> tuple[object, ...]:
        """The parts of pictures besides the texts of their page."""
        logo = hashlib.sha256(self._logo or b"").hexdigest()
        return self._artist.engine, self._palette, self._site.settings.name, logo

    @cached_property
    def _artist(self) -> Artist:
        from octavo.render.pictures.drawing import Artist  # noqa: PLC0415 (many sites draw nothing)

        logo = self._logo
        if logo is not None and is_svg(logo):
            logo = draw_svg(logo)
        return Artist(self._palette, clean(self._site.settings.name), logo)
