"""Renders the parts around the content of a page.

1. `parts` has the logo, links, versions and the footer, `languages` the language menu; `sidebar` is
   the navigation, `icons` its icons.
2. `banner` is above all, `page_menu` next to the title; `below_text` follows the text: feedback,
   edit links, and related pages.
3. `surroundings` renders these once, with `templates`.
4. `page_shell` puts a page into its shell. `slots` fills the template once for all similar pages,
   and knows the places for a page's own content.
5. `services` adds the needs of settings to the content security policy; `named_files` checks the
   files in the settings.
"""
