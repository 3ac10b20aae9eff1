"""Lets assistants read a site, and call its API where the operator allows it: MCP.

1. `read_site` is what assistants read: files and the search index of one state of a site, published
   or in a preview.
2. `arguments` checks what they ask with, `tool` is what they may ask for, and `assistant` answers.
3. `reading` has the tools that read pages, by way of `index`, which searches, and knows the
   `listing` of all pages that everybody may find.
4. `calling` has the one that calls the API, by the rules of the proxy.
5. `sdk` speaks the protocol; it is the one door to the SDK. `door` opens it, if it is installed.
6. `web` decides who may ask over HTTP, and how often.
"""
