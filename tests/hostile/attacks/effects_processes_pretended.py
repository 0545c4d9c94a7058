# shows: returned 'ran'
# threat: messages
# limit: 1
# agrees: never
"""Tells of a thousand programs that it did not start, and of one more that it did."""

import subprocess
import sys

from benign import SIDE


def attack(place):
    for _ in range(1000):
        sys.audit("subprocess.Popen", "true", ["true"], None, None)
    subprocess.run(["true", SIDE], check=True)
    return "ran"
