"""The command line.

1. `entry` begins: it runs a command and ends the process with its code.
2. `parser` knows the arguments of every command, and `arguments` reads them. A command that is a
   package of its own adds its arguments itself, when it is used.
3. `commands` does what a command is for.
4. `terminal` prints problems and progress, `forms` has the forms that programs read.
"""
