"""Makes `python -m octavo` the same as `octavo`."""

from octavo.cli.entry import run

run()
