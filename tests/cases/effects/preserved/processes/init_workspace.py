# The commands stand as text and are split, and the folder is given by cwd= in one helper.
# function: Workspace.create
# calls: Workspace("ws").create(["src", "docs"])
# calls: Workspace("ws/inner").create([])

import os
import subprocess


class Workspace:
    """A folder in which jobs run."""

    def __init__(self, root: str) -> None:
        self.root = root

    def create(self, folders: list[str]) -> int:
        os.makedirs(self.root, exist_ok=True)
        for folder in folders:
            subprocess.run(["mkdir", "-p", "--", folder], cwd=self.root, check=True)
        subprocess.run(["touch", "-a", ".workspace"], cwd=self.root, check=True)
        subprocess.run(["chmod", "600", ".workspace"], cwd=self.root, check=True)
        return len(folders)
# --- new ---
import os
import subprocess


class Workspace:
    """A folder in which jobs run."""

    def __init__(self, root: str) -> None:
        self.root = root

    def create(self, folders: list[str]) -> int:
        os.makedirs(self.root, exist_ok=True)
        for folder in folders:
            self._run("mkdir -p --", folder)
        self._run("touch -a .workspace")
        self._run("chmod 600 .workspace")
        return len(folders)

    def _run(self, command: str, *more: str) -> None:
        subprocess.run([*command.split(), *more], cwd=self.root, check=True)
