"""Tells web servers and static hosts in their own words what Octavo's server knows by itself.

1. `hosted_site` collects what a host must know: what leads elsewhere, and which files there are.
2. `matching` says how parameters of redirects are written as regular expressions.
3. `redirects_file` and `headers_file` write `_redirects` and `_headers` for Netlify and Cloudflare
   Pages, `vercel` writes `vercel.json`, `nginx` an include, `caddy` a Caddyfile.
4. `left_out` explains which redirects a host cannot be told.
5. `plan` decides which files are published with the site, and which stand beside it;
   `host_folder` puts them there.
"""
