"""How many simulated runs are made, and for how long?"""

from __future__ import annotations

# --- guided -------------------------------------------------------------------------------------
#: Of the time that is left, what this engine takes in a project.
SHARE = 0.2

# --- investigation ------------------------------------------------------------------------------
#: Worlds that are sent together: the first few may decide, later ones learn from those before.
ROUNDS = (4, 12, 24, 40)
#: Runs without anything new after which it is no use to go on.
NOTHING_NEW = 150
#: A world that reached changed code is worth more of its kind, for so many runs without news.
STILL_WORTH = 10
#: A run that takes so many seconds may have imported something.
SLOW_S = 0.05
#: So often a world is shown again where a side does not agree with itself.
NOISY = 6
#: So many runs that do not end in time are enough, where no other run was of use.
MOST_LATE = 12

#: Rounds after which scouts look for a way to what has not run.
SCOUTED = (2, 4, 6)
#: Scouts of one side, where one after the other is stopped.
MOST_SCOUTS = 8
#: Lines that scouts look for one by one, and how far apart their seeds are.
MOST_TARGETS = 8
SCOUTS_APART = 7_919
#: What conditions come to that only one version has, likewise.
MOST_OUTCOMES = 4

# --- plainer ------------------------------------------------------------------------------------
#: Texts of a witness that plainer ones are tried for.
MOST_PLAIN = 8

# --- broken -------------------------------------------------------------------------------------
#: Code that stops in so many worlds, and in no other way, stops whatever it is given.
ALWAYS_STOPS = 8

# --- shortcuts ----------------------------------------------------------------------------------
#: So many tests and statements are passed over on one way, at most.
MOST_SHORTCUTS = 8
#: Worlds with the same shortcuts.
SHORTCUT_WORLDS = 32
#: Lines that shortcuts lead to, one by one.
MOST_SHORT_WAYS = 6

# --- snippet ------------------------------------------------------------------------------------
#: Seconds for one run; most take a few thousandths of that.
RUN_S = 1.0
#: Runs that are sent together: the first shows what there is to ask, later ones learn from it.
SNIPPET_ROUNDS = (1, 5, 8)
#: Runs without a new line after which it is no use to go on.
SNIPPET_NOTHING_NEW = 12
#: The runs of a round share a process: each process takes the text apart again.
BATCH_S = 1.0

# --- cells --------------------------------------------------------------------------------------
#: Seconds for one run; most take less than a thousandth of that.
CELLS_RUN_S = 0.5
LOAD_S = 5.0
#: Seconds of runs in one process: a world starts anew for each, and differences are shown again.
CELLS_BATCH_S = 0.25

# --- worlds -------------------------------------------------------------------------------------
#: A question with more options than this is about a value, not about a way to go.
FEW_OPTIONS = 4
#: So many worlds that were worth it are kept, and so many of them are varied first.
MOST_KEPT = 40
#: So many worlds that stopped are tried again with other kinds of values.
MOST_REDRAWN = 60
#: A kind of place is doubted once its values were to blame so often.
OFTEN_BLAMED = 3
#: So often a world that stopped is tried again with one value that would have led on.
MOST_MENDED = 6

# --- facts --------------------------------------------------------------------------------------
#: How likely something is true whose other value leads to an early way out, and the reverse.
GOES_ON = 0.85
#: Of a class these are left out: too unlikely to spend a run on.
LEAST = 0.01
MOST_LITERALS = 40
#: Containers and texts are made so large where the code compares their length with that.
MOST_LENGTH = 2_000
#: Where the code measures anything, texts are longer than numbers from here on that it names.
LONG, MOST_LONG = 16, 2
#: Keys of a mapping that are values of other places.
MOST_KEY_PATHS = 4

# --- setting ------------------------------------------------------------------------------------
#: How likely a call raises what the code around it expects.
FAILURE = 0.15

# --- runs ---------------------------------------------------------------------------------------
#: Nobody but a forger asks more, or has more to choose from.
MOST_CHOICES = 1_000
MOST_OPTIONS = 1_000
