"""How many tests and calls are observed, and for how long?"""

from __future__ import annotations

# --- replay -------------------------------------------------------------------------------------
#: Seconds that tests may run where all is decided: what they show may still be told better. And
#: how often beside that what they import may be imported, on a busy machine and rewritten.
DECIDED_S, DECIDED_IMPORTS = 3.0, 3.0

# --- remaking -----------------------------------------------------------------------------------
#: What a call of a test may take: longer than one that was made up.
CALL_S = 1.0
#: Differences that are looked at again, before it is taken for noise.
MOST_CANDIDATES = 6
SHRINK_S, SHRINK_CALLS = 2.0, 2_000
#: Bytes of a call that a person takes in as it is.
SMALL = 200
