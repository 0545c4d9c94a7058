# The file that marks the service as running is no longer removed when the interpreter ends.
# function: claim_service
# shows: claim_service("indexer", Path("run"))
# effect: exit-handler

import atexit
from contextlib import suppress
from pathlib import Path


def _release(mark: Path) -> None:
    with suppress(FileNotFoundError):
        mark.unlink()


def claim_service(name: str, folder: Path) -> bool:
    """Mark a service as running until this process ends; say whether it was free."""
    folder.mkdir(parents=True, exist_ok=True)
    mark = folder / f"{name}.running"
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return False
    atexit.register(_release, mark)
    return True
# --- new ---
from pathlib import Path


class Mark:
    """Shows that a service is running."""

    def __init__(self, name: str, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / f"{name}.running"

    def set(self) -> bool:
        try:
            self.file.touch(exist_ok=False)
        except FileExistsError:
            return False
        return True

    def release(self) -> None:
        self.file.unlink(missing_ok=True)


def claim_service(name: str, folder: Path) -> bool:
    """Mark a service as running until this process ends; say whether it was free."""
    return Mark(name, folder).set()
