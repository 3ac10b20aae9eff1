"""The extensions that other tools read and Octavo does not."""

from __future__ import annotations

from typing import NamedTuple


class ForeignKey(NamedTuple):
    """The purpose of an extension in other tools."""

    tools: str
    purpose: str


FOREIGN_KEYS = {
    key: ForeignKey(tools, purpose)
    for tools, keys in {
        "Redocly": {
            "x-assertionType": "type of assertion of an OAuth flow",
            "x-explicitMappingOnly": "shows only variants that a discriminator maps",
            "x-extendedDiscriminator": "tells variants of a schema apart",
            "x-hideReplay": "takes away the form of one operation",
            "x-ignoredHeaderParameters": "leaves out headers",
            "x-keywords": "words for the search",
            "x-mcp": "describes an MCP server",
            "x-meta": "meta tags of a page",
            "x-metadata": "facts above the description of the API",
            "x-seo": "meta tags of an operation's page",
            "x-servers": "servers of a Swagger 2.0 document",
            "x-summary": "summary of a response",
            "x-traitTag": "tag that labels operations and makes no group",
        },
        "Redocly, Scalar": {
            "x-additionalPropertiesName": "name of properties that have none",
            "x-usePkce": "PKCE for an OAuth flow",
        },
        "Scalar": {
            "x-default-scopes": "scopes that are chosen at first",
            "x-order": "order of properties",
            "x-post-response": "script that runs after a request",
            "x-pre-request": "script that runs before a request",
            "x-scalar-active-environment": "environment that is chosen at first",
            "x-scalar-credentials-location": "where an OAuth flow sends its credentials",
            "x-scalar-environments": "variables for requests",
            "x-scalar-icon": "icon in the navigation",
            "x-scalar-links": "links beside the contact",
            "x-scalar-redirect-uri": "address that an OAuth flow returns to",
            "x-scalar-sdk-installation": "how to install an SDK",
            "x-scalar-security-body": "fields that an OAuth flow adds to its body",
            "x-scalar-security-query": "parameters that an OAuth flow adds",
            "x-tokenName": "name of the token in an OAuth flow's answer",
        },
        "ReadMe": {
            "x-disable-tag-sorting": "keeps the order of tags in the file",
            "x-explorer-enabled": "shows the button that sends requests",
            "x-headers": "headers of all requests",
            "x-metrics-enabled": "counts requests",
            "x-oauth-options": "options of OAuth flows",
            "x-parameter-ordering": "order of parameters",
            "x-proxy-enabled": "sends requests through a proxy",
            "x-readme": "settings of ReadMe; Octavo reads only code samples",
            "x-samples-languages": "languages of request samples",
            "x-simple-mode": "samples for ReadMe's SDK",
        },
        "Stoplight": {
            "x-stoplight": "ids and settings of Stoplight",
        },
        "GitBook": {
            "x-hideSample": "takes away the example of a response",
            "x-hideTryItPanel": "takes away the form of one operation",
            "x-page-description": "description of a tag's page",
            "x-page-icon": "icon of a tag's page",
            "x-page-title": "title of a tag's page",
            "x-parent": "tag above a tag",
        },
    }.items()
    for key, purpose in keys.items()
}
"""The purposes by key."""
