"""The optimiser: Muon for the kernels (momentum made orthogonal, K. Jordan 2024), Adam for all else.

Step size of a kernel as in arXiv 2502.16982: 0.2 sqrt(larger side) times the orthogonal matrix moves weights about as
far as Adam does, so that one rate serves both. torch's own Muon computes in bfloat16: on a processor a step takes 2.6
times as long.
"""

import torch
from torch import Tensor, nn


def orthogonal(g: Tensor, rounds: int = 5) -> Tensor:
    """The nearest matrix with singular values near 1, by a Newton-Schulz iteration with Jordan's coefficients."""
    x = g.T if g.shape[0] > g.shape[1] else g
    x = x / (x.norm() + 1e-7)
    for _ in range(rounds):
        square = x @ x.T
        x = 3.4445 * x + (-4.7750 * square + 2.0315 * square @ square) @ x
    return x.T if g.shape[0] > g.shape[1] else x


class Steps:
    """Updates the parameters of `model` in place; the state is one momentum (kernels) or two averages (the rest)."""

    def __init__(self, model: nn.Module, decay: float = 0.05) -> None:
        self.decay = decay
        self.kernels = [p for p in model.parameters() if p.ndim == 4 and min(p.shape[0], p[0].numel()) >= 16]
        self.momenta = [torch.zeros_like(p) for p in self.kernels]
        chosen = {id(p) for p in self.kernels}
        rest = [p for p in model.parameters() if id(p) not in chosen]
        self.adam = torch.optim.AdamW(rest, betas=(0.9, 0.99), weight_decay=0.0)

    @torch.no_grad()
    def step(self, rate: float) -> None:
        for p, momentum in zip(self.kernels, self.momenta):
            momentum.lerp_(p.grad, 0.05)
            ahead = p.grad.lerp(momentum, 0.95).flatten(1)
            move = orthogonal(ahead) * (0.2 * max(ahead.shape) ** 0.5)
            p.mul_(1 - rate * self.decay).sub_(move.view_as(p), alpha=rate)
            p.grad = None
        self.adam.param_groups[0]["lr"] = rate
        self.adam.step()
        self.adam.zero_grad()

    def state_dict(self) -> dict:
        return {"momenta": self.momenta, "adam": self.adam.state_dict()}

    def load_state_dict(self, state: dict) -> None:
        self.momenta = state["momenta"]
        self.adam.load_state_dict(state["adam"])
