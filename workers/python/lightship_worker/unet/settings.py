"""What a training has decided about itself. It stands in the checkpoint, so that another worker goes on with the same."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from lightship_worker.model.manifest import Manifest, parse_manifest

_FROM_0_TO_1 = {'kind': 'values', 'low': 0, 'high': 1, 'mean': 0, 'deviation': 1}
CLICK_CHANNELS = [{'name': name, 'acquisition': None, 'normalisation': _FROM_0_TO_1} for name in ('Clicks inside', 'Clicks outside', 'Mask so far')]


@dataclass(frozen=True)
class Settings:
    """Lists of three count columns, rows, slices.

    spacing: mm. patch, multiple: voxels. strides: of each level against the one before. kernels: of each level. widths: feature maps of each level.
    mirror: axes along which left and right may be exchanged. values: of the classes. clicks: the network corrects a mask by clicks.
    """

    engine: str
    seed: int
    classes: list[dict[str, Any]]
    channels: list[dict[str, Any]]
    spacing: list[float]
    patch: list[int]
    multiple: list[int]
    strides: list[list[int]]
    kernels: list[list[int]]
    widths: list[int]
    batch: int
    mirror: list[int]
    overlap: float
    rate: float
    precision: str
    memory_mb: int
    clicks: bool = False

    @property
    def inputs(self) -> list[dict[str, Any]]:
        """Channels of the input. A network for clicks also sees these, and the mask so far."""
        return [*self.channels, *(CLICK_CHANNELS if self.clicks else [])]

    @property
    def outputs(self) -> list[dict[str, Any]]:
        """Classes of the output. A network for clicks finds the one object that is meant, whatever its class."""
        return [{'value': 1, 'title': 'Clicked'}] if self.clicks else self.classes

    @property
    def values(self) -> list[int]:
        return [item['value'] for item in self.classes]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def manifest(self, trained_on: dict[str, Any] | None, training: str | None) -> Manifest:
        """How the network is run."""
        return parse_manifest(
            {
                'format': 1,
                'engine': 'onnx',
                'spacing': self.spacing,
                'channels': self.inputs,
                'patch': self.patch,
                'multiple': self.multiple,
                'overlap': self.overlap,
                'mirror': [] if self.clicks else self.mirror,
                'classes': self.outputs,
                **({'clicks': True} if self.clicks else {}),
                'trainedOn': trained_on,
                'training': training,
            }
        )


def settings_from_json(data: dict[str, Any]) -> Settings:
    return Settings(**data)
