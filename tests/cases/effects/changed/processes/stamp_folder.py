# The program runs in the folder of the caller where it ran in the folder of the project.
# function: Project.stamp
# shows: Project(Path("projects/api")).stamp("deployed")
# effect: process

import subprocess
from pathlib import Path


class Project:
    def __init__(self, root: Path) -> None:
        self.root = root

    def stamp(self, what: str) -> str:
        """Leave an empty file that says what was done, and return its name."""
        self.root.mkdir(parents=True, exist_ok=True)
        name = f".{what}"
        subprocess.check_call(["touch", "--", name], cwd=self.root)
        return name

    def clean(self) -> None:
        subprocess.check_call(["rm", "-rf", "build"], cwd=self.root)
# --- new ---
import subprocess
from pathlib import Path


class Project:
    def __init__(self, root: Path) -> None:
        self.root = root

    def stamp(self, what: str) -> str:
        """Leave an empty file that says what was done, and return its name."""
        self.root.mkdir(parents=True, exist_ok=True)
        name = f".{what}"
        self._run("touch", "--", name)
        return name

    def clean(self) -> None:
        self._run("rm", "-rf", "build", cwd=self.root)

    def _run(self, *command: str, cwd: Path | None = None) -> None:
        subprocess.run(command, cwd=cwd, check=True)
