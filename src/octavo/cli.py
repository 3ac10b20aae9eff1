"""The command line."""


def main() -> int:
    """Run."""
    return 0
