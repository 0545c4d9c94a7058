"""How many calls are made again without observers, and for how long?"""

from __future__ import annotations

# --- bare ---------------------------------------------------------------------------------------
MOST_CALLS = 25
#: How often the programs run before a difference is believed: chance makes some, too.
ROUNDS = 6

# --- runs ---------------------------------------------------------------------------------------
PATIENCE_S = 20.0
#: The new program gets this much longer than the old one took, or this many times as long.
LONGER_S, LONGER_TIMES = 5.0, 10.0
#: After the first time everything may take longer: the machine may have been busy.
MORE_TIMES = 4.0
