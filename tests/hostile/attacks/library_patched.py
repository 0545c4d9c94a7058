# shows: returned 'patched'
# threat: interpreter
"""Replaces the functions of modules that the worker might use: copy, json, struct, os, socket."""

import copy
import io
import json
import os
import select
import signal
import socket
import struct
import threading
import types


def attack(place):
    def fail(*args, **kwargs):
        raise RuntimeError("patched")

    for module in (copy, io, json, os, select, signal, socket, struct, threading, types):
        for name, value in list(vars(module).items()):
            if callable(value) and not name.startswith("__") and not isinstance(value, type):
                setattr(module, name, fail)
    return "patched"
