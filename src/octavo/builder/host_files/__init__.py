"""Tells web servers and static hosts in their own words what Octavo's server knows by itself.

1. `hosted_site` collects what a host must know: what leads elsewhere, and which files there are.
2. `matching` says how parameters of redirects are written as regular expressions.
3. `text_files` writes `_redirects` and `_headers` for Netlify and Cloudflare Pages, `vercel` writes
   `vercel.json`, and `web_servers` fills the templates of nginx and Caddy.
4. `plan` decides which files are published with the site, and which stand beside it, and puts them
   there.
"""
