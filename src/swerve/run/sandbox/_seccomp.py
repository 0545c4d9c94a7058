"""Which doors of the kernel stay shut in a strict cell?

Namespaces take away what a program could reach; this takes away what it could try on the kernel
itself. Programs that are tested have no use for these calls, and bugs that break out of containers
are mostly found in them. The filter is a program for the kernel's packet filter, as `bwrap
--seccomp` reads it.
"""

from __future__ import annotations

import errno
import os
import struct
import sys

#: Refused with EPERM: number on x86_64, number on aarch64.
_REFUSED = {
    # Other processes.
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    # Keys of the user.
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # Namespaces and mounts.
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    # Files past the file system's own checks.
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    # Code and asynchronous work inside the kernel.
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    # The machine.
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "syslog": (103, 116),
}
_CLONE = (56, 220)
_CLONE3 = (435, 435)
_IOCTL = (16, 29)
#: Every kind of namespace that `clone` could make.
_NAMESPACES = 0x7E020080
#: Typing into a terminal for the user.
_TERMINAL = (0x5412, 0x541C)
_SOCKETS = ((41, 198), (53, 199))  # socket, socketpair
#: Unix, IPv4, IPv6, netlink: the namespace of the network covers these. Others, as AF_VSOCK to the
#: host of a virtual machine, reach past it.
_FAMILIES = (1, 2, 10, 16)
#: How the kernel calls each machine, and which of the two numbers counts there.
_MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
#: On x86_64, calls from here on are the same ones under other numbers.
_X32 = 0x40000000

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER_AT, _MACHINE_AT, _FIRST_AT, _SECOND_AT = 0, 4, 16, 24
_ALLOW = 0x7FFF0000
_REFUSE = 0x00050000 | errno.EPERM
_UNKNOWN = 0x00050000 | errno.ENOSYS
_NO_FAMILY = 0x00050000 | errno.EAFNOSUPPORT


def filter_for(machine: str = "") -> bytes | None:
    """The filter for a kind of machine, this one by default; None for one that is not known."""
    found = _MACHINES.get(machine or os.uname().machine)
    if found is None or sys.byteorder != "little" or sys.maxsize < 2**32:
        return None
    name, column = found
    steps = [
        (_LOAD, 0, 0, _MACHINE_AT),
        # A program of another kind has other numbers: it gets no call at all.
        *((_EQUAL, 1, 0, name), (_RETURN, 0, 0, _UNKNOWN)),
        (_LOAD, 0, 0, _NUMBER_AT),
        *((_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, _UNKNOWN)),
    ]
    for numbers in _REFUSED.values():
        steps += [(_EQUAL, 0, 1, numbers[column]), (_RETURN, 0, 0, _REFUSE)]
    # The arguments of clone3 cannot be looked at; without it the library uses clone.
    steps += [(_EQUAL, 0, 1, _CLONE3[column]), (_RETURN, 0, 0, _UNKNOWN)]
    steps += [
        (_EQUAL, 0, 4, _CLONE[column]),
        (_LOAD, 0, 0, _FIRST_AT),
        (_ANY_BIT, 0, 1, _NAMESPACES),
        (_RETURN, 0, 0, _REFUSE),
        (_RETURN, 0, 0, _ALLOW),
    ]
    for numbers in _SOCKETS:
        known = len(_FAMILIES)
        steps += [(_EQUAL, 0, known + 3, numbers[column]), (_LOAD, 0, 0, _FIRST_AT)]
        steps += [(_EQUAL, known - index, 0, each) for index, each in enumerate(_FAMILIES)]
        steps += [(_RETURN, 0, 0, _NO_FAMILY), (_RETURN, 0, 0, _ALLOW)]
    steps += [(_EQUAL, 0, 4, _IOCTL[column]), (_LOAD, 0, 0, _SECOND_AT)]
    steps += [(_EQUAL, 1, 0, _TERMINAL[0]), (_EQUAL, 0, 1, _TERMINAL[1])]
    steps += [(_RETURN, 0, 0, _REFUSE), (_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("<HBBI", *step) for step in steps)
