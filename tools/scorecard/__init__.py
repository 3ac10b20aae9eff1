"""The scorecard: what Octavo withstands, row by row, each with a figure that was counted.

1. `rows` lists all rows: what is checked, what is expected, and what is still to come.
2. `proofs` runs the tests that name a row; `marked` is the part of it that stands inside pytest.
3. `measured` holds what is no test, because it takes long or depends on the machine.
4. `finding` is what came of a row, and `page` writes it into the documentation.
5. `run` is where it begins: `make scorecard`.
"""
