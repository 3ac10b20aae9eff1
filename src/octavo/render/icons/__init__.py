"""Icons by name.

1. `names` knows which names stand for which icons, `meanings` what to draw for other names.
2. `library` draws them, inline or through a sprite.
"""
