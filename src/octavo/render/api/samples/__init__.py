"""Request samples.

1. `samples` chooses between the document's samples and generated ones.
2. `printer` generates them with the same scripts that browsers run.
3. `code` highlights them.
"""
