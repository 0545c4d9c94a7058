"""How do arrays become batches on a device?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - as everyone calls it

from swerve.facts.classes import CoarseClass, ValueClass
from swerve.predict.neural._shape import CLASSES

from ._dataset import HELD, STATIC, TRAIN
from ._torch_network import Batch

_COARSE = [list(CoarseClass).index(each.coarse) for each in ValueClass]
#: Lengths of batches are multiples of this.
_STEP = 16
_MOST_WINDOWS = 1024


class Data:
    """Everything on the device: windows, places, and what was seen there."""

    def __init__(self, path: Path, device: str) -> None:
        found = np.load(path)

        def take(name: str, kind: Any = np.int64) -> Tensor:
            return torch.tensor(found[name].astype(kind), device=device)

        self.device = device
        self.shapes = take("shapes")
        lexemes = take("lexemes")
        self.names = take("names")[lexemes]
        self.words = take("words")[lexemes]
        self.starts = take("starts")
        self.tokens = take("tokens")
        self.splits = take("splits")
        self.origins = take("origins")
        self.lengths = self.starts[1:] - self.starts[:-1]
        self._lengths = self.lengths.cpu().numpy()
        self._take_seen(take)
        self._take_windows()

    def _take_seen(self, take: Any) -> None:
        """Shares that training aims at, and the class seen most, for both granularities."""
        fine = torch.zeros(len(self.tokens), CLASSES, device=self.device)
        where = take("seen_place"), take("seen_class")
        fine.index_put_(where, take("seen_count", np.float32), accumulate=True)
        #: Which coarse class each fine one belongs to.
        self.groups = F.one_hot(torch.tensor(_COARSE, device=self.device)).float()
        coarse = fine @ self.groups
        self.best_fine, self.best_coarse = fine.argmax(-1), coarse.argmax(-1)
        self.is_coarse_only = (self.origins == STATIC) & ((fine > 0).sum(-1) > 1)
        # Roots: what was seen a thousand times in a loop is not all there is.
        self.fine, self.coarse = _shares(fine.sqrt()), _shares(coarse.sqrt())

    def _take_windows(self) -> None:
        """Which places each window has, and what it is for."""
        count = len(self.lengths)
        window = torch.searchsorted(self.starts, self.tokens, right=True) - 1
        self._order = torch.argsort(window, stable=True)
        numbers = torch.arange(count + 1, device=self.device)
        self._first = torch.searchsorted(window[self._order], numbers)
        splits = torch.zeros(count, dtype=torch.long, device=self.device)
        splits[window] = torch.where(self.splits == HELD, TRAIN, self.splits)
        static = torch.zeros(count, dtype=torch.bool, device=self.device)
        static[window] = self.origins == STATIC
        self._window_splits, self._is_static = splits.cpu().numpy(), static.cpu().numpy()

    def windows(self, split: int, *, static: bool = False) -> np.ndarray[Any, Any]:
        """The numbers of windows that are for something; held places are among the others."""
        wanted = TRAIN if split == HELD else split
        return np.flatnonzero((self._window_splits == wanted) & (self._is_static == static))

    def batches(
        self, windows: np.ndarray[Any, Any], most: int, *, shuffle: bool
    ) -> Iterator[tuple[Batch, Tensor]]:
        """Windows of like length together, at most so many tokens; each with its places."""
        lengths = self._lengths[windows].astype(float)
        if shuffle:
            lengths += np.random.rand(len(windows)) * _STEP
        windows = windows[np.argsort(lengths)]
        parts = []
        first = 0
        while first < len(windows):
            last = min(first + _MOST_WINDOWS, len(windows))
            while (
                last > first + 1
                and (last - first) * self._lengths[windows[first:last]].max() > most
            ):
                last -= max(1, (last - first) // 16)
            parts.append(windows[first:last])
            first = last
        order = np.random.permutation(len(parts)) if shuffle else range(len(parts))
        for number in order:
            yield self._batch(torch.tensor(parts[number], device=self.device))

    def _batch(self, windows: Tensor) -> tuple[Batch, Tensor]:
        lengths, starts = self.lengths[windows], self.starts[windows]
        width = -(-int(lengths.max()) // _STEP) * _STEP
        line = torch.arange(width, device=self.device)
        mask = line[None] < lengths[:, None]
        index = (starts[:, None] + line[None]).clamp(max=len(self.shapes) - 1)
        counts = self._first[windows + 1] - self._first[windows]
        rows = torch.repeat_interleave(torch.arange(len(windows), device=self.device), counts)
        offsets = torch.arange(len(rows), device=self.device)
        offsets -= torch.repeat_interleave(counts.cumsum(0) - counts, counts)
        numbers = self._order[self._first[windows][rows] + offsets]
        batch = Batch(
            shapes=torch.where(mask, self.shapes[index], 0),
            names=torch.where(mask, self.names[index], 0),
            words=torch.where(mask[..., None], self.words[index], 0),
            mask=mask,
            places=rows * width + self.tokens[numbers] - starts[rows],
        )
        return batch, numbers


def _shares(counts: Tensor) -> Tensor:
    return counts / counts.sum(-1, keepdim=True).clamp(min=1e-9)
