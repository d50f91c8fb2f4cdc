"""Which cells answer for which person, from what the network itself says (after TOOD, arXiv 2108.07755).

A cell may answer for a box that its middle lies in and that is about as large as its level expects. Of those the best
by score and overlap are taken, as many as their overlaps add up to (dynamic k of SimOTA, arXiv 2107.08430): a few while
the boxes are bad, up to ten when they are good.
"""

import torch
from torch import Tensor

MOST_CELLS = 10
#: Side of a person, in strides, that a level is for; the prior halves about each factor of 2 away from it.
LIKED_SIDE = 5.0


def overlaps(a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    """Intersection over union of boxes `... x 4` that broadcast against each other, plain and generalised (arXiv 1902.09630)."""

    def area(low: Tensor, high: Tensor) -> Tensor:
        return (high - low).clamp(min=0).prod(-1)

    (a1, a2), (b1, b2) = a.split(2, -1), b.split(2, -1)
    both = area(torch.maximum(a1, b1), torch.minimum(a2, b2))
    either = area(a1, a2) + area(b1, b2) - both
    frame = area(torch.minimum(a1, b1), torch.maximum(a2, b2))
    plain = both / (either + 1e-6)
    return plain, plain - (frame - either) / (frame + 1e-6)


@torch.no_grad()
def assign(scores: Tensor, boxes: Tensor, truth: Tensor, middles: Tensor, strides: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Wished scores and boxes of all cells.

    scores `b x n` 0..1, boxes `b x n x 4`, truth `b x m x 5` (wished score 0 where there is no person), middles `n x 2`,
    strides `n`. Returns wished scores `b x n`, the boxes they answer for `b x n x 4` and which cells answer `b x n`.
    """
    batch, most = truth.shape[:2]
    if most == 0:
        return torch.zeros_like(scores), torch.zeros_like(boxes), torch.zeros_like(scores, dtype=torch.bool)
    x, y = middles[:, 0], middles[:, 1]
    left, top, right, bottom, real = truth[..., None].unbind(2)
    may = (x > left) & (x < right) & (y > top) & (y < bottom) & (real > 0)  # b x m x n
    picture, row, cell = may.nonzero(as_tuple=True)  # about one in twenty: all else is worked out for these alone
    person = truth[picture, row, :4]
    sides = (person[:, 2:] - person[:, :2]).clamp(min=1)
    off = ((middles[cell] - (person[:, :2] + person[:, 2:]) / 2) / sides).square().sum(1)  # 0.25 at the side
    size = (sides.prod(1).sqrt() / (LIKED_SIDE * strides[cell])).log2()
    prior = torch.exp(-4.0 * off - 0.35 * size.square())
    pair_overlap, _ = overlaps(boxes[picture, cell], person)
    pair_fit = prior * (scores[picture, cell].sqrt() + 0.02) * (pair_overlap + 0.02).pow(3)
    overlap = torch.zeros_like(may, dtype=scores.dtype)
    fit = torch.zeros_like(overlap)
    overlap[picture, row, cell] = pair_overlap
    fit[picture, row, cell] = pair_fit
    best, index = fit.topk(min(MOST_CELLS, fit.shape[-1]), -1)
    count = overlap.gather(-1, index).sum(-1).round().clamp(min=1)
    ranks = torch.arange(best.shape[-1], device=best.device)
    taken = (ranks < count[..., None]) & (best > 0)
    chosen = torch.zeros_like(fit).scatter_(-1, index, best * taken)
    strongest, owner = chosen.max(1)  # a cell answers for one person: the one it fits best
    answers = strongest > 0
    rows = torch.arange(batch, device=fit.device)[:, None]
    own_overlap = overlap[rows, owner, torch.arange(fit.shape[-1], device=fit.device)]
    # The best cell of a person is to reach the person's best overlap, the others less, by how well they fit.
    highest_fit = chosen.amax(-1).clamp(min=1e-9).gather(1, owner)
    highest_overlap = (overlap * (chosen > 0)).amax(-1).gather(1, owner)
    quality = (strongest / highest_fit).sqrt() * torch.maximum(highest_overlap, own_overlap)
    owned = truth[rows, owner]
    wished = torch.where(answers, quality.clamp(0.05, 1) * owned[..., 4], 0.0)
    return wished, owned[..., :4], answers
