"""The labelled pictures, decoded once and kept in memory (about 1.2 GB), and how sure each box is."""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from split import source_of, validates

#: A teacher's box below this is neither person nor background.
SURE_SCORE = 0.38
#: A teacher's box below this is left out when a detector is trained.
LEAST_SCORE = 0.2


@dataclass
class Picture:
    """`pixels` h x w x 3 uint8 RGB; `boxes` n x 5: x1, y1, x2, y2 in pixels and the label's score 0..1."""

    file: str
    source: str
    by_people: bool
    pixels: np.ndarray
    boxes: np.ndarray


def read_pictures(data: Path, validation: bool, sources: tuple[str, ...] = ()) -> list[Picture]:
    """All pictures of one side of the split, in the order of labels.json."""
    pictures = []
    for row in json.loads((data / "labels.json").read_text()):
        source = source_of(row["file"])
        if validates(row["file"]) != validation or (sources and source not in sources):
            continue
        pixels = cv2.cvtColor(cv2.imread(str(data / row["file"]), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
        boxes = np.array(row["boxes"], np.float32).reshape(-1, 5)
        pictures.append(Picture(row["file"], source, row["labelled_by"] == "people", pixels, boxes))
    return pictures


def trained_boxes(picture: Picture) -> np.ndarray:
    """Boxes n x 5 with the score a perfect detector should give: 1 for people's, a ramp for a teacher's mean score.

    The ramp runs from 0 at 0.15 to 1 at 0.55, so that 0.38, where a teacher's box begins to count, becomes 0.58.
    """
    boxes = picture.boxes.copy()
    if not picture.by_people:
        boxes = boxes[boxes[:, 4] >= LEAST_SCORE]
        boxes[:, 4] = np.clip((boxes[:, 4] - 0.15) / 0.4, 0.05, 1.0)
    return boxes
