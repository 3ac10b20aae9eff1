"""The measurements for rows of the scorecard.

`builds` times builds, `huge` those of huge projects, and `growth` hostile texts. `documents` breaks
API documents, and `storm` changes files under a preview. `server` times the server beside others,
`abuse` and `endings` under attack and at its end; `publishing` checks builds that replace a site,
`leaks` counts the server's resources, and `stalls` lets clients stall. `readers` are people who
read meanwhile, `votes` those who vote, `mutants` breaks the code, and `wheel` builds the package.
"""

from scorecard.measured.abuse import measure_abuse
from scorecard.measured.builds import measure_expressions, measure_scale
from scorecard.measured.documents import measure_damaged_documents
from scorecard.measured.endings import measure_endings
from scorecard.measured.growth import measure_growth, measure_parsers
from scorecard.measured.huge import measure_huge, measure_large_apis
from scorecard.measured.leaks import measure_leaks
from scorecard.measured.mutants import measure_mutants
from scorecard.measured.publishing import measure_publishing
from scorecard.measured.server import measure_proxy, measure_static
from scorecard.measured.stalls import measure_stalls
from scorecard.measured.storm import measure_storm
from scorecard.measured.votes import measure_pages_without_database, measure_votes
from scorecard.measured.wheel import measure_wheel

__all__ = [
    "measure_abuse",
    "measure_damaged_documents",
    "measure_endings",
    "measure_expressions",
    "measure_growth",
    "measure_huge",
    "measure_large_apis",
    "measure_leaks",
    "measure_mutants",
    "measure_pages_without_database",
    "measure_parsers",
    "measure_proxy",
    "measure_publishing",
    "measure_scale",
    "measure_stalls",
    "measure_static",
    "measure_storm",
    "measure_votes",
    "measure_wheel",
]
