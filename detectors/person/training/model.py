"""The person detector as a torch module: plain 3x3 and 1x1 convolutions, three levels of cells, five values a cell.

Plain convolutions because they are what a processor trains fastest: about 40 GMAC/s a core on AVX2, forward and back,
where depthwise ones reach 6. Sizes are pixels, tensors are batch x channels x rows x columns.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

STRIDES_PX = (8, 16, 32)
#: Grey of the letterbox; the value that becomes 0 inside the network.
PAD = 114.0
#: One unit inside the network is so many grey levels.
SPREAD = 64.0
#: Score of every cell before training: people are rare.
FIRST_SCORE = 0.01


def convolution(inputs: int, outputs: int, kernel: int = 3, stride: int = 1) -> nn.Sequential:
    """Convolution, normalisation over the batch, ReLU; the export folds the first two into one."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, (kernel - stride + 1) // 2 if kernel % 2 == 0 else kernel // 2, bias=False),
        nn.BatchNorm2d(outputs, momentum=0.03, eps=1e-3),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two 3x3 convolutions beside a shortcut (He et al., arXiv 1512.03385)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = convolution(channels, channels)
        self.second = convolution(channels, channels)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.second(self.first(x))


class Partial(nn.Module):
    """Half of the channels pass through residuals, all stages are joined: cross stage partial (arXiv 1911.11929)."""

    def __init__(self, inputs: int, outputs: int, depth: int) -> None:
        super().__init__()
        half = outputs // 2
        self.enter = convolution(inputs, outputs, 1)
        self.stages = nn.ModuleList(Residual(half) for _ in range(depth))
        self.leave = convolution(half * (depth + 2), outputs, 1)

    def forward(self, x: Tensor) -> Tensor:
        parts = list(self.enter(x).chunk(2, 1))
        for stage in self.stages:
            parts.append(stage(parts[-1]))
        return self.leave(torch.cat(parts, 1))


class Context(nn.Module):
    """What lies around a cell: maxima over 5, 9 and 13 cells joined (spatial pyramid pooling, arXiv 1406.4729)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.enter = convolution(channels, channels // 2, 1)
        self.leave = convolution(channels * 2, channels, 1)

    def forward(self, x: Tensor) -> Tensor:
        parts = [self.enter(x)]
        for _ in range(3):
            parts.append(functional.max_pool2d(parts[-1], 5, 1, 2))
        return self.leave(torch.cat(parts, 1))


class PersonNet(nn.Module):
    """Pictures `b x 3 x h x w` (RGB, 0..255; h and w multiples of 32) to `b x cells x 5`.

    A row is four distances from the middle of the cell to the left, top, right and bottom side of the person, in
    pixels, and the logit of its score. Cells: stride 8, then 16, then 32, each level row by row.
    """

    def __init__(self, fine: int = 48, middle: int = 128, coarse: int = 256, joined: int = 96, width: int = 48) -> None:
        super().__init__()
        self.stem = convolution(3, 32, 8, 4)
        self.fine = nn.Sequential(convolution(32, fine, 3, 2), Partial(fine, fine, 1))
        self.middle = nn.Sequential(convolution(fine, middle, 3, 2), Partial(middle, middle, 2))
        self.coarse = nn.Sequential(convolution(middle, coarse, 3, 2), Partial(coarse, coarse, 2), Context(coarse))
        self.coarse_narrow = convolution(coarse, joined, 1)
        self.middle_join = Partial(middle + joined, joined, 1)
        self.middle_narrow = convolution(joined, width, 1)
        self.fine_join = Partial(fine + width, width, 1)
        self.heads = nn.ModuleList(convolution(inputs, width) for inputs in (width, joined, joined))
        self.outputs = nn.ModuleList(nn.Conv2d(width, 5, 1) for _ in STRIDES_PX)
        for output in self.outputs:
            nn.init.normal_(output.weight, std=0.01)
            nn.init.constant_(output.bias, 1.0)
            output.bias.data[4] = -torch.tensor(1 / FIRST_SCORE - 1).log()

    def forward(self, pictures: Tensor) -> Tensor:
        x = (pictures - PAD) / SPREAD
        fine = self.fine(self.stem(x))
        middle = self.middle(fine)
        coarse = self.coarse_narrow(self.coarse(middle))
        middle = self.middle_join(torch.cat((grow(coarse), middle), 1))
        fine = self.fine_join(torch.cat((grow(self.middle_narrow(middle)), fine), 1))
        rows = []
        for x, head, output, stride in zip((fine, middle, coarse), self.heads, self.outputs, STRIDES_PX):
            raw = output(head(x)).flatten(2).transpose(1, 2)
            sides = functional.softplus(raw[..., :4]) * (2.0 * stride)
            rows.append(torch.cat((sides, raw[..., 4:]), 2))
        return torch.cat(rows, 1)


def grow(x: Tensor) -> Tensor:
    """Twice as many rows and columns, each value four times."""
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


def cell_middles(height: int, width: int) -> tuple[Tensor, Tensor]:
    """Middles of all cells `cells x 2` (x, y) and their strides `cells`, both in pixels."""
    middles, strides = [], []
    for stride in STRIDES_PX:
        ys, xs = torch.meshgrid(torch.arange(height // stride), torch.arange(width // stride), indexing="ij")
        middles.append(torch.stack((xs, ys), 2).reshape(-1, 2).add(0.5).mul(stride))
        strides.append(torch.full((middles[-1].shape[0],), float(stride)))
    return torch.cat(middles), torch.cat(strides)


def boxes_of(sides: Tensor, middles: Tensor) -> Tensor:
    """Distances `... x cells x 4` around `middles` to boxes x1, y1, x2, y2."""
    return torch.cat((middles - sides[..., :2], middles + sides[..., 2:]), -1)
