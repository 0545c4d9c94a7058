# shows: returned 'refused'
# threat: files
"""Deletes and renames files of the project."""

import os
import shutil


def attack(place):
    shutil.rmtree(place["project"], ignore_errors=True)
    for act in (os.unlink, lambda path: os.rename(path, path + "~"), lambda path: os.chmod(path, 0)):
        for path in (__file__, place["project"] + "/pyproject.toml"):
            try:
                act(path)
            except OSError:
                continue
            return f"changed {path}"
    return "refused"
