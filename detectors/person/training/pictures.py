"""The labelled pictures that are trained on, decoded once and kept in memory (about 1.2 GB), and how sure each box is."""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from split import source_of, validates

#: A teacher's box below this is left out when a detector is trained.
LEAST_SCORE = 0.2


@dataclass
class Picture:
    """`pixels` h x w x 3 uint8 RGB; `boxes` n x 5: x1, y1, x2, y2 in pixels and the score a perfect detector should give."""

    source: str
    pixels: np.ndarray
    boxes: np.ndarray


def read_pictures(data: Path) -> list[Picture]:
    """All pictures that train, in the order of labels.json."""
    pictures = []
    for row in json.loads((data / "labels.json").read_text()):
        if validates(row["file"]):
            continue
        pixels = cv2.cvtColor(cv2.imread(str(data / row["file"]), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
        boxes = np.array(row["boxes"], np.float32).reshape(-1, 5)
        if row["labelled_by"] != "people":
            # A ramp from 0 at 0.15 to 1 at 0.55, so that 0.38, where a teacher's box begins to count, becomes 0.58.
            boxes = boxes[boxes[:, 4] >= LEAST_SCORE]
            boxes[:, 4] = np.clip((boxes[:, 4] - 0.15) / 0.4, 0.05, 1.0)
        pictures.append(Picture(source_of(row["file"]), pixels, boxes))
    return pictures
