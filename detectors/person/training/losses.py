"""What training makes small: the error of scores and of boxes."""

import torch
from torch import Tensor
from torch.nn import functional

from assign import assign
from model import boxes_of, cell_middles

BOX_SHARE = 2.5


def giou_loss(a: Tensor, b: Tensor) -> Tensor:
    """1 - generalised intersection over union (arXiv 1902.09630) of boxes n x 4 pair by pair."""
    low, high = torch.maximum(a[:, :2], b[:, :2]), torch.minimum(a[:, 2:], b[:, 2:])
    both = (high - low).clamp(min=0).prod(1)
    one = (a[:, 2:] - a[:, :2]).prod(1) + (b[:, 2:] - b[:, :2]).prod(1) - both
    frame = (torch.maximum(a[:, 2:], b[:, 2:]) - torch.minimum(a[:, :2], b[:, :2])).prod(1)
    return 1 - both / (one + 1e-6) + (frame - one) / (frame + 1e-6)


def detection_loss(rows: Tensor, truth: Tensor, height: int, width: int) -> tuple[Tensor, float, float]:
    """Loss of `b x n x 5` outputs (sides in pixels, logit) against `b x m x 5` people; also its two parts, to log."""
    middles, strides = (x.to(rows.device) for x in cell_middles(height, width))
    boxes, logits = boxes_of(rows[..., :4], middles), rows[..., 4]
    wished, person, answers = assign(logits.detach().sigmoid(), boxes.detach(), truth, middles, strides)
    total = wished.sum().clamp(min=4.0)
    scores = functional.binary_cross_entropy_with_logits(logits, wished, reduction="sum") / total
    where = answers.nonzero(as_tuple=True)
    sides = (giou_loss(boxes[where], person[where]) * wished[where]).sum() / total
    return scores + BOX_SHARE * sides, float(scores.detach()), float(sides.detach())
