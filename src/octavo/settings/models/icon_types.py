"""The styles of icons; a separate module, so that icons don't load the models."""

from typing import Literal

IconType = Literal[
    "brands",
    "duotone",
    "light",
    "regular",
    "sharp-duotone-solid",
    "sharp-light",
    "sharp-regular",
    "sharp-solid",
    "sharp-thin",
    "solid",
    "thin",
]
