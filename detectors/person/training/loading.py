"""Batches of made pictures: made where they are used, or ahead of time by processes beside the one that trains."""

import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from augment import Maker
from pictures import read_pictures
from schedule import Schedule

#: How often each folder is drawn: crowds labelled by people most, streets without people least.
WEIGHTS = {"coco": 1.7, "surveillance": 1.2, "exercise": 0.8, "street": 0.4}
AHEAD = 4

Batch = tuple[torch.Tensor, torch.Tensor]


class Batches(IterableDataset):
    """Batches as large as the clock says; `begun` is the monotonic second at which the schedule started."""

    def __init__(self, data: Path, schedule: Schedule, begun: float, seed: int) -> None:
        self.data, self.schedule, self.begun, self.seed = data, schedule, begun, seed

    def __iter__(self) -> Iterator[Batch]:
        cv2.setNumThreads(1)
        process = get_worker_info()
        maker = Maker(read_pictures(self.data), WEIGHTS, self.seed * 100 + (process.id if process else 0))
        while True:
            yield batch_of(maker, self.schedule, time.monotonic() - self.begun)


def batch_of(maker: Maker, schedule: Schedule, now_s: float) -> Batch:
    """Made pictures `b x 3 x h x w` uint8 and their people `b x m x 5`, rows of zeros where there are fewer."""
    height, width, count = schedule.size(now_s)
    made = [maker.make(height, width, schedule.is_last(now_s)) for _ in range(count)]
    truth = np.zeros((count, max(len(boxes) for _, boxes in made), 5), np.float32)
    for row, (_, boxes) in zip(truth, made):
        row[: len(boxes)] = boxes
    return torch.from_numpy(np.stack([pixels for pixels, _ in made])).permute(0, 3, 1, 2), torch.from_numpy(truth)


def load(batches: Batches, loaders: int) -> DataLoader:
    """The batches, made by so many processes; by this one where it is 0."""
    ahead = {"prefetch_factor": AHEAD, "multiprocessing_context": "spawn"} if loaders else {}
    return DataLoader(batches, batch_size=None, num_workers=loaders, **ahead)
