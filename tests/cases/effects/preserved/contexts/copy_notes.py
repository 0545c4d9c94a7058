# Both files are opened in one with instead of by open and close in finally.
# function: copy_notes
# calls: copy_notes(["buy milk", "", "call Ada"], "notes")
# calls: copy_notes([], "notes")

import os


def copy_notes(notes: list[str], folder: str) -> int:
    """Write notes, and those that are not empty to a second file."""
    os.makedirs(folder, exist_ok=True)
    copied = 0
    every = open(os.path.join(folder, "all.txt"), "w", encoding="utf-8", errors="replace")
    try:
        short = open(os.path.join(folder, "short.txt"), "w", encoding="utf-8", errors="replace")
        try:
            for note in notes:
                every.write(note + "\n")
                if note.strip():
                    short.write(note.strip() + "\n")
                    copied += 1
        finally:
            short.close()
    finally:
        every.close()
    return copied
# --- new ---
import os


def _writer(folder: str, name: str):
    return open(os.path.join(folder, name), "w", encoding="utf-8", errors="replace")


def copy_notes(notes: list[str], folder: str) -> int:
    """Write notes, and those that are not empty to a second file."""
    os.makedirs(folder, exist_ok=True)
    copied = 0
    with _writer(folder, "all.txt") as every, _writer(folder, "short.txt") as short:
        for note in notes:
            every.write(f"{note}\n")
            text = note.strip()
            if text:
                short.write(f"{text}\n")
                copied += 1
    return copied
