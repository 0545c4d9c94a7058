# The text is stripped before it is handed to tee, and two messages land in one line.
# function: append_messages
# shows: append_messages("mail.log", ["first", "second"])
# effect: process

import subprocess


def append_messages(log, messages):
    sent = 0
    for message in messages:
        if not message.strip():
            continue
        subprocess.run(
            ["tee", "-a", log],
            input=message.strip() + "\n",
            text=True,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        sent += 1
    return sent
# --- new ---
import subprocess


def _pipe(command, text):
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    ) as process:
        process.communicate(input=text)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)


def append_messages(log, messages):
    texts = [message.strip() for message in messages]
    kept = [text for text in texts if text]
    for text in kept:
        _pipe(["tee", "-a", log], text)
    return len(kept)
