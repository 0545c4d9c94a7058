# After an exception the working folder is no longer set back.
# function: build_in
# shows: build_in("pkg", ["setup", "fail"])
# shows: build_in("pkg/inner", ["fail"])
# effect: working-folder

import os

STEPS = {"setup": "setup.log", "pack": "pack.log"}


def build_in(folder: str, steps: list[str]) -> int:
    os.makedirs(folder, exist_ok=True)
    before = os.getcwd()
    os.chdir(folder)
    try:
        for step in steps:
            with open(STEPS[step], "w") as log:
                log.write("ok\n")
    finally:
        os.chdir(before)
    return len(steps)
# --- new ---
import os
from contextlib import contextmanager

STEPS = {"setup": "setup.log", "pack": "pack.log"}


@contextmanager
def _inside(folder):
    before = os.getcwd()
    os.chdir(folder)
    yield
    os.chdir(before)


def build_in(folder: str, steps: list[str]) -> int:
    os.makedirs(folder, exist_ok=True)
    with _inside(folder):
        for step in steps:
            with open(STEPS[step], "w") as log:
                log.write("ok\n")
    return len(steps)
