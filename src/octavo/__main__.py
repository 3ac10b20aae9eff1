"""Makes `python -m octavo` the same as `octavo`."""

import sys

from octavo.cli import main

sys.exit(main())
