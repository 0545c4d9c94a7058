# shows: imported | import fails
# threat: interpreter
# when: import
"""Replaces builtins and library functions before any call, in the process that all calls fork from."""

import builtins
import json
import os
import socket
import struct


def fail(*args, **kwargs):
    raise RuntimeError("patched")


for module in (json, socket, struct):
    for name, value in list(vars(module).items()):
        if callable(value) and not name.startswith("__"):
            setattr(module, name, fail)
for name in ("len", "isinstance", "print", "open", "sorted", "map"):
    setattr(builtins, name, fail)
for name in ("write", "read", "close", "waitpid", "kill", "_exit", "fork", "listdir"):
    setattr(os, name, fail)
