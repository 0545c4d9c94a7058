# shows: import fails
# threat: time
# when: import
"""Never ends to be imported, in C code."""

import itertools

sum(itertools.repeat(0))
