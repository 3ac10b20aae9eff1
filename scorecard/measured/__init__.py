"""What is measured for rows of the scorecard.

`builds` times builds, `growth` hostile pages, `documents` breaks API documents, `server` times the
server beside others, and `leaks` counts what a server keeps.
"""

from scorecard.measured.builds import measure_expressions, measure_scale
from scorecard.measured.documents import measure_damaged_documents
from scorecard.measured.growth import measure_growth
from scorecard.measured.leaks import measure_leaks
from scorecard.measured.server import measure_proxy, measure_static

__all__ = [
    "measure_damaged_documents",
    "measure_expressions",
    "measure_growth",
    "measure_leaks",
    "measure_proxy",
    "measure_scale",
    "measure_static",
]
