"""Builds on small disks; runs by itself, where it may mount them: `full_disk.py FOLDER`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.builder.publish.two_states import build, expected_trees, tree, write_state
from tests.effort import effort

DISKS = effort(12, scorecard=40)


def mount(folder: Path, options: str) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def main(folder: Path) -> int:
    expected = expected_trees(folder)
    size = sum(-(-len(data) // 4096) * 4096 for data in expected["A"].values())
    names = 2 * len(expected["A"])
    failed = 0
    for number in range(DISKS):
        disk = folder / f"disk{number}"
        disk.mkdir()
        # From the old site alone up to both of them; some disks run out of names instead.
        room = size * 21 // 20 + size * number // DISKS
        options = f"size={room // 1024}k"
        if number % 4 == 3:
            options = f"size=64m,nr_inodes={names + names * number // DISKS // 2}"
        if not mount(disk, options):
            print("cannot mount")
            return 0
        failed += check(disk, folder, expected)
    assert 2 < failed < DISKS, failed
    check_read_only(folder / "disk0", folder, expected["A"])
    print(f"{DISKS} disks, {failed} too small")
    return 0


def check(disk: Path, folder: Path, expected: dict[str, dict[str, bytes]]) -> bool:
    """Publish one state, then try the other; tell whether there was too little room."""
    write_state(folder / "project", "A")
    (disk / "project").symlink_to(folder / "project")
    assert not build(disk, cached=False)["failed"]
    write_state(folder / "project", "B")
    answer = build(disk, cached=False)
    assert tree(disk / "out") == expected["A" if answer["failed"] else "B"]
    if not answer["failed"]:
        return False
    assert "output-failed" in answer["codes"]
    assert any(place.startswith(str(disk)) for place in answer["places"])
    assert set(os.listdir(disk)) == {"out", "project"}
    subprocess.run(["mount", "-o", "remount,size=64m,nr_inodes=9999", str(disk)], check=True)
    assert not build(disk, cached=False)["failed"]
    assert tree(disk / "out") == expected["B"]
    write_state(folder / "project", "A")
    assert not build(disk, cached=False)["failed"]
    return True


def check_read_only(disk: Path, folder: Path, expected: dict[str, bytes]) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    write_state(folder / "project", "B")
    answer = build(disk, cached=False)
    assert answer["failed"], answer
    assert tree(disk / "out") == expected


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
