"""What stands around the content of a page.

1. `parts` are logo, links, versions and footer, `languages` the menu of languages; `sidebar` is the
   navigation, `icons` its pictures.
2. `banner` stands above all of it, `page_menu` beside the title; `below_text` is what follows the
   text: whether it helped, how to change it, and related pages.
3. `surroundings` renders all of this once, with `templates`.
4. `page_shell` puts a page into its shell: `slots` fills the template once for all pages of a
   shape, and knows the places in it that a page's own content fills.
5. `services` says what the settings add to what a page may load and run; `named_files` checks the
   files that they name.
"""
