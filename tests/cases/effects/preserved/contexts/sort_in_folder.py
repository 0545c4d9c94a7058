# TemporaryDirectory removes its folder as mkdtemp with rmtree in finally did.
# function: sorted_words
# calls: sorted_words(["pear", "fig", "fig"])
# calls: sorted_words([])

import os
import shutil
import tempfile


def sorted_words(words: list[str]) -> list[str]:
    """Sort words by way of files, one for each length."""
    folder = tempfile.mkdtemp(prefix="words-")
    try:
        for word in words:
            with open(os.path.join(folder, "%06d" % len(word)), "a") as bucket:
                bucket.write(ascii(word) + "\n")
        found = []
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name)) as bucket:
                found.extend(sorted(bucket.read().splitlines()))
        return found
    finally:
        shutil.rmtree(folder)
# --- new ---
import tempfile
from pathlib import Path


def _fill(folder: Path, words: list[str]) -> None:
    for word in words:
        with (folder / f"{len(word):06d}").open("a") as bucket:
            bucket.write(f"{word!a}\n")


def sorted_words(words: list[str]) -> list[str]:
    """Sort words by way of files, one for each length."""
    found = []
    with tempfile.TemporaryDirectory(prefix="words-") as name:
        folder = Path(name)
        _fill(folder, words)
        for bucket in sorted(folder.iterdir()):
            found += sorted(bucket.read_text().splitlines())
    return found
