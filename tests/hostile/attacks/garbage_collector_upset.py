# shows: returned
# threat: interpreter
"""Turns the garbage collector off, has it debug, and calls back into target code."""

import gc


def explode(phase, info):
    raise RuntimeError(phase)


def attack(place):
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.set_threshold(1, 1, 1)
    gc.callbacks.append(explode)
    gc.unfreeze()
    gc.enable()
    return [[] for _ in range(100)]
