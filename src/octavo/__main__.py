"""Makes `python -m octavo` the same as `octavo`."""

from octavo.cli import run

run()
