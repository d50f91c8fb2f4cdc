"""What training keeps between sessions: the checkpoint, the average of the weights, and weights read out of an ONNX."""

import argparse
import copy
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from augment import Maker
from loading import WEIGHTS, batch_of
from model import PersonNet
from pictures import read_pictures
from schedule import Schedule
from steps import Steps


class Averaged:
    """Exponential average of the weights, which judges and ships; its memory grows to `memory` steps."""

    def __init__(self, net: PersonNet, memory: int = 700) -> None:
        self.net, self.memory = copy.deepcopy(net).eval(), memory

    @torch.no_grad()
    def follow(self, net: PersonNet, count: int) -> None:
        share = max(1 / self.memory, 10 / (count + 10))
        for mine, theirs in zip(self.net.state_dict().values(), net.state_dict().values()):
            if mine.is_floating_point():
                mine.lerp_(theirs, share)


def save_state(path: Path, net: PersonNet, averaged: Averaged, steps: Steps, elapsed_s: float, count: int, seen: torch.Tensor) -> None:
    """Writes beside the old one and renames, so that a kill leaves one whole checkpoint."""
    part = path.with_suffix(".part")
    torch.save({"net": net.state_dict(), "averaged": averaged.net.state_dict(), "steps": steps.state(), "elapsed_s": elapsed_s, "count": count, "seen": int(seen.sum())}, part)
    part.rename(path)


def load_state(net: PersonNet, options: argparse.Namespace) -> dict:
    """Fills `net` from the checkpoint, from earlier weights, or not at all, and says where training stands."""
    checkpoint = Path(options.out) / "checkpoint.pt"
    if options.resume and checkpoint.exists():
        kept = torch.load(checkpoint, map_location=options.device, weights_only=True)
        net.load_state_dict(kept["net"])
        averaged = Averaged(net)
        averaged.net.load_state_dict(kept["averaged"])
        return {"averaged": averaged, **{key: kept[key] for key in ("steps", "elapsed_s", "count", "seen")}}
    if options.init:
        net.load_state_dict(earlier_weights(Path(options.init)))
        if Path(options.init).suffix == ".onnx":
            pixels, _ = batch_of(Maker(read_pictures(Path(options.data), False)[::8], WEIGHTS, options.seed), Schedule(1, 1, options.sizes), 1.0)
            settle(net, pixels.to(options.device).float().contiguous(memory_format=torch.channels_last))
    return {"averaged": Averaged(net), "steps": None, "elapsed_s": 0.0, "count": 0, "seen": 0}


def earlier_weights(path: Path) -> dict:
    """The state of a network from our own ONNX, whose folded kernels keep their names (export.py), or from a state that
    torch saved."""
    if path.suffix != ".onnx":
        kept = torch.load(path, map_location="cpu", weights_only=True)
        state = kept.get("averaged", kept)
        return {name: value.float() if value.is_floating_point() else value for name, value in state.items()}
    folded = {
        tensor.name.removeprefix("net."): torch.from_numpy(numpy_helper.to_array(tensor).astype(np.float32))
        for tensor in onnx.load(str(path)).graph.initializer
    }
    return unfolded(folded)


@torch.no_grad()
def settle(net: PersonNet, pictures: torch.Tensor) -> None:
    """Gives each normalisation the mean and spread that its channels have over `pictures`, and undoes both behind it.

    The network answers as before, but now also in training, where a normalisation takes its figures from the batch:
    without this the first step would see another network than the one that was folded.
    """

    def measure(norm: torch.nn.BatchNorm2d, inputs: tuple[torch.Tensor]) -> None:
        spread, mean = torch.var_mean(inputs[0], (0, 2, 3), unbiased=False)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.copy_((spread + norm.eps).sqrt())
        norm.bias.add_(mean)

    hooks = [module.register_forward_pre_hook(measure) for module in net.modules() if isinstance(module, torch.nn.BatchNorm2d)]
    net.eval()(pictures)
    for hook in hooks:
        hook.remove()
    net.train()


def unfolded(folded: dict[str, torch.Tensor]) -> dict:
    """Folded kernels `name.weight`, `name.bias` as a convolution and a normalisation that changes nothing; see `settle`."""
    net = PersonNet()
    state = net.state_dict()
    for name in state:
        if name in folded and folded[name].shape == state[name].shape:
            state[name] = folded[name]
    for name, module in net.named_modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            convolution = name[: -len(".1")] + ".0"
            state[f"{name}.bias"] = folded[f"{convolution}.bias"]
            state[f"{name}.weight"] = torch.ones_like(state[f"{name}.weight"])
            state[f"{name}.running_mean"] = torch.zeros_like(state[f"{name}.bias"])
            state[f"{name}.running_var"] = torch.full_like(state[f"{name}.bias"], 1 - module.eps)
    return state
