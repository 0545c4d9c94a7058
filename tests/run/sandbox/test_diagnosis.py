"""Does the hint fit the machine?"""

from __future__ import annotations

import pytest

from swerve.run.sandbox._diagnosis import Machine, does_not_work, not_installed, this_machine

UID_MAP = "bwrap: setting up uid map: Permission denied"
NO_NAMESPACE = "bwrap: No permissions to create new namespace, likely because the kernel does not"


@pytest.mark.parametrize(
    ("machine", "said", "what", "hint"),
    [
        pytest.param(
            Machine("linux", settings={"kernel/apparmor_restrict_unprivileged_userns": "1"}),
            UID_MAP,
            "AppArmor keeps ordinary users from creating user namespaces",
            "bwrap-userns-restrict",
            id="Ubuntu 24.04",
        ),
        pytest.param(
            Machine("linux", settings={"kernel/unprivileged_userns_clone": "0"}),
            NO_NAMESPACE,
            "keeps ordinary users from creating user namespaces",
            "sudo sysctl -w kernel.unprivileged_userns_clone=1",
            id="hardened Debian",
        ),
        pytest.param(
            Machine("linux", settings={"user/max_user_namespaces": "0"}),
            NO_NAMESPACE,
            "does not allow user namespaces",
            "user.max_user_namespaces",
            id="RHEL 7",
        ),
        pytest.param(
            Machine("linux", is_root=True, is_container=True),
            "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
            "this container may not create namespaces",
            "systempaths=unconfined",
            id="docker",
        ),
        pytest.param(
            Machine(
                "linux",
                is_root=True,
                settings={"kernel/apparmor_restrict_unprivileged_userns": "1"},
            ),
            "bwrap: something else",
            "bubblewrap does not work here (bwrap: something else)",
            "`bwrap --unshare-all",
            id="AppArmor does not bind root",
        ),
        pytest.param(
            Machine("linux", settings={"user/max_user_namespaces": "96373"}),
            "",
            "no reason given",
            "`bwrap --unshare-all",
            id="silent",
        ),
    ],
)
def test_what_keeps_bubblewrap_from_working(
    machine: Machine, said: str, what: str, hint: str
) -> None:
    found = does_not_work(said, machine)
    assert what in found.what
    assert hint in found.hint


@pytest.mark.parametrize(
    ("machine", "hint"),
    [
        (Machine("linux", distributions=("ubuntu", "debian")), "sudo apt install bubblewrap"),
        (Machine("linux", distributions=("mint", "ubuntu")), "sudo apt install bubblewrap"),
        (Machine("linux", distributions=("fedora",)), "sudo dnf install bubblewrap"),
        (Machine("linux", distributions=("rocky", "rhel")), "sudo dnf install bubblewrap"),
        (Machine("linux", distributions=("alpine",)), "sudo apk add bubblewrap"),
        (Machine("linux", is_root=True, distributions=("debian",)), "`apt install bubblewrap`"),
        (Machine("linux"), "Install the bubblewrap package."),
        (Machine("darwin"), "Linux container or virtual machine"),
    ],
)
def test_how_to_get_bubblewrap(machine: Machine, hint: str) -> None:
    assert hint in not_installed(machine).hint


def test_elsewhere_than_on_linux_nothing_is_to_be_installed() -> None:
    assert not_installed(Machine("darwin")).what == "strict confinement needs Linux"


def test_this_machine_can_be_described() -> None:
    machine = this_machine()
    assert machine.system
    assert all(value.strip() for value in machine.settings.values())
