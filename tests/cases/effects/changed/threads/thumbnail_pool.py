# The pool of threads is kept by the module and not shut down after the work.
# function: Thumbnails.make
# shows: Thumbnails(Path("thumbs")).make({"fox": 3, "owl": 5})
# shows: Thumbnails(Path("t")).make({"fox": 0})
# effect: thread

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


class Thumbnails:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self, sizes: dict[str, int]) -> list[str]:
        self.folder.mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(max_workers=2) as pool:
            names = list(pool.map(self._draw, sizes, sizes.values()))
        return names

    def _draw(self, name: str, size: int) -> str:
        file = self.folder / f"{name}.txt"
        file.write_text(("#" * size + "\n") * size)
        return file.name
# --- new ---
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

_POOL = ThreadPoolExecutor(max_workers=2)


class Thumbnails:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self, sizes: dict[str, int]) -> list[str]:
        self.folder.mkdir(parents=True, exist_ok=True)
        return list(_POOL.map(self._draw, sizes, sizes.values()))

    def _draw(self, name: str, size: int) -> str:
        file = self.folder / f"{name}.txt"
        file.write_text(("#" * size + "\n") * size)
        return file.name
