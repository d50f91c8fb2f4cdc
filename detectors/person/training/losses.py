"""What training makes small: the error of scores and of boxes."""

import torch
from torch import Tensor
from torch.nn import functional

from assign import assign, overlaps
from model import boxes_of, cell_middles

BOX_SHARE = 2.5


def detection_loss(rows: Tensor, truth: Tensor, height: int, width: int) -> tuple[Tensor, float, float]:
    """Loss of `b x n x 5` outputs (sides in pixels, logit) against `b x m x 5` people; also its two parts, to log."""
    middles, strides = (x.to(rows.device) for x in cell_middles(height, width))
    boxes, logits = boxes_of(rows[..., :4], middles), rows[..., 4]
    wished, person, answers = assign(logits.detach().sigmoid(), boxes.detach(), truth, middles, strides)
    total = wished.sum().clamp(min=4.0)
    scores = functional.binary_cross_entropy_with_logits(logits, wished, reduction="sum") / total
    where = answers.nonzero(as_tuple=True)
    _, fits = overlaps(boxes[where], person[where])
    sides = ((1 - fits) * wished[where]).sum() / total
    return scores + BOX_SHARE * sides, float(scores.detach()), float(sides.detach())
