# The program that removes old backups also runs when the user asked for a dry run.
# function: prune_backups
# shows: prune_backups(["a.bak", "b.bak", "c.bak"], keep=1, dry_run=True)
# effect: process

import subprocess


def prune_backups(names: list[str], keep: int = 3, dry_run: bool = False) -> list[str]:
    """Remove all but the last backups; return those that are (or would be) removed."""
    old = sorted(names)[: max(len(names) - keep, 0)]
    if dry_run:
        return old
    for name in old:
        subprocess.run(["rm", "-f", "--", name], check=True)
    return old
# --- new ---
import subprocess


def prune_backups(names: list[str], keep: int = 3, dry_run: bool = False) -> list[str]:
    """Remove all but the last backups; return those that are (or would be) removed."""
    old = sorted(names)[: max(len(names) - keep, 0)]
    if old:
        subprocess.run(["rm", "-f", "--", *old], check=True)
    return old
