"""Keeps what an API document marks as internal out of everything that is made of it.

1. `marks` knows the keys that mark something as internal.
2. `judge` decides what is internal, with what refers to it.
3. `walk` goes over a document and lists what to remove.
4. `levels` joins the schemas that describe one value; `pruner` cuts their internal parts from it.
5. `edits` removes all of that, and `reach` finds the components that nothing else uses.
6. `clean` gives the document without it.
"""
