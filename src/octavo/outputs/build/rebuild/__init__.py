"""Builds a site again without building all of it.

1. `record` writes down what a build of a whole site made, for the next one.
2. `recorded_problems` tells the problems of that build again, when nothing has changed since.
3. `changed_texts` builds only the pages whose texts have changed, and publishes them among the
   others.
4. `published_site` stands in for the renderer then: it cuts the shells out of published pages.
"""
