# shows: returned 'silenced'
# threat: interpreter
# agrees: never
"""Replaces what loggers, files and folders are handled with, once it has used them."""

import builtins
import io
import logging
import os
import socket

from benign import SIDE


def attack(place):
    def lie(*args, **kwargs):
        return []

    with open("file", "w") as file:
        file.write(SIDE)
    logging.getLogger("logger").warning(SIDE)
    logging.Logger.handle = lie
    os.listdir = os.open = os.lstat = os.stat = os.readlink = os.read = lie
    io.open = builtins.open = socket.socket = lie
    return "silenced"
