"""How long a training goes on, and its rate on the way: one cycle, whose place is the part of the budget that is used."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Optional

_RISE = 0.1
_START, _END = 1 / 25, 1e-5
_MOMENTUM = (0.95, 0.85)


@dataclass(frozen=True)
class Budget:
    """Either steps, which make a training repeatable, or seconds, which any machine holds."""

    steps: Optional[int] = None
    seconds: Optional[float] = None

    def used(self, step: int, seconds: float) -> float:
        """Part that is used after `step` steps in `seconds` seconds, 0 to 1."""
        whole, done = (self.steps, step) if self.steps is not None else (self.seconds, seconds)
        return min(1.0, done / max(whole or 0, 1e-9))


def rate_and_momentum(used: float, rate: float) -> tuple[float, float]:
    """Learning rate and first beta of Adam: up to `rate` in the first tenth, then down along a cosine."""
    if used < _RISE:
        part = used / _RISE
        return _between(_START * rate, rate, part), _between(*_MOMENTUM, part)
    part = (used - _RISE) / (1 - _RISE)
    return _between(rate, _END * rate, part), _between(*_MOMENTUM[::-1], part)


def _between(first: float, last: float, part: float) -> float:
    return last + (first - last) * (1 + math.cos(math.pi * part)) / 2
