"""Judges detectors on the validation split: average precision at IoU 0.5, recall, precision and the error of the count.

    python evaluate.py --data ../shared/training --model ../person.onnx --against yolox_nano.onnx
"""

import argparse
import json
import time
from pathlib import Path

import cv2
import numpy as np
import torch

from metrics import figures_of, suppress
from model import PAD, PersonNet, boxes_of, cell_middles
from pictures import Picture, read_pictures

LEAST_SCORE = 0.02
TWIN_IOU = 0.55
STRIDES_PX = (8, 16, 32)


def letterbox(pixels: np.ndarray, height: int, width: int) -> tuple[np.ndarray, float]:
    """The picture at the top left of a grey frame, as large as fits, and its scale."""
    scale = min(height / pixels.shape[0], width / pixels.shape[1])
    h, w = round(pixels.shape[0] * scale), round(pixels.shape[1] * scale)
    frame = np.full((height, width, 3), PAD, np.uint8)
    frame[:h, :w] = cv2.resize(pixels, (w, h), interpolation=cv2.INTER_LINEAR) if scale != 1 else pixels
    return frame, scale


@torch.no_grad()
def evaluate_network(net: PersonNet, pictures: list[Picture], height: int, width: int, device: torch.device) -> dict:
    """Figures by source of a network in torch; its weights are not changed."""
    middles, _ = cell_middles(height, width)
    found = []
    for picture in pictures:
        frame, scale = letterbox(picture.pixels, height, width)
        x = torch.from_numpy(frame).permute(2, 0, 1)[None].to(device).float().contiguous(memory_format=torch.channels_last)
        rows = net(x)[0].float().cpu()
        boxes = torch.cat((boxes_of(rows[:, :4], middles) / scale, rows[:, 4:].sigmoid()), 1).numpy()
        found.append(suppress(boxes[boxes[:, 4] >= LEAST_SCORE], TWIN_IOU))
    return figures_of(pictures, found)


def ours(session) -> callable:
    """Boxes n x 5 (x1, y1, x2, y2 in input pixels, score) of our ONNX for a frame h x w x 3 RGB."""
    name = session.get_inputs()[0].name

    def run(frame: np.ndarray) -> np.ndarray:
        return session.run(None, {name: frame.transpose(2, 0, 1)[None].astype(np.float32)})[0][0]

    return run


def yolox(session) -> callable:
    """The same of a YOLOX model of Megvii: BGR in; cx, cy, log w, log h in cells out, objectness and class scores."""
    name = session.get_inputs()[0].name
    height, width = session.get_inputs()[0].shape[2:]
    middles, strides = (x.numpy() for x in cell_middles(height, width))
    corners, strides = middles - strides[:, None] / 2, strides[:, None]

    def run(frame: np.ndarray) -> np.ndarray:
        rows = session.run(None, {name: np.ascontiguousarray(frame[..., ::-1].transpose(2, 0, 1)[None], np.float32)})[0][0]
        middle, side = rows[:, :2] * strides + corners, np.exp(rows[:, 2:4]) * strides
        return np.concatenate((middle - side / 2, middle + side / 2, rows[:, 4:5] * rows[:, 5:6]), 1)

    return run


def judge(path: Path, kind: callable, pictures: list[Picture]) -> dict:
    """Figures and milliseconds of an ONNX model through ONNX Runtime with one thread."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    height, width = session.get_inputs()[0].shape[2:]
    run, found, spent = kind(session), [], []
    for picture in pictures:
        frame, scale = letterbox(picture.pixels, height, width)
        begun = time.perf_counter()
        boxes = run(frame)
        spent.append(time.perf_counter() - begun)
        boxes = boxes[boxes[:, 4] >= LEAST_SCORE]
        found.append(suppress(boxes / np.array([scale] * 4 + [1], np.float32), TWIN_IOU))
    return {"ms": round(float(np.median(spent)) * 1e3, 2), **figures_of(pictures, found)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="../shared/training")
    parser.add_argument("--model", default=str(Path(__file__).parent.parent / "person.onnx"))
    parser.add_argument("--against", help="a YOLOX model to compare with, such as yolox_nano.onnx")
    arguments = parser.parse_args()
    validation = read_pictures(Path(arguments.data), validation=True)
    for label, path, kind in (("person", arguments.model, ours), ("yolox", arguments.against, yolox)):
        if path:
            print(label, json.dumps(judge(Path(path), kind, validation), indent=1))
