"""The languages of samples, as tests know them: `LANGUAGES` at the end is the table.

Samples run as readers would run them, many at a time: starting an interpreter takes long.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.chromium import find_chromium
from tests.patience import HANGS_AFTER

_TIME_LIMIT = 10 * HANGS_AFTER  # all samples of a language run in one process
_HERE = Path(__file__).parent
# Proxies of the machine are none of the samples' business.
_ENVIRONMENT = {
    name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")
}


@dataclass(frozen=True)
class Sample:
    """A sample and the key of its cell."""

    key: str
    code: str


@dataclass(frozen=True)
class Runner:
    """Runs samples in a folder; returns what there is to tell, in lines that begin with a key."""

    name: str
    run: Callable[[Sequence[Sample], Path, str], str]


@dataclass(frozen=True)
class Language:
    """What tests know of a language of samples."""

    find_runner: Callable[[], Runner]
    other_code: str
    """Code unlike that of samples, to be colored."""
    literals: str = ""
    """A pattern for what `literals.py` takes out of samples, by the names of groups."""


def _run(command: Sequence[str | Path], folder: Path) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=_TIME_LIMIT,
        check=False,
        env=_ENVIRONMENT,
    )
    return done.stderr + done.stdout


def _find(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed: its samples are not run")
    return path


# --- bash ---------------------------------------------------------------------------------------

# The samples themselves are not changed: this is what `curl` means to them.
_CURL = """\
curl() {
  command curl --silent --show-error --max-time 20 --output /dev/null "$@" || echo "$key: failed"
}
"""


def _bash() -> Runner:
    _find("curl")
    bash = _find("bash")

    def run(samples: Sequence[Sample], folder: Path, _origin: str) -> str:
        script = folder / "samples.sh"
        lines = [f"key={sample.key}\n{sample.code}\n" for sample in samples]
        halves = "\n".join(lines[::2]), "\n".join(lines[1::2])
        # Most of the time is spent on starting programs: two at a time.
        script.write_text(f"{_CURL}(\n{halves[0]}\n) &\n{halves[1]}\nwait\n", encoding="utf-8")
        return _run([bash, script], folder)

    return Runner("bash", run)


# --- python -------------------------------------------------------------------------------------

_RUN_PYTHON = """\
import contextlib, io, json, sys, warnings
warnings.simplefilter("ignore", ResourceWarning)
for key, code in json.load(open("samples-python.json", encoding="utf-8")):
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(code, key, "exec"), {"__name__": "__main__"})
    except Exception as error:
        print(f"{key}: {error!r}", file=sys.stderr)
"""


def _python() -> Runner:
    def run(samples: Sequence[Sample], folder: Path, _origin: str) -> str:
        _write_json(samples, folder / "samples-python.json")
        return _run([sys.executable, "-c", _RUN_PYTHON], folder)

    return Runner("python", run)


def _write_json(samples: Sequence[Sample], path: Path) -> None:
    path.write_text(json.dumps([(each.key, each.code) for each in samples]), encoding="utf-8")


# --- javascript ---------------------------------------------------------------------------------

_RUN_NODE = """\
console.log = () => {};
for (const key of process.argv.slice(1)) {
  try {
    await import(`${process.cwd()}/javascript/${key}.mjs`);
  } catch (error) {
    console.error(`${key}: ${error} ${error.cause ?? ""}`);
  }
}
process.exit();
"""


def _javascript() -> Runner:
    node = shutil.which("node")
    if node is None:
        return Runner("chromium", _run_in_chromium)

    def run(samples: Sequence[Sample], folder: Path, _origin: str) -> str:
        (folder / "javascript").mkdir(exist_ok=True)
        for sample in samples:
            path = folder / "javascript" / f"{sample.key}.mjs"
            path.write_text(sample.code, encoding="utf-8")
        keys = [sample.key for sample in samples]
        return _run([node, "--input-type=module", "--eval", _RUN_NODE, "--", *keys], folder)

    return Runner("javascript", run)


def _run_in_chromium(samples: Sequence[Sample], folder: Path, origin: str) -> str:
    """In a process of its own: other tests of the session may drive a browser, too."""
    browser = find_chromium()
    if browser is None:
        pytest.skip("neither Node nor Chromium is installed")
    _write_json(samples, folder / "samples-javascript.json")
    return _run([sys.executable, _HERE / "chromium_runner.py", browser, origin], folder)


# --- java ---------------------------------------------------------------------------------------

_SUITE = """\
%s

public class Suite {
    interface Case { void run() throws Exception; }

    static void attempt(String key, Case each) {
        try {
            each.run();
        } catch (Throwable error) {
            System.err.println(key + ": " + error);
        }
    }

    public static void main(String[] args) {
%s
        System.exit(0);
    }

%s
}
"""


def _java() -> Runner:
    java = _find("java")
    _find("javac")

    def run(samples: Sequence[Sample], folder: Path, _origin: str) -> str:
        suite = folder / "Suite.java"
        suite.write_text(_join_classes(samples), encoding="utf-8")
        options = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xss4m"]
        return _run([java, *options, "--source", "17", suite], folder)

    return Runner("java", run)


def _join_classes(samples: Sequence[Sample]) -> str:
    """Return one class around those of all samples, which are left as they are but for names."""
    imports: dict[str, None] = {}
    classes, calls = [], []
    for sample in samples:
        head, _, rest = sample.code.partition("\npublic class Main {\n")
        imports.update(dict.fromkeys(re.findall(r"^import [\w.]+;$", head, re.MULTILINE)))
        name = f"Case_{sample.key}"
        classes.append(f"static class {name} {{\n{rest}\n")
        calls.append(f'attempt("{sample.key}", () -> {name}.main(args));')
    return _SUITE % ("\n".join(imports), "\n".join(calls), "\n".join(classes))


# --- php ----------------------------------------------------------------------------------------

_RUN_PHP = """
foreach (glob('*.php') as $file) {
    (function ($file) {
        ob_start();
        include $file;
        ob_end_clean();
    })($file);
}
"""


def _php() -> Runner:
    php = _find("php")
    if subprocess.run(
        [php, "-r", "exit(extension_loaded('curl') ? 0 : 1);"], check=False
    ).returncode:
        pytest.skip("PHP is installed without curl: its samples are not run")

    def run(samples: Sequence[Sample], folder: Path, _origin: str) -> str:
        for sample in samples:
            path = folder / f"{sample.key}.php"
            path.write_text(sample.code, encoding="utf-8")
        return _run([php, "-r", _RUN_PHP], folder)

    return Runner("php", run)


# --- go -----------------------------------------------------------------------------------------

_PROGRAM = """\
package main

import (
%s
)

func attempt(key string, run func()) {
	defer func() {
		if err := recover(); err != nil {
			println(key, fmt.Sprint(err))
		}
	}()
	run()
}

func main() {
%s
}

%s
"""


def _go() -> Runner:
    go = _find("go")

    def run(samples: Sequence[Sample], folder: Path, _origin: str) -> str:
        program = folder / "samples.go"
        program.write_text(_join_functions(samples), encoding="utf-8")
        return _run([go, "run", program], folder)

    return Runner("go", run)


def _join_functions(samples: Sequence[Sample]) -> str:
    imports: dict[str, None] = {}
    functions, calls = [], []
    for sample in samples:
        head, _, rest = sample.code.partition("\nfunc main() {\n")
        imports.update(dict.fromkeys(re.findall(r'^\t"[\w/]+"$', head, re.MULTILINE)))
        functions.append(f"func {sample.key}() {{\n{rest}\n")
        calls.append(f'\tattempt("{sample.key}:", {sample.key})')
    return _PROGRAM % ("\n".join(imports), "\n".join(calls), "\n".join(functions))


# --- ruby ---------------------------------------------------------------------------------------

_RUN_RUBY = """\
require "stringio"
Dir.glob("*.rb").each do |file|
  out, $stdout = $stdout, StringIO.new
  begin
    eval(File.read(file, encoding: "UTF-8"), binding, file)
  rescue StandardError, SyntaxError => error
    warn "#{File.basename(file, ".rb")}: #{error.message}"
  ensure
    $stdout = out
  end
end
"""


def _ruby() -> Runner:
    ruby = _find("ruby")

    def run(samples: Sequence[Sample], folder: Path, _origin: str) -> str:
        for sample in samples:
            (folder / f"{sample.key}.rb").write_text(sample.code, encoding="utf-8")
        return _run([ruby, "-W0", "-e", _RUN_RUBY], folder)

    return Runner("ruby", run)


_QUOTED = r'"(?P<quoted>(?:[^"\\\n]|\\.)*)"'

LANGUAGES = {
    "bash": Language(_bash, 'a.b=1 && x="$HOME ${A}" <<EOF\n$a\nEOF\n# no'),
    "python": Language(
        _python,
        "class A(B):\n    def f(self, *, a=1): return f'{a}' if a else None  # x\nMAX = 0x1F",
    ),
    "javascript": Language(
        _javascript,
        "const f = async (a) => `${a} ${b}`; // x\nclass A extends B {}\na.b({ c: /x/ })",
        rf"{_QUOTED}|`(?P<template>(?:[^`\\]|\\.)*)`|(?P<comment>//[^\n]*)",
    ),
    "java": Language(
        _java,
        '@Override public void a() { String b = """\n  x\n  """; } /* c\nd */',
        rf'"""\n(?P<block>(?:[^"\\]|\\.|"(?!""))*)"""|{_QUOTED}',
    ),
    "php": Language(
        _php,
        "<?php\n$a = \"$b->c {$d}\"; echo <<<'X'\n$e\nX; // x",
        r"<<<'BODY'\n(?P<raw>.*?)\n[ \t]*BODY\b|'(?P<single>(?:[^'\\]|\\.)*)'"
        r'|"(?P<quoted>(?:[^"\\]|\\.)*)"',
    ),
    "go": Language(
        _go,
        "var a = `x\ny` + \"z\" // c\nif err != nil { return 1.5e3, 'x' }",
        rf"{_QUOTED}|`(?P<raw>[^`]*)`",
    ),
    "ruby": Language(
        _ruby,
        'def a(b: 1) = [:c, @d, "e #{f}", /g/, %w[h i]] # j\nputs <<~X\n  k\nX',
        rf"<<~'BODY'\.chomp\n(?P<heredoc>.*?)\nBODY\b|{_QUOTED}",
    ),
}


INSTALLED = ("bash", "python", "javascript", "java")
"""The languages that `make test` runs everywhere; others are run where they are installed."""


@cache
def find_runner(language: str) -> Runner:
    """Return what runs a language here; the test is skipped where nothing does."""
    return LANGUAGES[language].find_runner()
