"""How does a project of the package index get here, with an environment to run its tests in?"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tarfile
import urllib.request
import venv
from pathlib import Path
from urllib.parse import urljoin

_INSTALL_S = 600
_DOWNLOAD_S = 100
_INDEX = "https://pypi.org/simple/{}/"
_LINK = re.compile(r'href="([^"#]+)#sha256=([0-9a-f]{64})"')
_ENDING = ".tar.gz"


def downloaded(name: str, version: str, folder: Path) -> Path:
    """The source distribution of a project, from the folder or from the index."""
    folder.mkdir(parents=True, exist_ok=True)
    found = _known(name, version, folder)
    if found is None:
        try:
            _from_index(name, version, folder)
        except (OSError, ValueError, LookupError):  # pip knows about mirrors and proxies
            wanted = f"{name}=={version}"
            pip("download", "--no-deps", "--no-binary", ":all:", "-d", str(folder), wanted)
        found = _known(name, version, folder)
    if found is None:
        raise FileNotFoundError(f"no source distribution of {name} {version}")
    return found


def unpack(archive: Path, folder: Path) -> None:
    """Put what is in the one folder of an archive into another; nothing leads out of that."""
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive) as files:
        for member in files.getmembers():
            member.name = member.name.partition("/")[2]
            if member.islnk():
                member.linkname = member.linkname.partition("/")[2]
            if not member.name:
                continue
            try:
                files.extract(member, folder, filter="data")
            except (tarfile.FilterError, KeyError):
                continue  # it leads elsewhere: the rest is of use without it


def environment(folder: Path, *requirements: str) -> Path:
    """Make a virtual environment and install into it; returns its Python."""
    python = folder / "bin" / "python"
    venv.create(folder, with_pip=False)
    pip("--python", str(python), "install", *requirements)
    return python


def pip(*arguments: str) -> None:
    """Run pip. Raises `subprocess.SubprocessError` when it fails."""
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [*command, *arguments], check=True, timeout=_INSTALL_S, stderr=subprocess.DEVNULL
    )


def _known(name: str, version: str, folder: Path) -> Path | None:
    paths = (path for path in sorted(folder.iterdir()) if _is_of(name, version, path.name))
    return next(paths, None)


def _is_of(name: str, version: str, file: str) -> bool:
    return file.endswith(_ENDING) and _plain(file[: -len(_ENDING)]) == _plain(f"{name}-{version}")


def _plain(text: str) -> str:
    return re.sub("[-_.]+", "-", text).lower()


def _from_index(name: str, version: str, folder: Path) -> None:
    page = _INDEX.format(_plain(name))
    for link, digest in _LINK.findall(_fetched(page).decode()):
        file = link.rpartition("/")[2]
        if _is_of(name, version, file):
            data = _fetched(urljoin(page, link))
            if hashlib.sha256(data).hexdigest() != digest:
                raise ValueError(f"{link} is not what the index says")
            (folder / file).write_bytes(data)
            return
    raise LookupError(f"no source distribution of {name} {version} in the index")


def _fetched(url: str) -> bytes:
    if not url.startswith("https://"):
        raise ValueError(url)
    with urllib.request.urlopen(url, timeout=_DOWNLOAD_S) as answer:  # noqa: S310 - see above
        return bytes(answer.read())
