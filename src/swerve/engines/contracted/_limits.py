"""How far are calls searched that a contract speaks of?"""

from __future__ import annotations

# --- aiming -------------------------------------------------------------------------------------
#: Calls that are nearest, which the next ones start from; calls in a round, and rounds.
NEAREST, A_ROUND, ROUNDS = 12, 120, 8
MOST_PLANTED = 4
MOST_TRIED = 4_000
MOST_A_NAME = 60

# --- search -------------------------------------------------------------------------------------
SHRINK_S, SHRINK_CALLS = 2.0, 600
#: Calls that are judged together.
SEARCH_A_ROUND = 100
MOST_WITNESSES = 3
#: Seconds to look for a call of one case.
AIM_S = 3.0

# --- solving ------------------------------------------------------------------------------------
LIMIT_MS = 500

# --- contracted ---------------------------------------------------------------------------------
MOST_CALLS = 600

# --- repaired -----------------------------------------------------------------------------------
#: Ways to fill new parameters: those that each case asks for, and the default.
MOST_WAYS = 4
