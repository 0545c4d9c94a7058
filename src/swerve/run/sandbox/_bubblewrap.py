"""Which words make bubblewrap build a cell?

Everything is taken away first (`--unshare-all`, an empty root), then given back piece by piece.
"""

from __future__ import annotations

import functools
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from swerve.worker.processes import find_program

from ._cell import USER, Cell
from ._seccomp import filter_for

#: Folders that on most systems lead into /usr, and on others are folders of their own.
_BESIDE_USR = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
#: Stores that programs are linked against, readable for everybody by design.
_STORES = ("/nix/store", "/gnu/store")
#: What programs look up under /etc. Nothing here tells about users, keys or the network.
_ETC = (
    *("alternatives", "ca-certificates.conf", "debian_version", "fonts", "ld.so.cache"),
    *("ld.so.conf", "ld.so.conf.d", "locale.alias", "localtime", "lsb-release", "magic"),
    *("mime.types", "os-release", "pki/tls/certs", "pki/ca-trust", "protocols", "python3"),
    *("services", "ssl/certs", "ssl/openssl.cnf", "terminfo", "timezone", "xdg"),
)
#: Folders under /usr that belong to the administrator rather than to the system.
_MASKED = ("/usr/local/etc", "/usr/local/src", "/usr/src")
#: What leads to scratch, unless something of the host is shown below it.
_TEMPORARY = ("/tmp", "/var/tmp")  # noqa: S108
#: The one user and group inside.
USER_ID = 1000
_WRITTEN = {
    "/etc/passwd": f"{USER}:x:{USER_ID}:{USER_ID}:{USER}:%s/home:/bin/sh\n",
    "/etc/group": f"{USER}:x:{USER_ID}:\n",
    "/etc/hosts": "127.0.0.1 localhost %h\n::1 localhost\n",
    "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
}


@dataclass(frozen=True, slots=True)
class Bubblewrap:
    """The program, and what this version of it can do."""

    program: str
    options: frozenset[str]
    is_setuid: bool

    @property
    def limits_size(self) -> bool:
        """Whether a file system in memory can be given a size; from 0.7 on."""
        return "--size" in self.options

    @property
    def forbids_namespaces(self) -> bool:
        """Whether code inside can be kept from making user namespaces of its own; from 0.8 on."""
        return "--disable-userns" in self.options and not self.is_setuid


def find_bubblewrap() -> str | None:
    """The program on the PATH; None where there is none or the system is not Linux."""
    return find_program("bwrap") if sys.platform.startswith("linux") else None


@functools.lru_cache(maxsize=8)
def inspect_bubblewrap(program: str) -> Bubblewrap:
    """Ask the program what it can do. Raises OSError when it does not start."""
    answer = subprocess.run(
        [program, "--help"],
        env={},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=10,
    )
    words = (answer.stdout + answer.stderr).split()
    options = frozenset(word for word in words if word.startswith("--"))
    return Bubblewrap(program, options, bool(os.stat(program).st_mode & stat.S_ISUID))


def words_for(bwrap: Bubblewrap, inside: Cell, open_data: Callable[[bytes], int]) -> list[str]:
    """The options that build the cell, without the program and without the command.

    `inside` has all variables, and host paths as bubblewrap finds them. `open_data` turns bytes
    into a descriptor that bubblewrap will read them from.
    """
    return [
        *_isolation(bwrap, inside.host),
        *_system(),
        *_kernel(bwrap, inside.scratch_bytes),
        *_scratch(bwrap, inside),
        *_written(inside, open_data),
        *_seccomp(open_data),
        *_mounts("--ro-bind", inside.read_only),
        *_mounts("--bind", inside.writable),
        *(word for folder in _on_the_way(inside) for word in ("--remount-ro", folder)),
        # The root itself is memory that could be filled; nothing may be added to it.
        *("--remount-ro", "/"),
        *("--chdir", inside.working_folder or inside.scratch),
        *(word for name, value in inside.environment.items() for word in ("--setenv", name, value)),
    ]


def _isolation(bwrap: Bubblewrap, host: str) -> Iterator[str]:
    if not bwrap.is_setuid:
        yield "--unshare-user"
    yield "--unshare-all"
    if bwrap.forbids_namespaces:
        yield "--disable-userns"
    if not bwrap.is_setuid:
        yield from ("--uid", str(USER_ID), "--gid", str(USER_ID))
    yield from ("--hostname", host)
    yield from ("--die-with-parent", "--new-session")
    yield from ("--cap-drop", "ALL")


def _system() -> Iterator[str]:
    yield from ("--ro-bind", "/usr", "/usr")
    for folder in _BESIDE_USR:
        if os.path.islink(folder):
            yield from ("--symlink", os.readlink(folder), folder)
        elif os.path.isdir(folder):
            yield from ("--ro-bind", folder, folder)
    for folder in _STORES:
        if os.path.isdir(folder):
            yield from ("--ro-bind", folder, folder)
    for folder in _MASKED:
        if os.path.isdir(folder) and not os.path.islink(folder):
            yield from ("--tmpfs", folder, "--remount-ro", folder)
    for name in _etc():
        yield from ("--ro-bind", f"/etc/{name}", f"/etc/{name}")


def _etc() -> Iterator[str]:
    yield from (name for name in _ETC if os.path.exists(f"/etc/{name}"))
    # Debian keeps the sitecustomize of each Python there: /etc/python3.11.
    yield from sorted(folder.name for folder in Path("/etc").glob("python3.*") if folder.is_dir())


def _kernel(bwrap: Bubblewrap, scratch_bytes: int) -> Iterator[str]:
    # For a process of the real root /proc/sys would stay writable behind all the namespaces.
    yield from ("--proc", "/proc", "--remount-ro", "/proc")
    yield from ("--dev", "/dev")
    yield from _memory(bwrap, "/dev/shm", scratch_bytes)  # noqa: S108 - the cell's own
    yield from ("--remount-ro", "/dev")


def _scratch(bwrap: Bubblewrap, inside: Cell) -> Iterator[str]:
    yield from _memory(bwrap, inside.scratch, inside.scratch_bytes)
    for folder in ("home", "tmp"):
        yield from ("--dir", f"{inside.scratch}/{folder}")
    yield from ("--dir", "/var", "--dir", "/run")
    # Relative, because bubblewrap follows them while the new root is not yet the root.
    links = inside.scratch[1:], f"..{inside.scratch}"
    for folder, link in zip(_TEMPORARY, links, strict=True):
        if any(path.startswith(f"{folder}/") for path in _mounted(inside)):
            yield from _memory(bwrap, folder, inside.scratch_bytes)
        else:
            yield from ("--symlink", f"{link}/tmp", folder)  # noqa: S108
    for folder in _on_the_way(inside):
        yield from ("--tmpfs", folder)


def _on_the_way(inside: Cell) -> list[str]:
    """The outermost folders of a temporary folder in which something is mounted.

    An interpreter lives there. They are mounts of their own, so that emptying the temporary
    folder does not move it away, and read-only in the end, so that nothing is left in them.
    """
    found = set()
    for path in _mounted(inside):
        for folder in _TEMPORARY:
            name, below, _ = path.removeprefix(f"{folder}/").partition("/")
            if path.startswith(f"{folder}/") and below:
                found.add(f"{folder}/{name}")
    return sorted(found.difference(_mounted(inside)))


def _mounted(inside: Cell) -> list[str]:
    return [path for _, path in (*inside.read_only, *inside.writable)]


def _memory(bwrap: Bubblewrap, folder: str, size_bytes: int) -> Iterator[str]:
    if bwrap.limits_size:
        yield from ("--size", str(size_bytes))
    yield from ("--tmpfs", folder)


def _written(inside: Cell, open_data: Callable[[bytes], int]) -> Iterator[str]:
    for path, text in _WRITTEN.items():
        filled = text.replace("%s", inside.scratch).replace("%h", inside.host)
        yield from ("--file", str(open_data(filled.encode())), path)


def _seccomp(open_data: Callable[[bytes], int]) -> Iterator[str]:
    refusing = filter_for()
    if refusing is not None:
        yield from ("--seccomp", str(open_data(refusing)))


def _mounts(word: str, mounts: tuple[tuple[Path, str], ...]) -> Iterator[str]:
    # Parents first: a mount hides what was mounted below it before.
    for host, inside in sorted(mounts, key=lambda mount: mount[1].count("/")):
        yield from (word, str(host), inside)
