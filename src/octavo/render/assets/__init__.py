"""The files of the theme.

1. `theme_files` joins styles and lists scripts, minified, in one hashed folder.
2. `joined_scripts` joins the modules that most pages load, and those of the playground;
   `english_scripts` writes their texts into the scripts of English pages.
"""
