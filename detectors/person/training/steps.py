"""The optimiser: Muon for the kernels (momentum made orthogonal, K. Jordan 2024), Adam for all else.

Step size of a kernel as in arXiv 2502.16982: 0.2 sqrt(larger side) times the orthogonal matrix moves weights about as
far as Adam does, so that one rate serves both.
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
        kernels = [p for name, p in model.named_parameters() if p.ndim == 4 and min(p.shape[0], p[0].numel()) >= 16]
        chosen = {id(p) for p in kernels}
        rest = [p for p in model.parameters() if id(p) not in chosen]
        self.kernels, self.decay = kernels, decay
        self.momenta = [torch.zeros_like(p) for p in kernels]
        self.adam = torch.optim.AdamW(rest, lr=1e-3, betas=(0.9, 0.99), weight_decay=0.0)

    @torch.no_grad()
    def step(self, rate: float) -> None:
        for p, momentum in zip(self.kernels, self.momenta):
            if p.grad is None:
                continue
            momentum.lerp_(p.grad, 0.05)
            ahead = p.grad.lerp(momentum, 0.95).flatten(1)
            move = orthogonal(ahead) * (0.2 * max(ahead.shape) ** 0.5)
            p.mul_(1 - rate * self.decay).sub_(move.view_as(p), alpha=rate)
            p.grad = None
        for group in self.adam.param_groups:
            group["lr"] = rate
        self.adam.step()
        self.adam.zero_grad()

    def state(self) -> dict:
        return {"momenta": self.momenta, "adam": self.adam.state_dict()}

    def load(self, state: dict) -> None:
        for mine, theirs in zip(self.momenta, state["momenta"]):
            mine.copy_(theirs)
        self.adam.load_state_dict(state["adam"])
