"""The files of the theme.

1. `theme_files` joins styles and lists scripts, without blanks, under one hashed folder.
2. `joined_scripts` joins the modules of the playground.
3. `named_files` checks the files that the settings name.
"""
