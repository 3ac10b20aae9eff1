"""Serves a project while it is written.

1. `server` listens, and watches the project through `watch`.
2. `guard` decides whom the preview answers, `app` answers; `view` finds what is asked for.
3. `state` follows the project as it changes, with `facts` about what was read of it.
4. `site` renders a page when it is asked for; `unready_page` is shown if the settings are unusable.
5. `live_reload` tells open pages when they changed, `log` prints problems in the terminal.
6. `proxy` lets the playground call what the project documents at the moment.
7. `mounted` is a project inside another application, whose API document is a `live_document`.
"""
