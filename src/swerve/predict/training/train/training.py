"""Train the network on one GPU, from arrays that `swerve model train --prepare` made.

    python -m swerve.predict.training.train.training ARRAYS DIR [NAME=VALUE ...]

Leaves checkpoints as it goes, takes up where it was cut off, and reports after every epoch. Needs
torch and numpy, and of swerve only what they need.
"""

from __future__ import annotations

import json
import math
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - as everyone calls it

from swerve.model.errors import BadUsage
from swerve.model.writing import make_folder, opened_bytes, write_file
from swerve.predict.neural._rows import NUMBER_OF_SHAPE
from swerve.predict.neural._shape import Shape
from swerve.predict.neural.file import checksum, read, write

from ._dataset import HELD, SPLITS, STATIC, TESTS, TRAIN, TRIAL, UNSEEN, lexicon_of
from ._recipe import Recipe, recipe_of
from ._torch_data import Data
from ._torch_network import Batch, TorchNetwork

_CODE, _COLON = NUMBER_OF_SHAPE["|code|"], NUMBER_OF_SHAPE[":"]
_FAR = 1 << 30


def train(recipe: Recipe) -> Path:
    """Train, and leave weights, their checksum and a report; the weights' path is given."""
    out = Path(recipe.out)
    make_folder(out)
    checkpoint = out / f"{recipe.name}.checkpoint"
    run = _Run(recipe, checkpoint)
    report = run.report(out / f"{recipe.name}.log.jsonl")
    weights = out / f"{recipe.name}.bin"
    write(weights, run.network.shape, run.lexicon, run.weights())
    write_file(weights.with_suffix(".sha256"), f"{checksum(weights)}  {weights.name}\n")
    told = {"recipe": asdict(recipe), "shape": asdict(run.network.shape), "report": report}
    write_file(weights.with_suffix(".json"), json.dumps(told, indent=1))
    checkpoint.unlink(missing_ok=True)
    return weights


class _Run:
    def __init__(self, recipe: Recipe, checkpoint: Path) -> None:
        torch.manual_seed(recipe.seed)
        np.random.seed(recipe.seed)
        device = "cuda" if torch.cuda.is_available() else "cpu"
        self._recipe = recipe
        self._checkpoint = checkpoint
        self._data = Data(Path(recipe.arrays), device)
        with np.load(recipe.arrays) as arrays:
            self.lexicon = lexicon_of(arrays)
        shape = Shape(
            names=self.lexicon.number_of_names,
            words=self.lexicon.number_of_words,
            width=recipe.width,
            narrow=recipe.narrow,
            inner=recipe.inner,
            heads=recipe.heads,
            layers=recipe.layers,
        )
        self.network = TorchNetwork(shape, recipe.dropout).to(device)
        if recipe.start:
            self.network.load_state_dict(_weights_in(Path(recipe.start)), strict=False)
        parameters = list(self.network.parameters())
        self._optimizer = torch.optim.AdamW(
            [
                {"params": [p for p in parameters if p.ndim > 1], "weight_decay": recipe.decay},
                {"params": [p for p in parameters if p.ndim <= 1], "weight_decay": 0.0},
            ],
            lr=recipe.rate,
            betas=(0.9, 0.98),
        )
        self._average = {name: each.clone() for name, each in self.network.state_dict().items()}
        self._observed = self._data.windows(TRAIN)
        self._static = self._data.windows(TRAIN, static=True)
        self._step, self._epoch, self._began = 0, 0, time.monotonic()
        self._resume()

    def report(self, log: Path) -> list[dict[str, Any]]:
        """Train to the end; a line for each epoch."""
        lines = _lines_before(log, self._epoch)
        _write_lines(log, lines)
        while self._progress() < 1.0:
            line: dict[str, Any] = {"epoch": self._epoch + 1, "loss": round(self._train(), 4)}
            self._epoch += 1
            line |= {"step": self._step, "seconds": round(time.monotonic() - self._began)}
            is_over = self._progress() >= 1.0
            is_measured = is_over or self._epoch % self._recipe.every == 0
            if is_measured:
                # Projects for the end are measured there only, not while a run can be steered.
                splits = (HELD, TRIAL, UNSEEN) if is_over else (HELD, TRIAL)
                line |= self._measured(splits)
            lines.append(line)
            _write_lines(log, lines)
            if is_measured:
                self._keep()
            print(json.dumps(line), flush=True)  # noqa: T201 - who trains wants to see it
        return lines

    def weights(self) -> dict[str, np.ndarray[Any, Any]]:
        """The average, without what only training needs."""
        return {
            name: value.float().cpu().numpy()
            for name, value in self._average.items()
            if not name.startswith("guess")
        }

    def _progress(self) -> float:
        by_time = (time.monotonic() - self._began) / (self._recipe.seconds or _FAR)
        return max(by_time, self._epoch / self._recipe.epochs)

    def _train(self) -> float:
        """One epoch; the mean loss."""
        recipe = self._recipe
        share = recipe.static_share if self._progress() < recipe.static_until else 0.0
        static = np.random.permutation(self._static)[: int(len(self._static) * share)]
        windows = np.concatenate([self._observed, static])
        losses = []
        for batch, numbers in self._data.batches(windows, recipe.batch, shuffle=True):
            progress = self._progress()
            if progress >= 1.0:
                break
            cosine = 0.02 + 0.49 * (1 + math.cos(math.pi * progress))
            for group in self._optimizer.param_groups:
                group["lr"] = recipe.rate * cosine * min(1.0, (self._step + 1) / recipe.warmup)
            with self._half_precision():
                loss = self._loss(batch, numbers)
            self._optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
            self._optimizer.step()
            self._step += 1
            keep = min(recipe.average, (1 + self._step) / (10 + self._step))
            with torch.no_grad():
                state = self.network.state_dict()
                for name, value in self._average.items():
                    value.lerp_(state[name], 1 - keep)
            losses.append(loss.detach())
        return float(torch.stack(losses).mean()) if losses else 0.0

    def _loss(self, batch: Batch, numbers: Tensor) -> Tensor:
        """How far the answers are from what was seen, fine and coarse, and guesses from names."""
        recipe, data = self._recipe, self._data
        names = batch.names
        hidden = self._hide(batch)
        scores, tokens = self.network(batch)
        fine = F.log_softmax(scores.float(), -1)
        groups = data.groups.T[None] == 0
        coarse = torch.logsumexp(fine[:, None, :].masked_fill(groups, -1e4), -1)
        off_fine = -(data.fine[numbers] * fine).sum(-1) * ~data.is_coarse_only[numbers]
        off_coarse = -(data.coarse[numbers] * coarse).sum(-1)
        weight = (data.splits[numbers] == TRAIN).float()
        weight = weight * torch.where(data.origins[numbers] == STATIC, recipe.static_weight, 1.0)
        loss = ((off_fine + off_coarse) * weight).sum() / weight.sum().clamp(min=1)
        if recipe.guess and bool(hidden.any()):
            table = self.network.names.weight
            guesses = self.network.guess(tokens[hidden]) @ table.T.to(tokens.dtype)
            loss = loss + recipe.guess * F.cross_entropy(guesses.float(), names[hidden])
        return loss

    def _hide(self, batch: Batch) -> Tensor:
        """Hide some names, and now and then what comes before the code, or the function's head."""
        recipe, device = self._recipe, batch.shapes.device
        names = batch.names
        # A name that is hidden once is hidden wherever it stands in the window.
        luck = torch.rand(len(names), self.network.shape.names, device=device).gather(1, names)
        hidden = (luck < recipe.hide) & (names > 0)
        batch.names = names.masked_fill(luck < recipe.hide + recipe.strange, 0)
        batch.words = batch.words.masked_fill(hidden[..., None], 0)
        line = torch.arange(batch.shapes.shape[1], device=device)[None]
        code = (batch.shapes == _CODE).int().argmax(1, keepdim=True)
        colon = ((batch.shapes == _COLON) & (line > code)).int().argmax(1, keepdim=True)
        chance = torch.rand(len(batch.shapes), 1, device=device)
        nothing = torch.full_like(code, -1)
        until = torch.where(chance < recipe.bare, code, nothing)
        until = torch.where(chance < recipe.bare / 2, colon, until)
        has_place = torch.zeros(batch.shapes.numel(), dtype=torch.bool, device=device)
        has_place[batch.places] = True
        first = torch.where(has_place.view(batch.shapes.shape), line, _FAR).amin(1, keepdim=True)
        batch.mask = batch.mask & (line > torch.minimum(until, first - 1))
        return hidden

    @torch.no_grad()
    def _measured(self, splits: tuple[int, ...]) -> dict[str, dict[str, float]]:
        """How often the average is right, at its first guess or among its first few."""
        kept = {name: value.clone() for name, value in self.network.state_dict().items()}
        self.network.load_state_dict(self._average)
        self.network.eval()
        found = {SPLITS[split]: self._accuracy(split) for split in splits}
        self.network.load_state_dict(kept)
        self.network.train()
        return found

    def _accuracy(self, split: int) -> dict[str, float]:
        data = self._data
        hits: dict[str, list[Tensor]] = {}
        for batch, numbers in data.batches(data.windows(split), 65536, shuffle=False):
            with self._half_precision():
                scores, _ = self.network(batch)
            mine = data.splits[numbers] == split
            numbers, shares = numbers[mine], F.softmax(scores.float(), -1)[mine]
            in_tests = data.origins[numbers] == TESTS
            for name, given, right in (
                ("fine", shares, data.best_fine),
                ("coarse", shares @ data.groups, data.best_coarse),
            ):
                first = given.topk(5, -1).indices == right[numbers][:, None]
                for k in (1, 3, 5):
                    hits.setdefault(f"{name} top-{k}", []).append(first[:, :k].any(-1))
                hits.setdefault(f"{name} in code", []).append(first[~in_tests, 0])
                hits.setdefault(f"{name} in tests", []).append(first[in_tests, 0])
        whole = {name: torch.cat(each).float() for name, each in hits.items()}
        events = len(whole.get("fine top-1", ()))
        shares = {name: 100 * float(each.mean()) for name, each in whole.items() if len(each)}
        return {name: round(share, 2) for name, share in shares.items()} | {"events": events}

    def _half_precision(self) -> Any:
        return torch.autocast(
            self._data.device, torch.bfloat16, enabled=self._data.device == "cuda"
        )

    def _keep(self) -> None:
        state = {
            "network": self.network.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "average": self._average,
            "done": (self._step, self._epoch, time.monotonic() - self._began),
        }
        with opened_bytes(self._checkpoint) as file:
            torch.save(state, file)

    def _resume(self) -> None:
        if self._checkpoint.exists():
            kept = torch.load(self._checkpoint, self._data.device, weights_only=True)
            try:
                self.network.load_state_dict(kept["network"])
            except RuntimeError:
                raise BadUsage(
                    f"{self._checkpoint} is from another network or other data.",
                    "Train with the same settings, use another `name`, or delete that file.",
                ) from None
            self._optimizer.load_state_dict(kept["optimizer"])
            self._average = kept["average"]
            self._step, self._epoch, seconds = kept["done"]
            self._began = time.monotonic() - seconds
            torch.manual_seed(self._recipe.seed + self._epoch)  # not the luck of the start again
            np.random.seed(self._recipe.seed + self._epoch)


def _weights_in(path: Path) -> dict[str, Tensor]:
    """What a file of weights holds, to train on; it has no weights that only training needs."""
    _, _, arrays = read(path)
    found = {}
    for name, value in arrays.items():
        if not name.endswith("/scale"):
            scale = arrays.get(f"{name}/scale", np.ones(1, np.float32))
            found[name] = torch.tensor(value * scale.reshape(-1, *[1] * (value.ndim - 1)))
    return found


def _write_lines(log: Path, lines: list[dict[str, Any]]) -> None:
    write_file(log, "".join(f"{json.dumps(line)}\n" for line in lines))


def _lines_before(log: Path, epoch: int) -> list[dict[str, Any]]:
    """What was reported until a checkpoint."""
    known = map(json.loads, log.read_text().splitlines()) if log.exists() else ()
    return [line for line in known if line["epoch"] <= epoch]


if __name__ == "__main__":
    train(recipe_of(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]))
