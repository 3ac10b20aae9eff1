"""What stands around the content of a page.

1. `parts` are logo, links, versions and footer, `languages` the menu of languages; `sidebar` is the
   navigation, `icons` its pictures; `names` are cut there when they are very long.
2. `banner` stands above all of it, `page_menu` beside the title; `below_text` is what follows the
   text: whether it helped, how to change it, and related pages.
3. `surroundings` renders all of this once, with `templates`.
4. `page_shell` puts a page into its shell: `slots` fills the template once for all pages of a
   shape, and knows the places in it that a page's own content fills.
5. `policy` says what a page may load and run; `services` what the settings add to that.
"""
