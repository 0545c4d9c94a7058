"""How far are calls searched, and how are they drawn?"""

from __future__ import annotations

# --- generate -----------------------------------------------------------------------------------
#: Calls in each round: the first may decide, later ones start from what worked.
ROUNDS = (100, 200, 300, 300, 300, 300, 400, 400, 400, 400)
#: The same where tables are made, which takes time.
ROUNDS_OF_TABLES = (40, 60, 60, 80, 80, 100, 100, 150, 150, 200)
#: Rounds for a function that only uses what changed: what that does is seen there first.
FEW = 2
#: Runs that could not be compared, for each that could, beyond which nothing can be told.
MOST_UNCLEAR = 0.5
#: Calls that are handed on to other engines.
MOST_SEEDS = 40
MOST_GATHERED = 800
#: A first look takes no longer than this; most take a tenth.
QUICK_S = 1.0
#: Of the time that is left, what this engine takes.
SHARE = 0.15
#: The same where tables are made: others have little to say about them.
SHARE_OF_TABLES = 0.5

# --- search -------------------------------------------------------------------------------------
#: Calls that worked are varied; so many are remembered.
MOST_REMEMBERED = 60
#: So many differences are looked at again before the search goes on.
MOST_CANDIDATES = 6
SHRINK_S, SHRINK_CALLS = 2.0, 3_000
#: Seconds that there are for that at least.
CONFIRM_S = 1.0
#: Once there is one: so many are shown, and seconds to find them, and to make each smaller.
MOST_FOUND, MORE_S, SHRINK_MORE_S = 3, 0.4, 0.15
#: Rounds, or calls that did not end in time, after which it is no use where no call was of use.
ENOUGH, LATE = 2, 20
#: Tables lack what nobody knows the name of: so many calls at a time find out, so often.
TRY, MOST_TRIES = 12, 6
#: Seconds of work, after which a round that shows nothing new is the last, where all changed code
#: ran in calls that were compared.
IDLE_S = 1.5
#: Seconds of work after which it is no use where no call was of use.
VAIN_S = 2.0
#: Calls that are run before others: one that takes so many seconds may have imported something.
FIRST, SLOW_S = 8, 0.05
#: Calls that the old version refuses, where all are gathered: somebody may ask about them.
MOST_REFUSED = 100
#: Calls that do not end on the new side only, before one of them is waited for.
ENDLESS = 3

# --- calls --------------------------------------------------------------------------------------
#: How often, in a hundred, a call is one that worked, a little different.
MUTATED = 50
#: Classes of the module that are looked at.
MOST_CLASSES = 30

# --- arguments ----------------------------------------------------------------------------------
#: How often, in a hundred, an argument is left out that can be, is equal to another one, and is a
#: list of what could also be given one by one.
LEFT_OUT, EQUAL, AS_ONE = 40, 6, 6
#: How much of what is given was recorded.
RECORDED = 0.35

# --- receivers ----------------------------------------------------------------------------------
#: Of a class with many methods these are enough to change its state.
MOST_METHODS = 10
#: How often, in a hundred, something was done to an instance, and at most how much.
HAS_A_PAST, MOST_STEPS = 50, 3

# --- examples -----------------------------------------------------------------------------------
MOST_FILES, MOST_BYTES, MOST_CALLS = 60, 300_000, 200

# --- mutating -----------------------------------------------------------------------------------
#: A call of more parts than this is changed near its start.
MOST_PARTS = 300
#: How often each way to change a call is taken: a constant, a container, an argument, arguments
#: among each other.
WAYS = (55, 22, 15, 8)

# --- pools --------------------------------------------------------------------------------------
MOST_TEXTS, MOST_NUMBERS = 120, 60

# --- regions ------------------------------------------------------------------------------------

#: Calls without a difference that those with one are held against.
MOST_HELD = 60
