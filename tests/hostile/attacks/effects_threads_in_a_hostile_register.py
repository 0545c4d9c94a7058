# shows: returned 'started'
# threat: values
# agrees: never
"""Has the register of threads raise whenever it is asked."""

import threading
import time


class Hostile(dict):
    def get(self, name, default=None):
        raise ValueError

    __getitem__ = __iter__ = items = values = get


def attack(place):
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    threading._active = Hostile(threading._active)
    return "started"
