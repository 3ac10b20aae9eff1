"""The styles of icons that authors may ask for; apart, so that icons do not wait for the models."""

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
