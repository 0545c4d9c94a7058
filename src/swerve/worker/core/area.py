"""Where do answers go? Into memory that the parent shares, which no descriptor leads to.

A batch of jobs fills one area. Header, each number eight bytes, little-endian:

    0   how many jobs were begun
    8   how many answers are complete
    16  where the next answer goes
    24  how the batch ended (`RUNNING`, `FINISHED`, `EARLY`)

then the answers, one behind the other: four bytes of length, the bytes. Whoever runs in the batch
can write here what it likes: the parent checks every number, and believes nothing beyond the batch.
"""

from __future__ import annotations

from mmap import mmap
from struct import Struct

from .answers import Parts

HEADER_BYTES = 32
_NUMBER = Struct("<Q")
_LENGTH = Struct("<I")
_put_number = _NUMBER.pack_into
_put_length = _LENGTH.pack_into
_HEADER = Struct("<QQQQ")

#: The batch did not say that it ended: it runs, or the job that was begun last ended it.
RUNNING = 0
FINISHED = 1
#: The remaining jobs are to be run in a fresh process; nothing is wrong with them.
EARLY = 2


class Area:
    """The worker's view of an area."""

    def __init__(self, memory: mmap) -> None:
        self._memory = memory
        self._size = len(memory)
        self._begun = self._complete = 0
        self._position = HEADER_BYTES

    def clear(self) -> None:
        """Make room for the next batch."""
        self._begun = self._complete = 0
        self._position = HEADER_BYTES
        clear_area(self._memory)

    def begin(self) -> None:
        """Say that the next job begins."""
        self._begun += 1
        _put_number(self._memory, 0, self._begun)

    def put(self, answer: Parts) -> bool:
        """Write the answer of the job begun last; false when there is no room."""
        front, rest = answer
        start = self._position + 4
        middle = start + len(front)
        end = middle + len(rest)
        if end > self._size:
            return False
        memory = self._memory
        _put_length(memory, self._position, end - start)
        memory[start:middle] = front
        memory[middle:end] = rest
        self._position = end
        self._complete += 1
        _put_number(memory, 16, end)
        _put_number(memory, 8, self._complete)
        return True

    def take_back(self) -> None:
        """Say that the job begun last has not begun after all."""
        self._begun -= 1
        _put_number(self._memory, 0, self._begun)

    def end(self, how: int) -> None:
        """Say that the batch ended by itself."""
        _put_number(self._memory, 24, how)

    def begun(self) -> int:
        """How many jobs were begun, as the process that runs them says."""
        return jobs_begun(self._memory)


def clear_area(memory: mmap) -> None:
    """Leave nothing that could be taken for the answers of the next batch."""
    _HEADER.pack_into(memory, 0, 0, 0, HEADER_BYTES, RUNNING)


def jobs_begun(memory: mmap) -> int:
    """How many jobs were begun, as the batch says."""
    return int(_NUMBER.unpack_from(memory, 0)[0])


def read_area(memory: mmap, most: int) -> tuple[int, list[tuple[int, int]], int]:
    """The parent's view: jobs begun, where the answers start and end, how the batch ended.

    Never more than `most` answers.
    """
    begun, complete, _, how = _HEADER.unpack_from(memory, 0)
    answers = []
    position, size = HEADER_BYTES, len(memory)
    for _ in range(min(complete, most)):
        if position + 4 > size:
            break
        length = _LENGTH.unpack_from(memory, position)[0]
        start = position + 4
        if start + length > size:
            break
        answers.append((start, start + length))
        position = start + length
    return min(begun, most), answers, how
