"""Trains the person detector for a given time. See README.md; `python train.py --help` lists all options.

Several workers, one thread each, share the weights and step on them without waiting for each other (Hogwild,
arXiv 1106.5730): on a processor shared with other work no core idles while another is held up. One worker on a GPU.
"""

import argparse
import csv
import os
import time
from pathlib import Path

import torch
from torch import Tensor, multiprocessing

from loading import Batches, load
from losses import detection_loss
from model import PersonNet
from schedule import Schedule
from state import average_of, begin_with, load_state, save_state
from steps import Steps

CHECKPOINT_S = 120
LOG_STEPS = 50
LOG = ["seconds", "pictures", "height", "width", "rate", "score_loss", "box_loss"]


def main(options: argparse.Namespace) -> None:
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)
    net = PersonNet().to(options.device, memory_format=torch.channels_last)
    parts = {"net": net, "averaged": average_of(net), "steps": Steps(net)}
    elapsed_s, seen = 0.0, torch.zeros(options.workers, dtype=torch.int64).share_memory_()
    if options.resume and (out / "checkpoint.pt").exists():
        elapsed_s, seen[0] = load_state(out / "checkpoint.pt", parts, options.device)
    elif options.init:
        pixels, _ = next(iter(Batches(Path(options.data), Schedule(1, 1, options.sizes), 0.0, options.seed)))
        begin_with(Path(options.init), net, on_device(pixels, options.device))
    if options.workers > 1:
        net.share_memory()
    for worker in range(1, options.workers):  # a fork would hang on the threads of torch
        given = (options, worker, net, seen, elapsed_s)
        multiprocessing.get_context("spawn").Process(target=train, args=given, daemon=True).start()
    train(options, 0, net, seen, elapsed_s, parts)


def train(options: argparse.Namespace, worker: int, net: PersonNet, seen: Tensor, elapsed_s: float, parts: dict | None = None) -> None:
    """One worker: make pictures, step, until the time is over. The one with `parts` also averages, logs and checkpoints."""
    torch.set_num_threads(1)
    torch.set_float32_matmul_precision("high")
    torch.backends.cudnn.allow_tf32 = True
    out, total_s, parent = Path(options.out), options.minutes * 60, os.getppid()
    steps = parts["steps"] if parts else Steps(net)
    schedule = Schedule(total_s, options.rate, options.sizes)
    begun = time.monotonic() - elapsed_s
    batches = load(Batches(Path(options.data), schedule, begun, options.seed * 1000 + worker + int(elapsed_s)), options.loaders)
    saved, losses = time.monotonic(), []
    for count, (pixels, truth) in enumerate(batches, 1):
        now = time.monotonic() - begun
        if now >= total_s or (worker and os.getppid() != parent):
            break  # the time is over, or the first worker was killed
        rate = schedule.rate(now)
        height, width = pixels.shape[2:]
        loss, *both = detection_loss(net(on_device(pixels, options.device)), truth.to(options.device), height, width)
        if not torch.isfinite(loss):
            continue
        loss.backward()
        steps.step(rate)
        seen[worker] += len(pixels)
        if parts is None:
            continue
        parts["averaged"].update_parameters(net)
        losses.append(both)
        if count % LOG_STEPS == 0:
            means = torch.tensor(losses).mean(0).tolist()
            write_row(out / "log.csv", [round(now), int(seen.sum()), height, width, f"{rate:.5f}", *(f"{x:.4f}" for x in means)])
            losses = []
        if time.monotonic() - saved > CHECKPOINT_S:
            save_state(out / "checkpoint.pt", parts, now, int(seen.sum()))
            saved = time.monotonic()
    if parts:
        save_state(out / "checkpoint.pt", parts, total_s, int(seen.sum()))


def on_device(pixels: Tensor, device: str) -> Tensor:
    return pixels.to(device).float().contiguous(memory_format=torch.channels_last)


def write_row(path: Path, row: list) -> None:
    fresh = not path.exists()
    with path.open("a", newline="") as file:
        csv.writer(file).writerows([LOG, row] if fresh else [row])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="../shared/training", help="folder with labels.json and images/")
    parser.add_argument("--out", required=True, help="folder for checkpoint and logs, outside the repository")
    parser.add_argument("--minutes", type=float, required=True, help="time of the whole schedule, resumed parts included")
    parser.add_argument("--workers", type=int, default=2, help="processes that step on the same weights; 1 on a GPU")
    parser.add_argument("--loaders", type=int, default=0, help="processes that make pictures; for a GPU about one a core")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--sizes", default="0:192x288x32,0.45:224x352x28,0.7:288x416x20", help="from share of the time: height x width x batch")
    parser.add_argument("--init", help="person.onnx of an earlier training to go on from")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint in --out")
    parser.add_argument("--seed", type=int, default=1)
    main(parser.parse_args())
