# ExitStack undoes the steps in the order in which try and finally did.
# function: run_steps
# calls: run_steps(["a", "b", "c"])
# calls: run_steps(["a", "", "c"])

JOURNAL = "steps.log"


def _note(text):
    with open(JOURNAL, "a") as journal:
        journal.write(text + "\n")


def run_steps(names: list[str]) -> int:
    """Do steps and undo them all at the end, the last one first."""
    done = 0
    try:
        for name in names:
            if not name:
                raise ValueError("a step has no name")
            _note("do %a" % name)
            done += 1
        return done
    finally:
        while done > 0:
            done -= 1
            _note("undo %a" % names[done])
# --- new ---
from contextlib import ExitStack
from pathlib import Path

JOURNAL = "steps.log"


def _note(text: str) -> None:
    with Path(JOURNAL).open("a") as journal:
        journal.write(f"{text}\n")


def run_steps(names: list[str]) -> int:
    """Do steps and undo them all at the end, the last one first."""
    with ExitStack() as stack:
        for name in names:
            if not name:
                raise ValueError("a step has no name")
            _note(f"do {name!a}")
            stack.callback(_note, f"undo {name!a}")
    return len(names)
