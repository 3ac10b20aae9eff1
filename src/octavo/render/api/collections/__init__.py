"""The requests of an API document as a collection that a client opens.

1. `requests` builds each request once, from what samples and the form are made of.
2. `postman`, `bruno` and `insomnia` write them for a client, `guard` takes the meaning from texts
   that look like variables.
3. `site_collections` are the collections of a site.
"""
