# The staging folder is only removed where the bundle is empty, as the return comes before it.
# function: BundleBuilder.build
# shows: BundleBuilder("build").build({"app.js": "let a = 1;", "app.css": "a {}"})
# effect: file build/staging

import shutil
from pathlib import Path


class BundleBuilder:
    """Joins the parts of a front end to one file."""

    def __init__(self, root: str) -> None:
        self.root = Path(root)
        self.staging = self.root / "staging"

    def build(self, parts: dict[str, str]) -> int:
        self._stage(parts)
        joined = "\n".join(
            file.read_text(encoding="utf-8") for file in sorted(self.staging.iterdir())
        )
        if joined:
            (self.root / "bundle.txt").write_text(joined, encoding="utf-8")
        shutil.rmtree(self.staging)
        return len(joined)

    def _stage(self, parts: dict[str, str]) -> None:
        self.staging.mkdir(parents=True, exist_ok=True)
        for name, text in parts.items():
            (self.staging / name).write_text(text.strip(), encoding="utf-8")
# --- new ---
import shutil
from pathlib import Path


class BundleBuilder:
    """Joins the parts of a front end to one file."""

    def __init__(self, root: str) -> None:
        self.root = Path(root)
        self.staging = self.root / "staging"

    def build(self, parts: dict[str, str]) -> int:
        self._stage(parts)
        joined = "\n".join(
            file.read_text(encoding="utf-8") for file in sorted(self.staging.iterdir())
        )
        if joined:
            bundle = self.root / "bundle.txt"
            bundle.write_text(joined, encoding="utf-8")
            return len(joined)
        shutil.rmtree(self.staging)
        return 0

    def _stage(self, parts: dict[str, str]) -> None:
        self.staging.mkdir(parents=True, exist_ok=True)
        for name, text in parts.items():
            (self.staging / name).write_text(text.strip(), encoding="utf-8")
