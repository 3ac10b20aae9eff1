"""Compares an API that runs with its document.

1. `documents` finds the documents, `application` starts an application to ask.
2. `plan` makes the requests: what samples send, with credentials from the environment.
3. `exchange` sends one and returns the answer. `recorded` reads exchanges from HAR files and logs.
4. `judge` compares an answer with the document.
5. `run` does all of it, and returns problems at lines of the document. `report_file` writes what a
   site shows of it.
"""
