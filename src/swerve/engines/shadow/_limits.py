"""How long does the solver explore, and how many of its calls are run?"""

from __future__ import annotations

# --- shadow -------------------------------------------------------------------------------------
SHRINK_S, SHRINK_CALLS = 1.0, 1_000
#: Of the time that is left, what this engine takes; with less than so many seconds it does not run.
SHARE, LEAST_S = 0.12, 0.4
#: The same where all changed code has run in calls that behaved alike.
SHARE_AFTER_ALL = 0.04
#: Where importing the modules takes longer, it does not run, unless effort is deep.
MOST_IMPORT_S = 1.0
MOST_CALLS = 60
#: Seconds in which to look for other ways to part, once there is one; so many are told.
MORE_S, MOST_WITNESSES = 0.5, 3
#: Calls for other engines to start from.
MOST_INSIDE = 20

# --- explorer/paths -----------------------------------------------------------------------------
#: So often the search may break, and is begun anew.
MOST_FAILURES = 3
#: So many inputs are told that part at a change and end alike.
PATHS_MOST_INSIDE = 5
#: Seconds for one path in solver and code, at least and at most; no path takes a whole turn twice.
LEAST_PATH_S, MOST_PATH_S = 0.3, 0.5
#: Seconds for whatever does not heed that.
ALARM_S = 3.0

# --- explorer/main ------------------------------------------------------------------------------
#: Seconds that a skeleton gets in its first turn; twice as many in each later one.
FIRST_TURN_S = 0.2
MOST_SKELETONS = 12
#: Paths without a result, after which it is no use to go on unless as many had one.
VAIN_PATHS = 3

# --- explorer/parting ---------------------------------------------------------------------------
MOST_ITEMS = 50
MOST_DEPTH = 12
