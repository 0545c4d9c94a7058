# shows: returned 'set'
# threat: interpreter
"""Sets everything that can be set: recursion, switching, integers, warnings, memory tracing."""

import sys
import tracemalloc
import warnings


def attack(place):
    sys.setrecursionlimit(60)
    sys.setswitchinterval(100)
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(640)
    warnings.simplefilter("error")
    warnings.showwarning = None
    tracemalloc.start()
    sys.dont_write_bytecode = False
    return "set"
