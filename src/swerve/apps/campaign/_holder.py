"""Which client holds the claim on a campaign, and may it still be there?"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Row

#: A client on another machine that said nothing for so long is taken for dead.
_SILENCE_S = 60.0


def where(pid: int) -> str:
    """Which process of this machine that is; another one that gets its number is another one."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        space = os.readlink("/proc/self/ns/pid")
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:
        return ""
    return f"{boot} {space} {pid} {fields[19]}"


def may_live(held: Row[Any]) -> bool:
    """Whether the client that a row of `campaigns` names may still be there."""
    mine, its = where(os.getpid()).split(), (held.claimed_where or "").split()
    if mine and its and mine[:2] == its[:2]:
        return where(held.claimed_pid).split() == its
    return bool(time.time() - held.seen_at < _SILENCE_S)
