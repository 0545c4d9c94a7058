"""How long may a proof take, and how far are loops and paths followed?"""

from __future__ import annotations

# --- prove --------------------------------------------------------------------------------------
#: Of the time that is left, what a proof may take, and at most so many seconds.
SHARE, LONGEST_S = 0.08, 10.0
#: The same in a project, where others wait: what can be proved at all mostly takes less.
FIRST_SHARE = 0.04
SHRINK_S, SHRINK_CALLS = 1.0, 1_000

# --- solver/concrete ----------------------------------------------------------------------------
#: More iterations than any call that is worth trying takes.
MOST_ROUNDS = 300

# --- solver/suspects ----------------------------------------------------------------------------
#: More iterations than a call that is worth following takes.
SUSPECTS_MOST_ROUNDS = 60

# --- solver/path --------------------------------------------------------------------------------
#: Milliseconds for one question to the solver.
PATIENCE_MS = 400

# --- solver/proving -----------------------------------------------------------------------------
#: Iterations of each loop that are followed one by one.
BOUND = 4
SHARE_OF_SAMPLES = 0.3

# --- solver/machine -----------------------------------------------------------------------------
#: Ways part at most so often for one question.
MOST_FORKS = 6000

# --- solver/product -----------------------------------------------------------------------------
#: Guesses about one pair of loops before they are given up.
MOST_GUESSES = 40
#: Possible differences to look at before the best is taken.
MOST_DIFFERENCES = 6

# --- lowering/calls -----------------------------------------------------------------------------
#: Functions inside functions that are put in place.
DEEPEST = 4

# --- solver/inputs ------------------------------------------------------------------------------
COUNT = 60
