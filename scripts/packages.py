"""Read static events off packages from PyPI.

    make packages

Downloads the packages that `docs/dev/packages.tsv` lists, in the versions it lists, reads what is
certain about the values in their code, and writes the versions and counts back into the list. A
name without a version gets the newest one. Archives are kept: a second run needs no network.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import urlopen

from swerve.predict.training.events import Header, is_excluded
from swerve.predict.training.static import Failed, write_static_events
from swerve.source.build.dependencies import normalised

_ROOT = Path(__file__).parents[1]
_LIST = _ROOT / "docs" / "dev" / "packages.tsv"
#: Their runs are observed: nothing of them may be in here.
_OTHERS = _ROOT / "docs" / "dev" / "corpus.tsv"
_LARGEST = 25_000_000
_HEAD = "# PyPI packages that static events are read off: name, version, archive, files, events"


@dataclass(slots=True)
class Row:
    """A package of the list."""

    name: str
    version: str = ""
    archive: str = ""
    files: int = 0
    events: int = 0


def main() -> int:
    """Download what is missing, read all of it, and write the list anew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=_ROOT / "build" / "static")
    parser.add_argument("--archives", type=Path, default=_ROOT / "build" / "packages")
    options = parser.parse_args()
    options.archives.mkdir(parents=True, exist_ok=True)
    rows = list(_rows())
    with ThreadPoolExecutor(4) as pool:
        got = list(pool.map(lambda row: _download(row, options.archives), rows))
    rows = [row for row, problem in zip(rows, got, strict=True) if not problem]
    for problem in filter(None, got):
        print(problem, flush=True)
    paths = [options.archives / row.archive for row in rows]
    for row, found in zip(rows, write_static_events(paths, options.out), strict=True):
        if isinstance(found, Failed):
            print(f"{row.name}: {found.error}", flush=True)
            continue
        row.files, row.events = found.files, found.events
        print(_line(found), flush=True)
    kept = sorted((row for row in rows if row.events), key=lambda row: row.name)
    lines = (f"{r.name}\t{r.version}\t{r.archive}\t{r.files}\t{r.events}" for r in kept)
    _LIST.write_text("\n".join((_HEAD, *lines)) + "\n", "utf-8")
    print(f"{len(kept)} packages, {sum(row.events for row in kept):,} events: {options.out}")
    return 0 if kept else 1


def _line(header: Header) -> str:
    return f"{header.project} {header.version}: {header.events:,} events, {header.files} files"


def _rows() -> Iterator[Row]:
    others = _names(_OTHERS) if _OTHERS.exists() else set()
    for line in _LIST.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            name, version, archive = [*line.split("\t"), "", ""][:3]
            if is_excluded(name) or normalised(name) in others:
                raise ValueError(f"{name} is observed, or swerve is measured with it")
            yield Row(name, version, archive)


def _names(file: Path) -> set[str]:
    lines = file.read_text("utf-8").splitlines()
    return {normalised(line.split("\t")[0]) for line in lines if line[:1] not in ("", "#")}


def _download(row: Row, folder: Path) -> str:
    """Get the archive of a package, a wheel where there is one; what went wrong otherwise."""
    if row.archive and (folder / row.archive).exists():
        return ""
    release = f"{row.name}/{row.version}" if row.version else row.name
    try:
        about = json.loads(_fetched(f"https://pypi.org/pypi/{release}/json"))
        files = [
            each for each in about["urls"] if each["filename"] == row.archive or not each["yanked"]
        ]
        files.sort(key=lambda each: _preference(each["filename"]))
        if not files or _preference(files[0]["filename"]) > 1:
            return f"{row.name}: there is neither a wheel for all machines nor the source"
        file = files[0]
        row.version, row.archive = about["info"]["version"], file["filename"]
        if (folder / row.archive).exists():
            return ""
        data = _fetched(urljoin(f"https://pypi.org/simple/{row.name}/", file["url"]))
    except (OSError, ValueError, LookupError) as error:
        return f"{row.name}: {error}"
    if hashlib.sha256(data).hexdigest() != file["digests"]["sha256"]:
        return f"{row.name}: {row.archive} is damaged"
    part = folder / f"{row.archive}.part"
    part.write_bytes(data)
    part.rename(folder / row.archive)
    return ""


def _preference(name: str) -> int:
    return 0 if name.endswith("-none-any.whl") else 1 if name.endswith(".tar.gz") else 2


def _fetched(url: str) -> bytes:
    with urlopen(url, timeout=60) as answer:  # noqa: S310 (always https)
        data: bytes = answer.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise ValueError(f"{url} is too large")
    return data


if __name__ == "__main__":
    sys.exit(main())
