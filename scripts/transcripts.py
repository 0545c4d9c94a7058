"""Put real output into the docs: what stands below a command there is what it wrote."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from scripts.sessions import has_session, renewed

ROOT = Path(__file__).resolve().parent.parent


def main(words: Sequence[str] | None = None) -> int:
    """Write the output of today into the docs, or with `--check` say what is out of date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; 1 when out of date")
    parser.add_argument("pages", nargs="*", type=Path, help="these pages instead of all")
    options = parser.parse_args(words)
    failed = False
    for file in options.pages or pages():
        text = file.read_text(encoding="utf-8")
        wanted, faults = renewed(text)
        for fault in faults:
            line = text.count("\n", 0, fault.at) + 1
            print(f"{file}:{line}: {fault.why}", file=sys.stderr)
            failed = failed or options.check or not fault.is_stale
        if wanted != text and not options.check:
            file.write_text(wanted, encoding="utf-8")
    return 1 if failed else 0


def pages() -> Iterator[Path]:
    """Every page that shows output."""
    for file in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))):
        if has_session(file.read_text(encoding="utf-8")):
            yield file


if __name__ == "__main__":
    sys.exit(main())
