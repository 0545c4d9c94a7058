"""Whom do the attacks aim at? A home, a project and a network that the test itself has made."""

from __future__ import annotations

import hashlib
import os
import secrets
import socket
import stat
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

SECRET_VARIABLE = "SWERVE_TEST_SECRET"  # noqa: S105 - the name of a variable


@dataclass(slots=True)
class Victim:
    """Folders and sockets that the attacks may aim at, and nothing else may."""

    top: Path
    secret: str = field(default_factory=lambda: f"s3cret-{secrets.token_hex(8)}")
    #: A program of the user that runs beside: one that the test itself has started.
    bystander: subprocess.Popen[bytes] = field(
        default_factory=lambda: subprocess.Popen(["sleep", "60"], start_new_session=True)
    )
    _sockets: dict[str, socket.socket] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for folder in ("home/.ssh", "home/work", "project/package", "temp", "vault"):
            (self.top / folder).mkdir(parents=True)
        (self.top / "home/.ssh/id_ed25519").write_text(self.secret)
        (self.top / "home/notes.txt").write_text("precious\n")
        (self.top / "project/package/__init__.py").write_text("answer = 42\n")
        (self.top / "project/pyproject.toml").write_text("[project]\nname = 'victim'\n")
        (self.top / "temp/lock").write_text("1234\n")
        (self.top / "vault/gold").write_text("gold\n")
        (self.top / "home/work/vault").symlink_to(self.top / "vault")
        self._listen()

    @property
    def abstract_name(self) -> str:
        """The name of an abstract socket, which needs no file."""
        return f"swerve-{self.secret[-16:]}"

    def place(self, mark: str) -> dict[str, object]:
        """What an attack is told about its aims."""
        return {
            "home": str(self.top / "home"),
            "project": str(self.top / "project"),
            "temp": str(self.top / "temp"),
            "vault": str(self.top / "vault"),
            "variable": SECRET_VARIABLE,
            "tcp": self._sockets["tcp"].getsockname()[1],
            "udp": self._sockets["udp"].getsockname()[1],
            "unix": str(self.top / "temp/socket"),
            "abstract": self.abstract_name,
            "bystander": self.bystander.pid,
            # Processes and groups that no signal may go to, should the sandbox fail.
            "never": [0, 1, os.getpid(), os.getppid(), os.getpgid(0), os.getsid(0)],
            "mark": mark,
        }

    def fingerprint(self) -> str:
        """Changes when anything below the victim's folders does: contents, modes, times, links."""
        return fingerprint(self.top)

    def heard(self) -> list[str]:
        """Which of the listeners were reached."""
        reached = []
        for name, listener in self._sockets.items():
            try:
                if name == "udp":
                    listener.recv(1)
                else:
                    listener.accept()[0].close()
            except BlockingIOError:
                continue
            reached.append(name)
        return reached

    def close(self) -> None:
        """Stop listening, and let the bystander go."""
        self.bystander.kill()
        self.bystander.wait()
        for listener in self._sockets.values():
            listener.close()

    def _listen(self) -> None:
        tcp = socket.create_server(("127.0.0.1", 0))
        udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        udp.bind(("127.0.0.1", 0))
        self._sockets = {"tcp": tcp, "udp": udp}
        for name, address in (
            ("unix", str(self.top / "temp/socket")),
            ("abstract", "\0" + self.abstract_name),
        ):
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(address)
            listener.listen()
            self._sockets[name] = listener
        for listener in self._sockets.values():
            listener.setblocking(False)


def fingerprint(top: Path) -> str:
    """A digest of everything below a folder, and of the folder itself."""
    digest = hashlib.sha256()
    for path in [top, *sorted(top.rglob("*"))]:
        found = path.lstat()
        digest.update(f"{path}\0{found.st_mode}\0{found.st_mtime_ns}\0{found.st_uid}\0".encode())
        if stat.S_ISREG(found.st_mode):
            digest.update(path.read_bytes())
        elif stat.S_ISLNK(found.st_mode):
            digest.update(os.readlink(path).encode())
    return digest.hexdigest()
