# Path does not expand the tilde as os.path.expanduser did: the profile lands in a folder named ~.
# function: save_profile
# shows: save_profile("work", {"editor": "vim", "theme": "dark"})
# shows: save_profile("work", {})
# effect: file ~/.acme/work.json

import json
import os

PROFILES = "~/.acme"


def save_profile(name, options):
    folder = os.path.expanduser(PROFILES)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as stream:
        json.dump(options, stream, indent=2, sort_keys=True)
    return sorted(options)
# --- new ---
import json
from pathlib import Path

PROFILES = Path("~/.acme")


def save_profile(name, options):
    PROFILES.mkdir(parents=True, exist_ok=True)
    file = PROFILES / f"{name}.json"
    file.write_text(json.dumps(options, indent=2, sort_keys=True), encoding="utf-8")
    return sorted(options)
