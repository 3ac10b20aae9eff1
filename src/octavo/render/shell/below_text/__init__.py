"""Renders the parts below the text of a page.

1. `page_end` has the feedback question, and the edit links.
2. `rating` has the questions and answers of feedback.
3. `related` lists pages to read next, and the authors of the page.
"""
