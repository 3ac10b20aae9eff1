"""What stands below the text of a page.

1. `page_end` is whether the page helped, and how to change it.
2. `rating` is what readers are asked about that, and how they answer.
3. `related` is what to read next, and who wrote the page.
"""
