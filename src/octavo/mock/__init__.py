"""Answers requests as an API document says, without the API.

1. `server` listens, and `app` takes requests; `for_site` takes those for all documents of a site.
2. `api` is a document that can be asked: it finds the operation of a request by its `routes`.
3. `credentials`, `parameters` and `bodies` look for mistakes in the request; `request_values` and
   `xml_bodies` read texts as what their schemas describe.
4. `preferences` reads what the caller would like, `answers` makes the answer, with `sample_data`
   where it is no text.
5. `messages` are what goes in and out, refusals among them.
"""
