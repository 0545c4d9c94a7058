"""Put real output into the docs: what stands behind a `<!-- shows: ... -->` mark is what ran."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: A mark and the fenced block behind it.
_BLOCK = re.compile(r"(<!-- shows: (\w+) -->\n```\w*\n)(.*?)(^```$)", re.DOTALL | re.MULTILINE)
_JSON_COMMAND = (
    "swerve diff demo/old demo/new --include fetch.py --include addresses.py --format json"
)
#: What differs from run to run, or with every release.
_PASSING = (
    # How much of the title there is room for depends on how many digits the seconds have.
    (re.compile(r'"[^"\n]*… +(?=\d+ edited)'), '"… '),
    (re.compile(r"\b\d+\.\d s\b"), "0.0 s"),
    (re.compile(r'("seconds": )[\d.e-]+'), r"\g<1>0.0"),
    (re.compile(r'("(?:version|python|found_by|sandbox)": )"[^"]*"'), r'\1""'),
    (re.compile(r'("missing": )\[[^]]*\]'), r"\1[]"),
    (re.compile(r"Python [\d.]+ \([^)]*\), sandbox \w+"), "Python 3 (), sandbox strict"),
)


def main() -> int:
    """Write the output of today into the docs, or with `--check` say what is out of date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; 1 when out of date")
    check = parser.parse_args().check
    stale = False
    for file in pages():
        text = file.read_text(encoding="utf-8")
        wanted = _BLOCK.sub(_renewed, text)
        if wanted != text:
            stale = True
            if check:
                print(f"{file} is out of date: run `make docs`.", file=sys.stderr)
            else:
                file.write_text(wanted, encoding="utf-8")
    return 1 if stale and check else 0


def pages() -> Iterator[Path]:
    """Every page that shows output."""
    for file in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        if _BLOCK.search(file.read_text(encoding="utf-8")):
            yield file


def scrubbed(text: str) -> str:
    """The text without what differs from run to run."""
    for pattern, replacement in _PASSING:
        text = pattern.sub(replacement, text)
    return text


def _renewed(block: re.Match[str]) -> str:
    """The block as it is when nothing but times differs, else with the output of today."""
    head, name, shown, tail = block.groups()
    output = _SOURCES[name]()
    return block[0] if scrubbed(shown) == scrubbed(output) else f"{head}{output}{tail}"


def _demo() -> str:
    """What `make demo` prints from `$ swerve check` on."""
    output = _output([sys.executable, "demo/run.py"], status=0)
    shown = output[output.index("$ swerve check") :]
    return shown[: shown.rindex("\n\n")] + "\n"


def _json() -> str:
    words = _JSON_COMMAND.split()[1:]
    return f"$ {_JSON_COMMAND}\n" + _output([sys.executable, "-m", "swerve", *words], status=1)


def _approve() -> str:
    """What is printed by approving the change of the demo, and by a change beyond it."""
    return _output([sys.executable, "demo/approve.py"], status=0)


_SOURCES: dict[str, Callable[[], str]] = {"demo": _demo, "json": _json, "approve": _approve}


def _output(command: list[str], status: int) -> str:
    """What a command writes into a pipe, on any machine."""
    kept = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "FORCE_COLOR")}
    with tempfile.TemporaryDirectory(prefix="swerve-") as scratch:
        environment = {**kept, "PYTHONUTF8": "1", "NO_COLOR": "1", "TMPDIR": scratch}
        done = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=False
        )
    if done.returncode != status:
        raise SystemExit(f"{command} ended with {done.returncode}, not {status}")
    return done.stdout.decode("utf-8")


if __name__ == "__main__":
    sys.exit(main())
