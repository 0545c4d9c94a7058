# The folder is entered and left by a class with __enter__ and __exit__ instead of in the function.
# function: unpack_theme
# calls: unpack_theme("themes/dark", 2)
# calls: unpack_theme("themes/plain", 0)

import os


def unpack_theme(folder: str, sheets: int) -> list[str]:
    os.makedirs(folder, exist_ok=True)
    here = os.getcwd()
    try:
        os.chdir(folder)
        os.makedirs("css", exist_ok=True)
        for number in range(sheets):
            with open(f"css/{number}.css", "w") as sheet:
                sheet.write("/* %d */\n" % number)
        return sorted(os.listdir("css"))
    finally:
        os.chdir(here)
# --- new ---
import os
from pathlib import Path


class _Inside:
    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.here = ""

    def __enter__(self) -> None:
        self.here = os.getcwd()
        os.chdir(self.folder)

    def __exit__(self, *error: object) -> None:
        os.chdir(self.here)


def unpack_theme(folder: str, sheets: int) -> list[str]:
    os.makedirs(folder, exist_ok=True)
    with _Inside(folder):
        css = Path("css")
        css.mkdir(exist_ok=True)
        for number in range(sheets):
            (css / f"{number}.css").write_text(f"/* {number} */\n")
        return sorted(file.name for file in css.iterdir())
