"""How many tests and calls are observed, and for how long?"""

from __future__ import annotations

# --- errands --------------------------------------------------------------------------------------
#: Calls of one function that are observed in one test, and in all tests of one process.
MOST_CALLS, MOST_IN_ALL = 50, 500
#: Of the time of all tests, one may take this part; within bounds.
TEST_PART, TEST_S = 4, (1.0, 10.0)
#: A suite that is late loses the test that runs.
GRACE_S = 0.5

# --- rounds ---------------------------------------------------------------------------------------
#: So often tests are run on after one of them has ended the process.
MOST_DEATHS = 3
LEAST_S = 1.0

# --- judging --------------------------------------------------------------------------------------
#: Tests that are run again for one pair, and those of them that flip.
MOST_AGAIN, MOST_FLIPS = 3, 4
#: How often a test is to be seen again before what it shows is no noise; one that the change edits
#: and that passes on one side only is meant to tell them apart.
LEAST_AGAIN, LEAST_AGAIN_EDITED = 2, 1
MOST_RECORDED = 300
MOST_DIFFERING = 20

# --- observing ------------------------------------------------------------------------------------
#: Part of the time after which no more test files are begun; the rest is for seeing things again.
FIRST_SHARE = 0.7
#: At least so long, however late it is: what was found is worth nothing unless it is seen again.
AGAIN_S = 3.0
MOST_NEWER = 20
#: For other tests of a file, once those that come with the change tell the sides apart.
OTHERS_S = 1.0
#: Part of the time that is there at least for edited tests as they were.
LAST_SHARE = 0.3
#: Test files that run first.
FIRST_FILES = 2
#: So often files may run, one batch after the other, in which nothing calls a changed function.
MOST_IN_VAIN = 2
#: Bytes of a tree in which it is noted what each test runs, for the next time; in a larger one that
#: takes longer than the tests do.
MOST_MARKED = 4_000_000
#: Tests that call a function, after which no more of them run for it; and after which no other
#: test files are begun.
ENOUGH_TESTS, MANY_TESTS = 20, 5

# --- touching -------------------------------------------------------------------------------------
FAR = 1000
