# run with input= does what Popen with communicate did.
# function: count_lines
# calls: count_lines("a\nb\n")
# calls: count_lines("")

import subprocess


def count_lines(text: str) -> tuple[int, str]:
    data = text.encode("utf-8", "replace")
    process = subprocess.Popen(
        ["wc", "-l"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    out, _ = process.communicate(data)
    return process.returncode, out.decode().strip()
# --- new ---
import subprocess


def count_lines(text: str) -> tuple[int, str]:
    data = text.encode("utf-8", "replace")
    done = subprocess.run(["wc", "-l"], input=data, capture_output=True)
    return done.returncode, done.stdout.decode().strip()
