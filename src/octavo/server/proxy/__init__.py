"""Forwards the requests of the playground, only to the documented API.

1. `rules` has the options of the operator; `rates` counts the use by readers.
2. `request` parses the playground's request.
3. `target` finds its destination in the build's manifest; `headers` chooses the headers to send.
4. `dial` opens the connection to a checked address, `wire` speaks HTTP over it.
5. `answer` wraps the response so that no browser runs it; `forward` does all steps in order.
6. `notes` warns authors of documented servers that will be refused.
"""
