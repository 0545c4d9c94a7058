# The checksum of the whole release stands above the files where it stood below them.
# function: write_manifest
# shows: write_manifest(Release("1.4.0", {"a.txt": "alpha", "b.txt": "beta"}), Path("dist"))
# effect: file dist/MANIFEST

import hashlib
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Release:
    version: str
    files: dict[str, str]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def write_manifest(release: Release, folder: Path) -> str:
    """Write what belongs to a release and return the checksum of all of it."""
    folder.mkdir(parents=True, exist_ok=True)
    digests = {name: _digest(text) for name, text in sorted(release.files.items())}
    total = _digest("".join(digests.values()))
    with open(folder / "MANIFEST", "w", encoding="utf-8") as manifest:
        manifest.write(f"version {release.version}\n")
        for name, digest in digests.items():
            manifest.write(f"{digest}  {name}\n")
        manifest.write(f"{total}  *\n")
    return total
# --- new ---
import hashlib
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Release:
    version: str
    files: dict[str, str]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _line(digest: str, name: str) -> str:
    return f"{digest}  {name}\n"


def write_manifest(release: Release, folder: Path) -> str:
    """Write what belongs to a release and return the checksum of all of it."""
    folder.mkdir(parents=True, exist_ok=True)
    digests = {name: _digest(text) for name, text in sorted(release.files.items())}
    total = _digest("".join(digests.values()))
    with open(folder / "MANIFEST", "w", encoding="utf-8") as manifest:
        manifest.write(f"version {release.version}\n")
        manifest.write(_line(total, "*"))
        manifest.writelines(_line(digest, name) for name, digest in digests.items())
    return total
