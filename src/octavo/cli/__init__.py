"""The command line.

1. `entry` begins: it runs a command and ends the process with its code.
2. `parser` knows the arguments of every command (`new_projects` those that make a project), and
   `arguments` reads them.
3. `commands` does what a command is for.
4. `terminal` prints problems and progress, `forms` has the forms that programs read.
"""
