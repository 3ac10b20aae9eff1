"""The API document of an application, which a preview follows.

1. `followed_app` writes the document of an application anew when its code changes.
2. `live_document` is that of the application that a project is mounted in.
"""
