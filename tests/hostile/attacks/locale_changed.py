# shows: returned | raised locale.Error
# threat: surroundings
"""Changes the locale, by every way there is."""

import locale
import os
import time


def attack(place):
    os.environ["LC_ALL"] = os.environ["LANG"] = "de_DE.UTF-8"
    os.environ["TZ"] = "Asia/Kathmandu"
    time.tzset()
    for name in ("de_DE.UTF-8", "C", "POSIX"):
        try:
            locale.setlocale(locale.LC_ALL, name)
        except locale.Error:
            pass
    return "changed"
