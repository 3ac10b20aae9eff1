"""The command line.

1. `entry` is the entry point: it runs a command and ends the process with its exit code.
2. `parser` lists all commands. A command in another package adds its arguments when it is used.
3. `building`, `serving`, `asking`, `documents` and `changes` have the commands with their
   arguments. `contract` is a part of `octavo check`. `options` has shared arguments, and
   `arguments` parses values.
4. `terminal` prints problems and progress, `forms` prints problems for programs.
"""
