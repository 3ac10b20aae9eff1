"""Runs JavaScript samples in a browser, where Node is missing: `python … <browser> <origin>`."""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

_RUN = """\
async ([samples, files]) => {
  const told = [];
  console.log = () => {};
  globalThis.readFile = async (name) => Uint8Array.from(atob(files[name]), (c) => c.charCodeAt(0));
  for (const [key, code] of samples) {
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    try {
      await import(url);
    } catch (error) {
      told.push(`${key}: ${error}`);
    }
  }
  return told.join("\\n");
}
"""
_IMPORT = 'import { readFile } from "node:fs/promises";\n'


def main() -> None:
    """Read the samples of the folder, run them, and tell what went wrong."""
    samples = json.loads(Path("samples-javascript.json").read_text(encoding="utf-8"))
    # A page has no files: it gets them, and the sample's function for reading them, from here.
    own = [(key, code.removeprefix(_IMPORT)) for key, code in samples]
    files = {
        file.name: base64.b64encode(file.read_bytes()).decode() for file in Path().glob("example.*")
    }
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=sys.argv[1], args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(0)  # whoever started this waits long enough
        page.goto(sys.argv[2])
        print(page.evaluate(_RUN, [own, files]))
        browser.close()


if __name__ == "__main__":
    main()
