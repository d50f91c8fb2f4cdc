"""Trains the person detector for a given time. See README.md; `python train.py --help` lists all options.

Several workers, one thread each, share the weights and step on them without waiting for each other (Hogwild,
arXiv 1106.5730): on a processor shared with other work no core idles while another is held up. One worker on a GPU.
"""

import argparse
import csv
import os
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import multiprocessing

from loading import Batches
from losses import detection_loss
from model import PersonNet
from schedule import Schedule
from state import load_state, save_state
from steps import Steps

CHECKPOINT_S = 120
LOG_STEPS = 50


def work(worker: int, options: argparse.Namespace, net: PersonNet, start: dict, seen: torch.Tensor) -> None:
    """One worker: make pictures, step, until the time is over. Worker 0 also averages, logs and checkpoints."""
    torch.set_num_threads(1 if options.workers > 1 else options.threads)
    cv2.setNumThreads(1)
    torch.set_float32_matmul_precision("high")
    torch.backends.cudnn.allow_tf32 = True
    device = torch.device(options.device)
    out = Path(options.out)
    steps = Steps(net)
    if start["steps"] is not None:
        steps.load(start["steps"])
    averaged = start["averaged"]
    schedule = Schedule(options.minutes * 60, options.rate, options.sizes)
    begun = time.monotonic() - start["elapsed_s"]
    seed = options.seed * 1000 + worker + int(start["elapsed_s"])
    batches = Batches(options.data, options.loaders, schedule, begun, seed)
    saved, parts, count = time.monotonic(), [], start["count"]
    parent = os.getppid()
    while (now := time.monotonic() - begun) < options.minutes * 60:
        if worker and os.getppid() != parent:
            return  # worker 0 was killed: do not train on alone
        rate = schedule.rate(now)
        pixels, truth = batches.next()
        height, width = pixels.shape[2:]
        x = pixels.to(device).float().contiguous(memory_format=torch.channels_last)
        loss, scores, sides = detection_loss(net(x), truth.to(device), height, width)
        if not torch.isfinite(loss):
            continue
        loss.backward()
        steps.step(rate)
        seen[worker] += len(pixels)
        count += 1
        if worker:
            continue
        averaged.follow(net, count)
        parts.append((scores, sides))
        if count % LOG_STEPS == 0:
            row = [round(now), int(seen.sum()), height, width, f"{rate:.5f}", *(f"{x:.4f}" for x in np.mean(parts, 0))]
            write_row(out / "log.csv", ["seconds", "pictures", "height", "width", "rate", "score_loss", "box_loss"], row)
            parts = []
        if time.monotonic() - saved > CHECKPOINT_S:
            save_state(out / "checkpoint.pt", net, averaged, steps, now, count, seen)
            saved = time.monotonic()
    if worker == 0:
        save_state(out / "checkpoint.pt", net, averaged, steps, options.minutes * 60, count, seen)


def write_row(path: Path, head: list, row: list) -> None:
    fresh = not path.exists()
    with path.open("a", newline="") as file:
        csv.writer(file).writerows([head, row] if fresh else [row])


def options_of() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="../shared/training", help="folder with labels.json and images/")
    parser.add_argument("--out", required=True, help="folder for checkpoint and logs, outside the repository")
    parser.add_argument("--minutes", type=float, required=True, help="time of the whole schedule, resumed parts included")
    parser.add_argument("--workers", type=int, default=2, help="processes that step on the same weights; 1 on a GPU")
    parser.add_argument("--threads", type=int, default=1, help="threads of the only worker")
    parser.add_argument("--loaders", type=int, default=0, help="processes that make pictures beside each worker; for a GPU about one a core")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--sizes", default="0:192x288x32,0.45:224x352x28,0.7:288x416x20", help="from share of the time: height x width x batch")
    parser.add_argument("--init", help="person.onnx or a state file of an earlier training to go on from")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint in --out")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    options = options_of()
    Path(options.out).mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)
    net = PersonNet().to(options.device, memory_format=torch.channels_last)
    start = load_state(net, options)
    seen = torch.zeros(options.workers, dtype=torch.int64).share_memory_()
    seen[0] = start["seen"]
    if options.workers > 1:
        net.share_memory()
    spawning = multiprocessing.get_context("spawn")  # a fork would hang on the threads of torch
    others = [
        spawning.Process(target=work, args=(worker, options, net, {**start, "averaged": None}, seen), daemon=True)
        for worker in range(1, options.workers)
    ]
    for other in others:
        other.start()
    work(0, options, net, start, seen)


if __name__ == "__main__":
    main()
