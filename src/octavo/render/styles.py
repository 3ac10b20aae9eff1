"""The author's colors as custom properties; the theme's styles are made of them."""

from __future__ import annotations

from octavo.settings import Settings


def render_tokens(settings: Settings) -> str:
    """Return the rule that sets the site's colors under the names that author CSS uses."""
    colors = settings.colors
    background = colors.background
    values = {
        "--primary": colors.primary,
        "--primary-light": colors.light,
        "--primary-dark": colors.dark,
        "--background-light": background.light or "#ffffff",
        "--background-dark": background.dark or "#0b0d10",
    }
    declarations = "".join(f"{name}:{value};" for name, value in values.items() if value)
    return f"@layer octavo.tokens{{:root{{{declarations}}}}}\n"
