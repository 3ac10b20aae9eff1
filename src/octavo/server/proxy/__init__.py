"""Forwards the requests of the playground to the documented API, and to nothing else.

1. `rules` is what the operator allows; `rates` counts how much readers use.
2. `request` reads what the playground asks for.
3. `target` finds where it goes, by what the build wrote down; `headers` chooses what is passed on.
4. `dial` opens the connection to an address that was checked, `wire` talks over it.
5. `answer` wraps what comes back so that no browser runs it; `forward` does all of this in order.
6. `notes` tells authors which documented servers will be refused.
"""
