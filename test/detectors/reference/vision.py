"""The three functions of torchvision's `ops` that the projects use, by what its documentation says of them."""

import torch


def box_iou(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    least = torch.minimum(a[:, None, 2:], b[None, :, 2:])
    most = torch.maximum(a[:, None, :2], b[None, :, :2])
    shared = (least - most).clamp(min=0).prod(2)
    areas = [(one[:, 2:] - one[:, :2]).prod(1) for one in (a, b)]
    return shared / (areas[0][:, None] + areas[1][None] - shared)


def nms(boxes: torch.Tensor, scores: torch.Tensor, iou_threshold: float) -> torch.Tensor:
    """Places of those that are kept, surest first: a box goes where a surer one shares more than the limit with it."""
    kept: list[int] = []
    for at in scores.argsort(descending=True, stable=True).tolist():
        if not kept or bool((box_iou(boxes[kept], boxes[at : at + 1]) <= iou_threshold).all()):
            kept.append(at)
    return torch.tensor(kept, dtype=torch.long)


def box_convert(boxes: torch.Tensor, in_fmt: str, out_fmt: str) -> torch.Tensor:
    assert (in_fmt, out_fmt) == ("cxcywh", "xyxy")
    half = boxes[..., 2:] / 2
    return torch.cat([boxes[..., :2] - half, boxes[..., :2] + half], -1)
