"""Icons by name.

1. `names` maps names to icons, `meanings` finds replacements for other names.
2. `library` draws them, inline or through a sprite.
"""
