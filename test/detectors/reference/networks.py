"""Small networks with random weights and the outputs that each project's export has.

A trunk of strided convolutions gives features at strides 8, 16, 32 (and 64), the head is one 1 x 1 convolution a level.
What a head writes is what the projects write: YOLOX's `Detect` without decoding, NanoDet-Plus's `_forward_onnx`, RTMDet's
scores and distances as they leave `forward`, and the boxes and logits of detection transformers.
"""

import math

import torch
from torch import nn

CHANNELS = 12
CLASSES = 80
#: COCO by its own numbers, 0 to 90.
COCO_NUMBERS = 91
QUERIES = 300
#: Sides of boxes lie around it, px, so that boxes of one size stand beside one another and none lies in another.
SIDE = 30.0


class Trunk(nn.Module):
    def __init__(self, levels: int) -> None:
        super().__init__()
        widths = [3] + [CHANNELS] * (levels + 2)
        self.scale = 1.0
        self.steps = nn.ModuleList(nn.Conv2d(a, b, 3, stride=2, padding=1) for a, b in zip(widths, widths[1:]))

    def forward(self, picture):
        features, out = picture * self.scale, []
        for at, step in enumerate(self.steps):
            features = torch.tanh(step(features) * 2)
            if at >= 2:
                out.append(features)
        return out


class Levels(nn.Module):
    """A trunk and a convolution a level, whose rows are settled on a picture: person first, other classes rare."""

    def __init__(self, strides: list[int], width: int) -> None:
        super().__init__()
        self.strides = strides
        self.trunk = Trunk(len(strides))
        self.heads = nn.ModuleList(nn.Conv2d(CHANNELS, width, 1) for _ in strides)

    def raw(self, picture):
        return [head(level) for head, level in zip(self.heads, self.trunk(picture))]

    @torch.no_grad()
    def settle(self, picture, wished) -> None:
        """Gives each row the mean and deviation that `wished` names for it, on this picture."""
        self.trunk.scale = 2 / float(picture.abs().max())
        for head, level, stride in zip(self.heads, self.trunk(picture), self.strides):
            made = head(level)
            mean, deviation = made.mean((0, 2, 3)), made.std((0, 2, 3)) + 1e-6
            aims = [wished(row, stride) for row in range(made.shape[1])]
            scale = torch.tensor([aim[1] for aim in aims]) / deviation
            head.weight.mul_(scale[:, None, None, None])
            head.bias.sub_(mean).mul_(scale).add_(torch.tensor([aim[0] for aim in aims]))


def class_aim(row: int) -> tuple[float, float]:
    return (-1.6, 2.0) if row == 0 else (-4.0, 1.0)


class Yolox(Levels):
    def __init__(self) -> None:
        super().__init__([8, 16, 32], 5 + CLASSES)

    @staticmethod
    def aim(row: int, stride: int) -> tuple[float, float]:
        if row < 2:
            return 0.5, 0.5
        if row < 4:
            return float(torch.log(torch.tensor(SIDE / stride))), 0.06
        return (1.5, 1.0) if row == 4 else class_aim(row - 5)

    def forward(self, picture):
        rows = [torch.cat([at[:, :4], at[:, 4:].sigmoid()], 1).flatten(2) for at in self.raw(picture)]
        return torch.cat(rows, 2).permute(0, 2, 1)


class NanodetPlus(Levels):
    def __init__(self) -> None:
        super().__init__([8, 16, 32, 64], CLASSES + 32)

    @staticmethod
    def aim(row: int, stride: int) -> tuple[float, float]:
        if row < CLASSES:
            return class_aim(row)
        # Two bins share what lies between them, so that boxes of all strides are alike.
        share = max(1 - abs((row - CLASSES) % 8 - SIDE / 2 / stride), 1e-3)
        return math.log(share), 0.1

    def forward(self, picture):
        rows = [torch.cat([at[:, :CLASSES].sigmoid(), at[:, CLASSES:]], 1).flatten(2) for at in self.raw(picture)]
        return torch.cat(rows, 2).permute(0, 2, 1)


class Rtmdet(Levels):
    def __init__(self) -> None:
        super().__init__([8, 16, 32], CLASSES + 4)

    @staticmethod
    def aim(row: int, stride: int) -> tuple[float, float]:
        return class_aim(row) if row < CLASSES else (SIDE / 2 / stride, 0.6 / stride)

    def forward(self, picture):
        rows = self.raw(picture)
        return *(at[:, :CLASSES] for at in rows), *(at[:, CLASSES:] * s for at, s in zip(rows, self.strides))


class Transformer(Levels):
    """The first 300 cells of stride 8 are the queries."""

    def __init__(self, classes: int, person: int) -> None:
        super().__init__([8], 4 + classes)
        self.person = person

    def aim(self, row: int, stride: int) -> tuple[float, float]:
        if row < 4:
            return (0.0, 1.5) if row < 2 else (-1.5, 0.7)
        return class_aim(row - 4 - self.person)

    def forward(self, picture):
        queries = self.raw(picture)[0].flatten(2).permute(0, 2, 1)[:, :QUERIES].contiguous()
        return queries[..., :4].sigmoid(), queries[..., 4:].contiguous()
