"""A 3-D U-Net: two convolutions with instance norm on each level, maximum pooling down, transposed convolutions up."""

from __future__ import annotations

from typing import Sequence

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from lightship_worker.unet.settings import Settings


class UNet(nn.Module):
    """[batch, channels, slices, rows, columns] to logits [batch, classes + 1, …]. Sizes are multiples of the product of the strides."""

    def __init__(self, channels: int, classes: int, widths: Sequence[int], strides: Sequence[Sequence[int]], kernels: Sequence[Sequence[int]]) -> None:
        super().__init__()
        levels = range(len(widths))
        # Settings count columns first, arrays slices first.
        self.strides = [tuple(stride[::-1]) for stride in strides]
        shapes = [tuple(kernel[::-1]) for kernel in kernels]
        self.down = nn.ModuleList(_block(channels if level == 0 else widths[level - 1], widths[level], shapes[level]) for level in levels)
        upwards = list(levels)[:0:-1]
        self.up = nn.ModuleList(nn.ConvTranspose3d(widths[i], widths[i - 1], self.strides[i], self.strides[i]) for i in upwards)
        self.join = nn.ModuleList(_block(2 * widths[i - 1], widths[i - 1], shapes[i - 1]) for i in upwards)
        self.last = nn.Conv3d(widths[0], classes + 1, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        skipped = []
        for level, block in enumerate(self.down):
            x = block(F.max_pool3d(x, self.strides[level], self.strides[level]) if level else x)
            skipped.append(x)
        skipped.pop()
        for up, join in zip(self.up, self.join):
            x = join(torch.cat([up(x), skipped.pop()], 1))
        return self.last(x)


def network_of(settings: Settings) -> UNet:
    return UNet(len(settings.inputs), len(settings.outputs), settings.widths, settings.strides, settings.kernels)


def bytes_per_voxel(widths: Sequence[int], strides: Sequence[Sequence[int]]) -> float:
    """Memory of a training step for each voxel of a patch, about: measured with PyTorch 1.13, eleven maps of 4 bytes for each feature map of a level."""
    voxels, total = 1.0, 0.0
    for width, stride in zip(widths, strides):
        voxels /= float(np.prod(stride))
        total += width * voxels * 2 * 4 * 11
    return total


def _block(inputs: int, outputs: int, kernel: tuple[int, ...]) -> nn.Sequential:
    padding = tuple(size // 2 for size in kernel)
    layers: list[nn.Module] = []
    for channels in (inputs, outputs):
        layers += [
            nn.Conv3d(channels, outputs, kernel, padding=padding, bias=False),
            nn.InstanceNorm3d(outputs, affine=True),
            nn.LeakyReLU(0.01, inplace=True),
        ]
    return nn.Sequential(*layers)
