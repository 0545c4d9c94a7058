# The state is written beside its place and moved there, and nothing but the final file is left.
# function: StateFile.store
# calls: StateFile(Path("var/sync")).store({"cursor": 17, "done": 3})
# calls: StateFile(Path("var")).store({})

import json
from pathlib import Path


class StateFile:
    """Remembers between two runs where the last one ended."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "state.json"

    def store(self, state: dict[str, int]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("w", encoding="utf-8") as stream:
            json.dump(state, stream, sort_keys=True)
            stream.write("\n")

    def load(self) -> dict[str, int]:
        if not self.path.exists():
            return {}
        return json.loads(self.path.read_text(encoding="utf-8"))
# --- new ---
import json
import os
from pathlib import Path


class StateFile:
    """Remembers between two runs where the last one ended."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "state.json"

    def store(self, state: dict[str, int]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_suffix(".new")
        fresh.write_text(json.dumps(state, sort_keys=True) + "\n", encoding="utf-8")
        os.replace(fresh, self.path)

    def load(self) -> dict[str, int]:
        try:
            return json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
