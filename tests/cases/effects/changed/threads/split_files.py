# The function in each thread sees the last value of the loop, and only the last part is written.
# function: write_parts
# shows: write_parts("parts", {"a": "alpha", "b": "beta"})
# effect: file parts/a.txt

import threading
from pathlib import Path


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")


def write_parts(folder: str, parts: dict[str, str]) -> int:
    """Write each part to a file of its own, all at once."""
    root = Path(folder)
    root.mkdir(parents=True, exist_ok=True)
    threads = []
    for name, text in parts.items():
        threads.append(threading.Thread(target=_write, args=(root / f"{name}.txt", text)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(threads)
# --- new ---
import threading
from pathlib import Path


def write_parts(folder: str, parts: dict[str, str]) -> int:
    """Write each part to a file of its own, all at once."""
    root = Path(folder)
    root.mkdir(parents=True, exist_ok=True)
    threads = []
    for name, text in parts.items():
        threads.append(
            threading.Thread(
                target=lambda: (root / f"{name}.txt").write_text(text, encoding="utf-8")
            )
        )
    for thread in threads:
        thread.start()
        thread.join()
    return len(threads)
