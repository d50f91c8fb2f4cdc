"""What training keeps between sessions: the checkpoint, and weights read out of an ONNX."""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

from model import PersonNet

#: Steps that the average goes back, once there were as many.
MEMORY = 700


def average_of(net: PersonNet) -> AveragedModel:
    """An exponential average of the weights, which is judged and ships."""

    def follow(mine: Tensor, theirs: Tensor, count: Tensor) -> Tensor:
        share = max(1 / MEMORY, 10 / (int(count) + 10))
        return mine.lerp(theirs, share) if mine.is_floating_point() else theirs

    return AveragedModel(net, avg_fn=follow, use_buffers=True)


def save_state(path: Path, parts: dict, elapsed_s: float, seen: int) -> None:
    """Writes beside the old one and renames, so that a kill leaves one whole checkpoint."""
    part = path.with_suffix(".part")
    torch.save({"elapsed_s": elapsed_s, "seen": seen, **{name: one.state_dict() for name, one in parts.items()}}, part)
    part.rename(path)


def load_state(path: Path, parts: dict, device: str) -> tuple[float, int]:
    """Fills `parts` as they were saved; says for how long and on how many pictures they were trained."""
    kept = torch.load(path, map_location=device, weights_only=True)
    for name, one in parts.items():
        one.load_state_dict(kept[name])
    return kept["elapsed_s"], kept["seen"]


@torch.no_grad()
def begin_with(path: Path, net: PersonNet, pictures: Tensor) -> None:
    """Fills `net` from our own ONNX, whose folded kernels keep their names (export.py).

    Each normalisation gets the mean and spread that its channels have over `pictures`, and undoes both behind it: the
    network answers as the folded one, but now also in training, where a normalisation takes its figures from the batch.
    """
    folded = {
        tensor.name.removeprefix("net."): torch.from_numpy(numpy_helper.to_array(tensor).astype(np.float32))
        for tensor in onnx.load(str(path)).graph.initializer
    }
    own = net.state_dict()
    net.load_state_dict({name: values for name, values in folded.items() if name in own}, strict=False)

    def measure(norm: nn.BatchNorm2d, inputs: tuple[Tensor], bias: Tensor) -> None:
        spread, mean = torch.var_mean(inputs[0], (0, 2, 3), unbiased=False)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.copy_((spread + norm.eps).sqrt())
        norm.bias.copy_(bias.to(mean.device) + mean)

    hooks = [
        module.register_forward_pre_hook(lambda norm, inputs, bias=folded[f"{name[:-2]}.0.bias"]: measure(norm, inputs, bias))
        for name, module in net.named_modules()
        if isinstance(module, nn.BatchNorm2d)
    ]
    net.eval()(pictures)
    for hook in hooks:
        hook.remove()
    net.train()
