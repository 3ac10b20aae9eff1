"""The command line.

1. `entry` begins: it runs a command and ends the process with its code.
2. `parser` lists all commands. One that is a package of its own adds its arguments itself, when it
   is used.
3. `building`, `serving`, `asking`, `documents` and `changes` have the commands, each with its
   arguments and what it does. `contract` is a part of `octavo check`. `options` has the arguments
   that several take, and `arguments` reads them.
4. `terminal` prints problems and progress, `forms` has the forms that programs read.
"""
