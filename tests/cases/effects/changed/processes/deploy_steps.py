# The last step is dropped by a slice that was meant for the blank line at the end.
# function: run_steps
# shows: run_steps("mkdir -p release\ntouch release/ready")
# shows: run_steps("touch done")
# effect: process

import shlex
import subprocess


def run_steps(script: str) -> int:
    """Run the commands of a script line by line; return how many lines it has."""
    lines = script.splitlines()
    for line in lines:
        words = shlex.split(line, comments=True)
        if words:
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    return len(lines)
# --- new ---
import shlex
import subprocess


def _commands(script: str) -> list[list[str]]:
    lines = [shlex.split(line, comments=True) for line in script.split("\n")[:-1]]
    return [words for words in lines if words]


def run_steps(script: str) -> int:
    """Run the commands of a script line by line; return how many lines it has."""
    for words in _commands(script):
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    return len(script.splitlines())
