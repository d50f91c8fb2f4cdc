"""Figures of a detector over pictures. Teacher's boxes below SURE_SCORE count neither for nor against it."""

import numpy as np

from pictures import SURE_SCORE, Picture

MATCH_IOU = 0.5
THRESHOLDS = np.round(np.arange(0.08, 0.71, 0.02), 2)


def overlaps(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Intersection over union of boxes n x 4+ and m x 4+: n x m."""
    low, high = np.maximum(a[:, None, :2], b[None, :, :2]), np.minimum(a[:, None, 2:4], b[None, :, 2:4])
    both = np.clip(high - low, 0, None).prod(2)
    area = [(x[:, 2] - x[:, 0]) * (x[:, 3] - x[:, 1]) for x in (a, b)]
    return both / (area[0][:, None] + area[1][None] - both + 1e-6)


def suppress(boxes: np.ndarray, twin_iou: float, most: int = 300) -> np.ndarray:
    """Boxes n x 5 by falling score, without those that overlap a better one too much."""
    boxes = boxes[np.argsort(-boxes[:, 4], kind="stable")][:1000]
    if len(boxes) == 0:
        return boxes
    twin, keep = overlaps(boxes, boxes) >= twin_iou, np.ones(len(boxes), bool)
    for i in range(len(boxes)):
        if keep[i]:
            keep[i + 1 :] &= ~twin[i, i + 1 :]
    return boxes[keep][:most]


def judged(truth: np.ndarray, found: np.ndarray) -> np.ndarray:
    """For each found box, best first: 1 a person not yet found, 0 none, -1 not counted."""
    marks = np.zeros(len(found), int)
    if len(truth) == 0 or len(found) == 0:
        return marks
    sure, overlap = truth[:, 4] >= SURE_SCORE, overlaps(found, truth)
    free = np.ones(len(truth), bool)
    for i, row in enumerate(overlap):
        fits = np.where(free & sure & (row >= MATCH_IOU), row, 0)
        if fits.max() > 0:
            free[fits.argmax()] = False
            marks[i] = 1
        elif (row[~sure] >= MATCH_IOU).any():
            marks[i] = -1
    return marks


def average_precision(scores: np.ndarray, marks: np.ndarray, people: int) -> float:
    """Area under the curve of precision over recall, precision made falling (the way of PASCAL VOC from 2010)."""
    order = np.argsort(-scores[marks >= 0], kind="stable")
    hits = np.cumsum(marks[marks >= 0][order] == 1)
    if people == 0 or len(hits) == 0:
        return float("nan")
    precision = np.maximum.accumulate((hits / np.arange(1, len(hits) + 1))[::-1])[::-1]
    return float(np.sum(np.diff(hits / people, prepend=0) * precision))


def figures_of(pictures: list[Picture], found: list[np.ndarray]) -> dict:
    """By source: pictures, people, ap50, and at the one threshold with the least mean error of the count over all
    pictures: recall, precision, count_error (people a picture). The threshold is chosen on these very pictures."""
    marks = [judged(picture.boxes, boxes) for picture, boxes in zip(pictures, found)]
    people = np.array([int((picture.boxes[:, 4] >= SURE_SCORE).sum()) for picture in pictures])
    counts = np.array([[int(((boxes[:, 4] >= t) & (mark >= 0)).sum()) for boxes, mark in zip(found, marks)] for t in THRESHOLDS])
    errors = np.abs(counts - people[None])
    sources = np.array([picture.source for picture in pictures])
    by_source = [errors[:, sources == source].mean(1) for source in sorted(set(sources))]
    best = int(np.mean(by_source, 0).argmin())
    figures = {"threshold": float(THRESHOLDS[best])}
    for source in sorted(set(sources)):
        which = np.flatnonzero(sources == source)
        scores = np.concatenate([found[i][:, 4] for i in which])
        mark = np.concatenate([marks[i] for i in which])
        total, over = int(people[which].sum()), scores >= THRESHOLDS[best]
        hits, wrong = int((over & (mark == 1)).sum()), int((over & (mark == 0)).sum())
        figures[source] = {
            "pictures": len(which),
            "people": total,
            "ap50": round(average_precision(scores, mark, total), 4),
            "recall": round(hits / max(1, total), 4),
            "precision": round(hits / max(1, hits + wrong), 4),
            "count_error": round(float(errors[best, which].mean()), 4),
            "count_error_own_threshold": round(float(errors[:, which].mean(1).min()), 4),
        }
    return figures
