"""Evaluates the JavaScript of pages.

1. `lazy_engine` loads the engine when a page first needs it.
2. `engine` starts the process, asks it, and ends it when it takes too long.
3. `worker` is that process: it enters a sandbox first, then it runs author code.
"""
