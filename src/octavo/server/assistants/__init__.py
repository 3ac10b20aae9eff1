"""Lets AI assistants read a site over MCP, and call its API if the operator allows it.

1. `read_site` is the interface for assistants: files and the search index of one state of a site,
   published or in a preview.
2. `arguments` checks their arguments, `tool` describes the tools, and `assistant` answers.
3. `reading` has the tools that read pages. They use `index` for searches, and `listing` for all
   public pages.
4. `calling` has the tool that calls the API, by the rules of the proxy.
5. `sdk` speaks the protocol, and is the only module that imports the SDK. `door` loads it, if it is
   installed.
6. `web` decides which programs may ask over HTTP, and how often.
"""
