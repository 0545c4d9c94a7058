"""Is a commit of a real library judged by its words, from the clone to the written test?

    make bench-stories [ARGUMENTS="--cache DIR"]

Makes a git repository of two releases of a library. On top of the first come a commit that says
"refactor" and changes a result, and one that takes a fix from the second release and says so. Both
are then pull requests in files, and `swerve pr` checks them, without a language model.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.libraries import CACHE
from bench.sdists import downloaded, unpack

_NAME, _OLD, _NEW = "boltons", "25.0.0", "26.0.0"
_MOST_S = 60.0


@dataclass(frozen=True, slots=True)
class Story:
    """A change, the words that come with it, and how it is to be judged."""

    title: str
    body: str
    file: str
    #: What is replaced by what.
    edit: tuple[str, str]
    judgement: str
    #: Whether the second release has the line as well.
    is_real: bool = False


STORIES = (
    Story(
        "Refactor slugify: simplify the joining of words",
        "No functional change.",
        "boltons/strutils.py",
        (
            "    ret = delim.join(split_punct_ws(text)) or delim if text else ''",
            "    ret = delim.join(split_punct_ws(text)) if text else ''",
        ),
        "unintended",
    ),
    Story(
        "Fix iterutils.split with maxsplit=0",
        "`split` and `split_iter` with `maxsplit=0` wrapped the source, not its values.",
        "boltons/iterutils.py",
        ("            yield [src]\n", "            yield list(src)\n"),
        "intended",
        is_real=True,
    ),
)


def main(words: Sequence[str] | None = None) -> int:
    """Print what is said about each; 1 where that is wrong, or takes too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, default=CACHE)
    cache = parser.parse_args(words).cache
    is_right = True
    with tempfile.TemporaryDirectory(prefix="swerve-bench-") as place:
        trees = []
        for version in (_OLD, _NEW):
            tree = Path(place) / version
            unpack(downloaded(_NAME, version, cache / "sdists"), tree)
            trees.append(tree)
        for number, story in enumerate(STORIES):
            is_right &= _told(story, trees[0], trees[1], Path(place) / str(number))
    return 0 if is_right else 1


def _told(story: Story, old: Path, new: Path, folder: Path) -> bool:
    clone = folder / _NAME
    shutil.copytree(old, clone)
    _git(clone, "init", "--quiet")
    base = _committed(clone, f"{_NAME} {_OLD}")
    text, later = ((tree / story.file).read_text("utf-8") for tree in (old, new))
    before, after = story.edit
    if before not in text or (story.is_real and after not in later):
        raise ValueError(f"{story.file} is not what it was: {before}")
    (clone / story.file).write_text(text.replace(before, after), "utf-8")
    head = _committed(clone, f"{story.title}\n\n{story.body}")
    pull = folder / "pull.json"
    fields = {"title": story.title, "body": story.body, "base": base, "head": head}
    pull.write_text(json.dumps({"schema": "swerve-pull-request/1", **fields}))
    started = time.monotonic()
    options = ("--fail-on", "unintended", "--write-tests", str(folder / "tests"))
    command = [sys.executable, "-m", "swerve", "pr", str(pull), *options]
    done = subprocess.run(command, cwd=clone, capture_output=True, text=True, check=False)
    seconds = time.monotonic() - started
    print(f"$ swerve pr pull.json {' '.join(options[:3])} tests    # {seconds:.1f} s")
    print(done.stdout, done.stderr, sep="\n")
    written = [file.name for file in (folder / "tests").glob("**/test_*.py")]
    print(f"exit status {done.returncode}; tests written: {', '.join(written) or 'none'}\n")
    is_judged = f"{story.judgement}: " in done.stdout
    is_status = done.returncode == (1 if story.judgement == "unintended" else 0)
    return is_judged and is_status and bool(written) and seconds <= _MOST_S


def _committed(clone: Path, message: str) -> str:
    _git(clone, "add", "--all")
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    _git(clone, *who, "commit", "--quiet", "-m", message)
    return _git(clone, "rev-parse", "HEAD")


def _git(clone: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=clone, capture_output=True, text=True, check=True)
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
