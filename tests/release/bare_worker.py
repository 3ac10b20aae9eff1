"""The process that evaluates JavaScript, on a system without limits, Landlock and seccomp.

It is started in place of the worker with the same arguments, with nothing but the standard library.
"""

from __future__ import annotations

import os
import runpy
import sys

if __name__ == "__main__":
    for name in ("ctypes", "_ctypes", "resource"):
        sys.modules.update({name: None})  # type: ignore[dict-item]  # importing it fails
    delattr(os, "uname")
    system, worker = os.environ["SYSTEM"], os.environ["WORKER"]
    if system != "linux":
        sys.platform = system
    runpy.run_path(worker, run_name="__main__")
