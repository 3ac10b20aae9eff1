"""Tells web servers and static hosts in their own words what Octavo's server knows by itself.

1. `hosted_site` collects what a host must know: what leads elsewhere, and which files there are.
2. `matching` says how parameters of redirects are written as regular expressions.
3. `text_files` writes `_redirects` and `_headers` for Netlify and Cloudflare Pages, `vercel` writes
   `vercel.json`, and `web_servers` fills the templates of nginx and Caddy.
4. `plan` puts the files there: those of `PUBLISHED` with the site, those of `BESIDE` beside it.
"""

from __future__ import annotations

from octavo.builder.host_files import text_files, vercel, web_servers

PUBLISHED = {"vercel": (vercel.NAME, vercel.render_vercel)}
"""Hosts that read a file of the site, its name, and what renders it."""
BESIDE = {
    "nginx": (web_servers.NGINX, web_servers.render_nginx),
    "caddy": (web_servers.CADDY, web_servers.render_caddyfile),
}
HOSTS = (*text_files.DIALECTS, *PUBLISHED, *BESIDE)
"""Whoever can be told how to serve a site."""
