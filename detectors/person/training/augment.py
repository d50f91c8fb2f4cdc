"""Made pictures: where the camera stands. Placing, mirroring, bending and joining pictures with their boxes.

Boxes are n x 5 arrays: x1, y1, x2, y2 in pixels of the picture and the wished score. All chance comes from `rng`.
"""

import cv2
import numpy as np

from light import change_light
from pictures import Picture

PAD = 114
#: A person of whom less is seen is no longer one to find.
LEAST_SEEN = 0.25
LEAST_SIDE_PX = 4.0


class Maker:
    """Makes training pictures of `pictures`; `weights` by source say how often each is drawn."""

    def __init__(self, pictures: list[Picture], weights: dict[str, float], seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.pixels = [picture.pixels for picture in pictures]
        self.boxes = [picture.boxes for picture in pictures]
        chance = np.array([weights.get(picture.source, 1.0) for picture in pictures])
        self.upto = np.cumsum(chance / chance.sum())
        self.cuttable = [
            (index, box)
            for index, boxes in enumerate(self.boxes)
            for box in boxes
            if box[4] > 0.9 and box[2] - box[0] >= 12 and 24 <= box[3] - box[1]
        ]

    def draw(self) -> int:
        return int(np.searchsorted(self.upto, self.rng.random(), side="right").clip(0, len(self.pixels) - 1))

    def make(self, height: int, width: int, plain: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """One picture `height x width x 3` uint8 with its boxes; `plain` without joining, as the end of training wants."""
        rng = self.rng
        if not plain and rng.random() < 0.3:
            pixels, boxes = self.joined(height, width)
        else:
            pixels, boxes = self.placed(self.draw(), height, width, wild=not plain)
        if rng.random() < (0.1 if plain else 0.2):
            boxes = self.paste(pixels, boxes)
        if rng.random() < 0.05:
            pixels, boxes = bend(pixels, boxes, rng.uniform(0.08, 0.3))
        if rng.random() < 0.5:
            pixels, boxes = np.ascontiguousarray(pixels[:, ::-1]), mirrored(boxes, width)
        return change_light(pixels, rng), boxes

    def placed(self, index: int, height: int, width: int, wild: bool = True) -> tuple[np.ndarray, np.ndarray]:
        """A picture scaled, moved, at times tilted into a frame: as it fits, or `wild` anything from 0.7 of the fitting
        size to 1.5 times what covers the frame; little of a batch should be grey."""
        rng, pixels = self.rng, self.pixels[index]
        h, w = pixels.shape[:2]
        fit, cover = sorted((height / h, width / w))
        if wild:
            scale = fit * (cover / fit) ** rng.random() * float(np.exp(rng.uniform(-0.35, 0.4)))
        else:
            scale = fit * float(np.exp(rng.uniform(-0.12, 0.12)))
        stretch = float(np.exp(rng.uniform(-0.12, 0.12)))
        angle = rng.normal(0, 3) if rng.random() < 0.25 else 0.0
        turn = np.deg2rad(angle)
        a = np.array([[np.cos(turn) * scale * stretch, -np.sin(turn) * scale], [np.sin(turn) * scale * stretch, np.cos(turn) * scale]])
        slack = np.array([width, height]) - np.abs(a) @ np.array([w, h])
        middle = np.array([width, height]) / 2 + slack * rng.uniform(-0.5, 0.5, 2)
        matrix = np.concatenate((a, (middle - a @ np.array([w, h]) / 2)[:, None]), 1)
        source = pixels
        if scale < 0.6:  # linear sampling would skip pixels
            source = cv2.resize(pixels, (max(1, w // 2), max(1, h // 2)), interpolation=cv2.INTER_AREA)
            matrix[:, :2] *= np.array([w / source.shape[1], h / source.shape[0]])
        grey = PAD if rng.random() < 0.7 else int(rng.integers(0, 255))
        placed = cv2.warpAffine(source, matrix, (width, height), flags=cv2.INTER_LINEAR, borderValue=(grey,) * 3)
        if source is not pixels:
            matrix[:, :2] /= np.array([w / source.shape[1], h / source.shape[0]])
        corners = self.boxes[index][:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2) @ matrix[:, :2].T + matrix[:, 2]
        return placed, seen(around(corners, self.boxes[index]), height, width)

    def joined(self, height: int, width: int) -> tuple[np.ndarray, np.ndarray]:
        """Four pictures around a point, two side by side, or one beside its mirror image, as in a gym."""
        rng = self.rng
        pixels = np.full((height, width, 3), PAD, np.uint8)
        if rng.random() < 0.14:
            half = width // 2
            pixels[:, :half], boxes = self.placed(self.draw(), height, half)
            pixels[:, half : 2 * half] = pixels[:, half - 1 :: -1]
            return pixels, np.concatenate((boxes, mirrored(boxes, 2 * half)))
        x = int(width * rng.uniform(0.3, 0.7))
        y = int(height * rng.uniform(0.3, 0.7)) if rng.random() < 0.7 else height
        parts = []
        for top, bottom in ((0, y), (y, height)) if y < height else ((0, height),):
            for left, right in ((0, x), (x, width)):
                pixels[top:bottom, left:right], boxes = self.placed(self.draw(), bottom - top, right - left)
                boxes[:, :4] += np.array([left, top, left, top])
                parts.append(boxes)
        return pixels, np.concatenate(parts)

    def paste(self, pixels: np.ndarray, boxes: np.ndarray) -> np.ndarray:
        """Cuts people out of other pictures and sets them, soft at the rim, among those there: a made crowd."""
        rng = self.rng
        height, width = pixels.shape[:2]
        for _ in range(int(rng.integers(1, 7))):
            index, box = self.cuttable[int(rng.integers(len(self.cuttable)))]
            x1, y1, x2, y2 = (int(value) for value in np.round(box[:4]))
            cut = self.pixels[index][max(0, y1) : y2, max(0, x1) : x2]
            tall = float(np.exp(rng.uniform(np.log(22), np.log(0.7 * height))))
            scale = min(tall / cut.shape[0], 1.6, 0.9 * width / cut.shape[1], 0.95 * height / cut.shape[0])
            w, h = max(4, int(cut.shape[1] * scale)), max(8, int(cut.shape[0] * scale))
            cut = cv2.resize(cut, (w, h), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
            if rng.random() < 0.5:
                cut = cut[:, ::-1]
            x, y = int(rng.integers(0, width - w + 1)), int(rng.integers(0, height - h + 1))
            new = np.array([x, y, x + w, y + h], np.float32)
            if len(boxes) and covered(boxes, new).max() > 0.6:
                continue
            soft = rim(h, w)
            under = pixels[y : y + h, x : x + w]
            under[:] = (under + (cut.astype(np.float32) - under) * soft).astype(np.uint8)
            boxes = np.concatenate((boxes, np.append(new, box[4])[None].astype(np.float32)))
        return boxes


def mirrored(boxes: np.ndarray, width: int) -> np.ndarray:
    """Boxes of a picture of `width`, left and right exchanged."""
    other = boxes.copy()
    other[:, [0, 2]] = width - boxes[:, [2, 0]]
    return other


def rim(height: int, width: int) -> np.ndarray:
    """Weights `height x width x 1`: 1 inside, falling to 0 at the rim of a rounded frame."""
    ys = np.abs(np.linspace(-1, 1, height, dtype=np.float32))[:, None]
    xs = np.abs(np.linspace(-1, 1, width, dtype=np.float32))[None]
    return np.clip((1.0 - np.power(ys**4 + xs**4, 0.25)) / 0.12, 0, 1)[..., None]


def covered(boxes: np.ndarray, over: np.ndarray) -> np.ndarray:
    """Share of each of `boxes` (n x 5) that lies under the box `over`."""
    w = np.clip(np.minimum(boxes[:, 2], over[2]) - np.maximum(boxes[:, 0], over[0]), 0, None)
    h = np.clip(np.minimum(boxes[:, 3], over[3]) - np.maximum(boxes[:, 1], over[1]), 0, None)
    return w * h / np.maximum((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]), 1e-3)


def around(points: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    """Boxes around n x k points (x, y), a little inside their corners where tilted, with the scores of `boxes`."""
    return np.concatenate((points.min(1), points.max(1), boxes[:, 4:]), 1).astype(np.float32)


def seen(boxes: np.ndarray, height: int, width: int) -> np.ndarray:
    """Boxes cut at the frame, without those of whom too little is left."""
    whole = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    cut = boxes.copy()
    cut[:, [0, 2]] = cut[:, [0, 2]].clip(0, width)
    cut[:, [1, 3]] = cut[:, [1, 3]].clip(0, height)
    sides = cut[:, 2:4] - cut[:, :2]
    keep = (sides.prod(1) > LEAST_SEEN * whole) & (sides.min(1) >= LEAST_SIDE_PX)
    return cut[keep]


def bend(pixels: np.ndarray, boxes: np.ndarray, strength: float) -> tuple[np.ndarray, np.ndarray]:
    """Wide-angle bend: a point at radius r (1 at the corner) shows what lay at r (1 + strength r^2) / (1 + strength)."""
    height, width = pixels.shape[:2]
    half = np.array([width, height], np.float32) / 2
    corner = float(np.hypot(*half))
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    dx, dy = (xs + 0.5 - half[0]) / corner, (ys + 0.5 - half[1]) / corner
    factor = (1 + strength * (dx**2 + dy**2)) / (1 + strength) * corner
    bent = cv2.remap(pixels, dx * factor + half[0] - 0.5, dy * factor + half[1] - 0.5, cv2.INTER_LINEAR, borderValue=(PAD,) * 3)
    t = np.linspace(0, 1, 5)
    edge = [(a, b) for a in t for b in t if a in (0, 1) or b in (0, 1)]
    points = np.stack([np.stack((boxes[:, 0] + a * (boxes[:, 2] - boxes[:, 0]), boxes[:, 1] + b * (boxes[:, 3] - boxes[:, 1])), 1) for a, b in edge], 1)
    wanted = (points - half) / corner
    found = wanted.copy()
    for _ in range(6):  # the inverse has no closed form worth its length
        found = wanted * (1 + strength) / (1 + strength * (found**2).sum(2, keepdims=True))
    return bent, seen(around(found * corner + half, boxes), height, width)
