"""The network as it is trained; `predict.neural` has it again, in numpy, as it is used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - as everyone calls it

from swerve.predict.neural._shape import BUCKETS, CLASSES, Shape, buckets_of_distances


@dataclass(slots=True)
class Batch:
    """Windows side by side, padded; places by their place in the flat batch."""

    shapes: Tensor
    names: Tensor
    words: Tensor
    mask: Tensor
    places: Tensor


class Layer(nn.Module):
    """Attention to everything, with a look at the neighbours before."""

    def __init__(self, shape: Shape, dropout: float) -> None:
        super().__init__()
        self.heads = shape.heads
        self.before = nn.RMSNorm(shape.width, eps=1e-6)
        self.neighbours = nn.Parameter(torch.zeros(3, shape.width))
        with torch.no_grad():
            self.neighbours[1] = 1.0
        self.inward = nn.Linear(shape.width, 3 * shape.width, bias=False)
        self.distance = nn.Parameter(torch.zeros(BUCKETS, shape.heads))
        self.outward = nn.Linear(shape.width, shape.width, bias=False)
        self.between = nn.RMSNorm(shape.width, eps=1e-6)
        self.wide = nn.Linear(shape.width, shape.inner)
        self.narrow = nn.Linear(shape.inner, shape.width, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, mask: Tensor, buckets: Tensor) -> Tensor:
        """One layer further."""
        count, length, width = x.shape
        y = self.before(x) * mask[..., None]  # beyond the end there is nothing
        left = F.pad(y, (0, 0, 1, 0))[:, :-1]
        right = F.pad(y, (0, 0, 0, 1))[:, 1:]
        y = left * self.neighbours[0] + y * self.neighbours[1] + right * self.neighbours[2]
        q, k, v = self.inward(y).view(count, length, 3, self.heads, width // self.heads).unbind(2)
        bias = self.distance[buckets].permute(2, 0, 1).unsqueeze(0).to(q.dtype)
        bias = bias.masked_fill(~mask[:, None, None, :], -1e4).expand(count, -1, -1, -1)
        seen = F.scaled_dot_product_attention(
            q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2), attn_mask=bias.contiguous()
        )
        x = x + self.dropout(self.outward(seen.transpose(1, 2).reshape(count, length, width)))
        return x + self.dropout(self.narrow(F.relu(self.wide(self.between(x)))))


class TorchNetwork(nn.Module):
    """Tokens in, classes of what places read out."""

    def __init__(self, shape: Shape, dropout: float = 0.1) -> None:
        super().__init__()
        self.shape = shape
        self.shapes = nn.Embedding(shape.shapes, shape.width)
        self.names = nn.Embedding(shape.names, shape.narrow, padding_idx=0)
        self.words = nn.Embedding(shape.words, shape.narrow, padding_idx=0)
        self.widen = nn.Linear(shape.narrow, shape.width, bias=False)
        self.layers = nn.ModuleList(Layer(shape, dropout) for _ in range(shape.layers))
        self.after = nn.RMSNorm(shape.width, eps=1e-6)
        self.classes = nn.Linear(shape.width, CLASSES)
        self.guess = nn.Linear(shape.width, shape.narrow)  # names that were hidden; not shipped
        self.dropout = nn.Dropout(dropout)
        nn.init.normal_(self.shapes.weight, std=0.02)
        for table in (self.names, self.words):
            nn.init.normal_(table.weight, std=0.5 / shape.narrow**0.5)
        with torch.no_grad():
            self.names.weight[0] = 0
            self.words.weight[0] = 0

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """The scores of the classes at all places, and what every token came to."""
        many = (batch.words > 0).sum(-1, keepdim=True).clamp(min=1)
        lexical = self.names(batch.names) + self.words(batch.words).sum(-2) / many
        x = self.dropout(self.shapes(batch.shapes) + self.widen(lexical))
        length = x.shape[1]
        buckets = buckets_tensor(length, x.device)
        for layer in self.layers:
            x = layer(x, batch.mask, buckets)
        x = self.after(x)
        return self.classes(x.reshape(-1, x.shape[-1])[batch.places]), x


_BUCKETS: dict[Any, Tensor] = {}


def buckets_tensor(length: int, device: Any) -> Tensor:
    """For each pair of tokens, the number of their distance."""
    known = _BUCKETS.get((length, device))
    if known is None:
        line = torch.tensor(buckets_of_distances(length), device=device)
        index = torch.arange(length, device=device)
        known = line[index[None, :] - index[:, None] + length - 1]
        _BUCKETS[length, device] = known
    return known
