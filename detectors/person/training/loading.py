"""Batches of made pictures: made where they are used, or ahead of time by loader processes beside a GPU."""

import time
from pathlib import Path
from queue import Empty

import cv2
import numpy as np
import torch
from torch import multiprocessing

from augment import Maker
from pictures import read_pictures
from schedule import Schedule

#: How often each folder is drawn: crowds labelled by people most, streets without people least.
WEIGHTS = {"coco": 1.7, "surveillance": 1.2, "exercise": 0.8, "street": 0.4}
AHEAD = 4
PATIENCE_S = 120

Batch = tuple[torch.Tensor, torch.Tensor]


def batch_of(maker: Maker, schedule: Schedule, now_s: float) -> Batch:
    """Made pictures `b x 3 x h x w` uint8 and their people `b x m x 5`, rows of zeros where there are fewer."""
    height, width, count = schedule.size(now_s)
    made = [maker.make(height, width, schedule.is_last(now_s)) for _ in range(count)]
    truth = np.zeros((count, max(len(boxes) for _, boxes in made), 5), np.float32)
    for row, (_, boxes) in zip(truth, made):
        row[: len(boxes)] = boxes
    return torch.from_numpy(np.stack([pixels for pixels, _ in made])).permute(0, 3, 1, 2), torch.from_numpy(truth)


def load(queue, data: str, schedule: Schedule, begun: float, seed: int) -> None:
    """A loader process: makes batches as large as the clock says until it is killed with its parent."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    maker = Maker(read_pictures(Path(data), validation=False), WEIGHTS, seed)
    while True:
        queue.put(batch_of(maker, schedule, time.monotonic() - begun))


class Batches:
    """Gives batch after batch. `begun` is the monotonic second at which the schedule started; `seed` differs by worker."""

    def __init__(self, data: str, loaders: int, schedule: Schedule, begun: float, seed: int) -> None:
        self.schedule, self.begun, self.queue, self.maker = schedule, begun, None, None
        if loaders == 0:
            self.maker = Maker(read_pictures(Path(data), validation=False), WEIGHTS, seed)
            return
        multiprocessing.set_sharing_strategy("file_system")  # a file descriptor a tensor would run out
        spawning = multiprocessing.get_context("spawn")
        self.queue = spawning.Queue(AHEAD * loaders)
        for loader in range(loaders):
            given = (self.queue, data, schedule, begun, seed * 100 + loader)
            spawning.Process(target=load, args=given, daemon=True).start()

    def next(self) -> Batch:
        if self.queue is None:
            return batch_of(self.maker, self.schedule, time.monotonic() - self.begun)
        try:
            return self.queue.get(timeout=PATIENCE_S)
        except Empty:
            raise SystemExit(f"no loader made a batch in {PATIENCE_S} s; did they all die?") from None
