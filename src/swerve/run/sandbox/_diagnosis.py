"""Why does strict confinement not work here, and which command changes that?"""

from __future__ import annotations

import os
import shlex
import sys
from dataclasses import dataclass, field
from pathlib import Path

from swerve.model import Missing

_INSTALL = {
    "debian": "sudo apt install bubblewrap",
    "ubuntu": "sudo apt install bubblewrap",
    "fedora": "sudo dnf install bubblewrap",
    "rhel": "sudo dnf install bubblewrap",
    "arch": "sudo pacman -S bubblewrap",
    "alpine": "sudo apk add bubblewrap",
    "suse": "sudo zypper install bubblewrap",
    "gentoo": "sudo emerge sys-apps/bubblewrap",
    "nixos": "nix-env -iA nixos.bubblewrap",
}
_APPARMOR = "kernel/apparmor_restrict_unprivileged_userns"
_CLONE = "kernel/unprivileged_userns_clone"
_MOST = "user/max_user_namespaces"
#: Where Ubuntu keeps the profile that lets bubblewrap have its namespaces.
_PROFILE = "/usr/share/apparmor/extra-profiles/bwrap-userns-restrict"


@dataclass(frozen=True, slots=True)
class Machine:
    """What decides whether bubblewrap works."""

    system: str
    is_root: bool = False
    is_container: bool = False
    #: `ID` and `ID_LIKE` of /etc/os-release, most specific first.
    distributions: tuple[str, ...] = ()
    #: Kernel settings by their path below /proc/sys; those that are not there are left out.
    settings: dict[str, str] = field(default_factory=dict)


def this_machine() -> Machine:
    """Read what decides."""
    settings = {}
    for name in (_APPARMOR, _CLONE, _MOST):
        value = _text(f"/proc/sys/{name}").strip()
        if value:
            settings[name] = value
    return Machine(
        system=sys.platform,
        is_root=os.geteuid() == 0,
        is_container=_is_container(),
        distributions=_distributions(),
        settings=settings,
    )


def not_installed(machine: Machine) -> Missing:
    """Say how to get bubblewrap."""
    if not machine.system.startswith("linux"):
        return Missing(
            "strict confinement needs Linux",
            "Run swerve in a Linux container or virtual machine.",
        )
    command = next((_INSTALL[name] for name in machine.distributions if name in _INSTALL), None)
    if command is None:
        hint = "Install the bubblewrap package."
    else:
        hint = f"Install it: `{_for_user(command, machine)}`."
    return Missing("bubblewrap (`bwrap`) is not on the PATH", hint)


def does_not_work(complaint: str, machine: Machine) -> Missing:
    """Say what keeps bubblewrap from working, from its own words and the kernel's settings."""
    said = " ".join(complaint.split())[-200:] or "no reason given"
    return Missing(*_cause(said, machine))


def _cause(said: str, machine: Machine) -> tuple[str, str]:
    if not machine.is_root and machine.settings.get(_APPARMOR) == "1":
        return (
            f"AppArmor keeps ordinary users from creating user namespaces ({said})",
            "Allow it for bubblewrap: `sudo apt install apparmor-profiles && sudo ln -s"
            f" {_PROFILE} /etc/apparmor.d/ && sudo systemctl reload apparmor`. Or for all programs:"
            " `sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`.",
        )
    if not machine.is_root and machine.settings.get(_CLONE) == "0":
        return (
            f"this kernel keeps ordinary users from creating user namespaces ({said})",
            "Allow it: `sudo sysctl -w kernel.unprivileged_userns_clone=1`.",
        )
    if machine.settings.get(_MOST) == "0":
        return (
            f"this kernel does not allow user namespaces ({said})",
            "Allow them: `sudo sysctl -w user.max_user_namespaces=15000`.",
        )
    if machine.is_container:
        return (
            f"this container may not create namespaces ({said})",
            "Start it with `--security-opt seccomp=unconfined --security-opt apparmor=unconfined"
            " --security-opt systempaths=unconfined`, or with `--privileged`.",
        )
    return (f"bubblewrap does not work here ({said})", _try_it(machine))


def _try_it(machine: Machine) -> str:
    words = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"]
    return f"Run `{_for_user(shlex.join(words), machine)}` to see why."


def _for_user(command: str, machine: Machine) -> str:
    return command.removeprefix("sudo ") if machine.is_root else command


def _distributions() -> tuple[str, ...]:
    found: list[str] = []
    for line in _text("/etc/os-release").splitlines():
        name, _, value = line.partition("=")
        if name in {"ID", "ID_LIKE"}:
            words = value.strip().strip("\"'").split()
            found = words + found if name == "ID" else found + words
    return tuple(found)


def _is_container() -> bool:
    if os.path.exists("/.dockerenv") or os.path.exists("/run/.containerenv"):
        return True
    return "container=" in _text("/proc/1/environ").replace("\0", "\n")


def _text(path: str) -> str:
    try:
        return Path(path).read_text(errors="replace")
    except OSError:
        return ""
