"""Compares two versions of an API document.

1. `compare` matches operations and webhooks, and collects all changes.
2. `operations` compares two operations, `bodies` their bodies and responses, `security` the
   credentials that callers need.
3. `schemas` compares two schemas, each pair once; `values` compares what single values allow.
4. `effects` decides how severe a change is, by who writes a value and who reads it.
5. `digests` lists what a document has. `history` joins releases: what changed in each, and since
   when parts exist.
"""
