# sort is called without -u, and words that stand there twice stay.
# function: unique_words
# shows: unique_words(["pear", "fig", "pear"], "words.txt")
# shows: unique_words(["fig"], "words.txt")
# effect: process

import subprocess
from pathlib import Path


def unique_words(words: list[str], path: str) -> int:
    """Write words to a file, each of them once and in order."""
    Path(path).write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
    subprocess.check_call(["sort", "-u", "-o", path, path])
    return len(set(words))
# --- new ---
import subprocess
from pathlib import Path


def _sort(path: str) -> None:
    subprocess.run(["sort", "-o", path, path], check=True)


def unique_words(words: list[str], path: str) -> int:
    """Write words to a file, each of them once and in order."""
    with Path(path).open("w", encoding="utf-8") as stream:
        stream.writelines(f"{word}\n" for word in words)
    _sort(path)
    return len(set(words))
