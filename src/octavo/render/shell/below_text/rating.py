"""The feedback question: the possible answers, and their address.

Pages ask it, and the server that stores the answers uses the same words.
"""

from __future__ import annotations

from collections.abc import Mapping

ROUTE = "/_octavo/feedback"
"""The address of answers, after the base path."""
SERVED_STYLES = "_octavo/served.css"
"""Shows the question to readers without scripts, with other styles from a server."""
TRAP = "website"
"""A field that readers don't see, but programs that fill in every field do."""
LONGEST_COMMENT = 2000
"""The most characters of a comment."""

QUESTION = "Was this page helpful?"
WHY: Mapping[str, str] = {"yes": "What made it helpful?", "no": "What went wrong?"}
"""The follow-up question for each vote."""
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
"""The possible reasons for each vote: the stored name, and the text for readers."""
