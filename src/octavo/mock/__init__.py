"""Answers requests from an API document, without the API.

1. `server` listens, and `app` receives requests; `for_site` serves all documents of a site.
2. `api` is the mock of one document: it answers requests.
3. `credentials`, `parameters` and `bodies` find mistakes in the request; `request_values` and
   `xml_bodies` convert texts to the values of their schemas.
4. `preferences` reads the caller's preferences, `answers` builds the response, with `sample_data`
   for binary types.
5. `messages` has requests and responses, including refusals.
"""
