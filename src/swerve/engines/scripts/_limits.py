"""How many usage examples are asked for and run, and for how long?"""

from __future__ import annotations

# --- running ------------------------------------------------------------------------------------
#: Rounds in which a difference has to show, the first one included.
ROUNDS = 3

# --- observing ----------------------------------------------------------------------------------
#: Seconds for one run of a script, and for making one smaller.
SCRIPT_S, REDUCE_S = 5.0, 20.0
#: Scripts that are looked at again and made smaller, for each pair.
MOST_WITNESSES = 3

# --- writing ------------------------------------------------------------------------------------
MOST_SCRIPTS = 60
#: Scripts that are sent back, since names in them are defined nowhere.
MOST_REPAIRS = 10
