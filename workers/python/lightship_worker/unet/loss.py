"""Cross entropy and soft Dice."""

import torch
import torch.nn.functional as F


def loss_of(logits: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Logits [batch, classes + 1, …], class indices [batch, …]."""
    logits = logits.float()
    chosen = F.softmax(logits, 1)
    wanted = F.one_hot(target, logits.shape[1]).permute(0, 4, 1, 2, 3)
    axes = (0, 2, 3, 4)
    dice = (2 * (chosen * wanted).sum(axes) + 1) / ((chosen + wanted).sum(axes) + 1)
    return F.cross_entropy(logits, target) + 1 - dice[1:].mean()
