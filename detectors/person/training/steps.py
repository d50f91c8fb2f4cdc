"""The optimiser: Muon for the kernels (momentum made orthogonal, K. Jordan 2024), Adam for all else.

Muon's steps are scaled as in arXiv 2502.16982, so that weights move about as far as by Adam and one rate serves both.
"""

import torch
from torch import Tensor, nn
from torch.optim import AdamW, Muon


def matrix(kernel: Tensor) -> Tensor:
    """A kernel, or its gradient, as Muon wants it: a row for each output, in the order that kernels have in memory."""
    return kernel.permute(0, 2, 3, 1).flatten(1)


class Steps:
    """Updates the parameters of `model`, whose kernels are channels last, in place."""

    def __init__(self, model: nn.Module) -> None:
        self.model = model
        self.kernels = [p for p in model.parameters() if p.ndim == 4 and min(p.shape[0], p[0].numel()) >= 16]
        self.matrices = [nn.Parameter(matrix(kernel.detach())) for kernel in self.kernels]
        chosen = {id(kernel) for kernel in self.kernels}
        rest = [p for p in model.parameters() if id(p) not in chosen]
        self.optimisers = (
            Muon(self.matrices, weight_decay=0.05, momentum=0.95, adjust_lr_fn="match_rms_adamw"),
            AdamW(rest, betas=(0.9, 0.99), weight_decay=0.0),
        )

    def step(self, rate: float) -> None:
        for kernel, part in zip(self.kernels, self.matrices):
            part.grad = matrix(kernel.grad)
        for optimiser in self.optimisers:
            for group in optimiser.param_groups:
                group["lr"] = rate
            optimiser.step()
        self.model.zero_grad()

    def state_dict(self) -> dict:
        return {str(at): optimiser.state_dict() for at, optimiser in enumerate(self.optimisers)}

    def load_state_dict(self, state: dict) -> None:
        for at, optimiser in enumerate(self.optimisers):
            optimiser.load_state_dict(state[str(at)])
