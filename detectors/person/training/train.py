"""Trains the person detector for a given time. See README.md; `python train.py --help` lists all options."""

import argparse
import csv
import time
from pathlib import Path

import torch
from torch import Tensor

from loading import Batches, load
from losses import detection_loss
from model import PersonNet
from schedule import Schedule
from state import average_of, begin_with, load_state, save_state
from steps import Steps

CHECKPOINT_S = 120
LOG_STEPS = 50
LOG = ["seconds", "pictures", "height", "width", "rate", "score_loss", "box_loss"]


def train(options: argparse.Namespace) -> None:
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    torch.set_float32_matmul_precision("high")
    torch.backends.cudnn.allow_tf32 = True
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    checkpoint = out / "checkpoint.pt"
    net = PersonNet().to(options.device, memory_format=torch.channels_last)
    steps = Steps(net)
    parts = {"net": net, "averaged": average_of(net), "steps": steps}
    progress = {"elapsed_s": 0.0, "seen": 0}
    if options.resume and checkpoint.exists():
        progress = load_state(checkpoint, parts, options.device)
    total_s = options.minutes * 60
    schedule = Schedule(total_s, options.rate, options.sizes)
    begun = time.monotonic() - progress["elapsed_s"]
    batches = load(Batches(Path(options.data), schedule, begun, options.seed + int(progress["elapsed_s"])), options.loaders)
    if options.init and progress["seen"] == 0:
        begin_with(Path(options.init), net, on_device(next(iter(batches))[0], options.device))
    saved, losses = time.monotonic(), []
    for count, (pixels, truth) in enumerate(batches, 1):
        now = time.monotonic() - begun
        if now >= total_s:
            break
        rate = schedule.rate(now)
        height, width = pixels.shape[2:]
        loss, *both = detection_loss(net(on_device(pixels, options.device)), truth.to(options.device), height, width)
        if not torch.isfinite(loss):
            continue
        loss.backward()
        steps.step(rate)
        parts["averaged"].update_parameters(net)
        progress = {"elapsed_s": now, "seen": progress["seen"] + len(pixels)}
        losses.append(both)
        if count % LOG_STEPS == 0:
            means = torch.tensor(losses).mean(0).tolist()
            write_row(out / "log.csv", [round(now), progress["seen"], height, width, f"{rate:.5f}", *(f"{x:.4f}" for x in means)])
            losses = []
        if time.monotonic() - saved > CHECKPOINT_S:
            save_state(checkpoint, parts, progress)
            saved = time.monotonic()
    save_state(checkpoint, parts, progress)


def on_device(pixels: Tensor, device: str) -> Tensor:
    return pixels.to(device).float().contiguous(memory_format=torch.channels_last)


def write_row(path: Path, row: list) -> None:
    fresh = not path.exists()
    with path.open("a", newline="") as file:
        csv.writer(file).writerows([LOG, row] if fresh else [row])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default="../shared/training", help="folder with labels.json and images/")
    parser.add_argument("--out", required=True, help="folder for checkpoint and logs, outside the repository")
    parser.add_argument("--minutes", type=float, required=True, help="time of the whole schedule, resumed parts included")
    parser.add_argument("--threads", type=int, default=2, help="threads on the processor")
    parser.add_argument("--loaders", type=int, default=0, help="processes that make pictures; for a GPU about one a core")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--sizes", default="0:192x288x32,0.45:224x352x28,0.7:288x416x20", help="from share of the time: height x width x batch")
    parser.add_argument("--init", help="person.onnx of an earlier training to go on from")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint in --out")
    parser.add_argument("--seed", type=int, default=1)
    train(parser.parse_args())
