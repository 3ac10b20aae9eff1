"""Components that hold other content.

`callouts`, `cards`, `disclosures` (accordions, expandables), `frames`, `steps`, `tabs`, `updates`
and `views`: each file writes the HTML of one family.
"""
