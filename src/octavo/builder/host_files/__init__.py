"""Configures web servers and static hosts to serve a site like Octavo's own server.

1. `hosted_site` collects the facts for hosts: redirects, files and headers.
2. `matching` writes parameters of redirects as regular expressions.
3. `text_files` writes `_redirects` and `_headers` for Netlify and Cloudflare Pages, `vercel` writes
   `vercel.json`, and `web_servers` fills the templates of nginx and Caddy.
4. `plan` places the files: those of `PUBLISHED` in the site, those of `BESIDE` next to it.
"""

from __future__ import annotations

from octavo.builder.host_files import text_files, vercel, web_servers

PUBLISHED = {"vercel": (vercel.NAME, vercel.render_vercel)}
"""Hosts that read a file of the site, with its name and its renderer."""
BESIDE = {
    "nginx": (web_servers.NGINX, web_servers.render_nginx),
    "caddy": (web_servers.CADDY, web_servers.render_caddyfile),
}
HOSTS = (*text_files.DIALECTS, *PUBLISHED, *BESIDE)
"""The hosts and web servers that Octavo can configure."""
