# shows: returned 'hooked' | raised RuntimeError
# threat: interpreter
"""Hooks into every line that runs, those of the worker too."""

import sys
import threading


def hook(frame, event, argument):
    raise RuntimeError("hooked")


def attack(place):
    threading.settrace(hook)
    threading.setprofile(hook)
    frame = sys._getframe(1)
    while frame is not None:
        frame.f_trace = hook
        frame = frame.f_back
    sys.excepthook = sys.unraisablehook = sys.displayhook = hook
    sys.settrace(hook)
    return "hooked"
