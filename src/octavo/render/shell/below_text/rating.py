"""The question whether a page was helpful: what readers may answer, and where answers go.

Pages ask it, and the server of a site that takes answers knows the same words.
"""

from __future__ import annotations

from collections.abc import Mapping

ROUTE = "/_octavo/feedback"
"""Where answers go, below the base path."""
SERVED_STYLES = "_octavo/served.css"
"""Shows the question to readers without scripts where a server takes answers: the server answers
with other styles here than stand in the file."""
TRAP = "website"
"""A field that readers do not see, and programs that fill in everything do."""
LONGEST_COMMENT = 2000
"""Characters."""

QUESTION = "Was this page helpful?"
WHY: Mapping[str, str] = {"yes": "What made it helpful?", "no": "What went wrong?"}
"""What is asked then, by the vote."""
REASONS: Mapping[str, Mapping[str, str]] = {
    "yes": {
        "solved": "It solved my problem",
        "clear": "It is easy to follow",
        "complete": "It has everything I need",
    },
    "no": {
        "missing": "Something is missing",
        "unclear": "It is hard to follow",
        "wrong": "Something is wrong",
        "outdated": "It is out of date",
    },
}
"""What readers may give as a reason, by their vote: the name that is kept, and what they read."""
