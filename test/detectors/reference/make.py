"""Writes the networks here and what the projects' own post-processing makes of a picture with them.

    python make.py --from DIR      DIR/OWNER+NAME: clones of the repositories in references.py; needs torch and onnx

The picture is a formula (`picture`), so that `reference.test.ts` draws the same one. Networks are drawn anew until no box
lies in another, no two that overlap are near the limit, and the border of the picture changes nothing: there Turnout's
rules differ from the projects' on purpose (a part of a body is no second person; a box may reach outside).
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

import networks
import references
from vision import box_iou

WIDTH, HEIGHT = 160, 128
THRESHOLD, OVERLAP = 0.4, 0.5
HERE = Path(__file__).parent
IMAGENET = ([123.675, 116.28, 103.53], [58.395, 57.12, 57.375])


def picture() -> np.ndarray:
    """Height x width x RGB, 0..255."""
    y, x, c = np.meshgrid(np.arange(HEIGHT), np.arange(WIDTH), np.arange(3), indexing="ij")
    return (x * 7 + y * 13 + c * 50 + (x * y) % 97 * 2) % 256


def plane(order: str, mean, std) -> torch.Tensor:
    """The picture as a project hands it to its network."""
    values = picture()[..., ::-1] if order == "bgr" else picture()
    scaled = (values - np.array(mean)) / np.array(std)
    return torch.from_numpy(scaled.transpose(2, 0, 1)[None].astype(np.float32))


BGR_IMAGENET = ("bgr", [103.53, 116.28, 123.675], [57.375, 57.12, 58.395])
PLAIN_BGR = ("bgr", [0] * 3, [1] * 3)
UNIT_RGB = ("rgb", [0] * 3, [255] * 3)
SIZE = (HEIGHT, WIDTH)

#: Name, network, picture, names of the outputs, reference.
FAMILIES = {
    "yolox": (networks.Yolox, PLAIN_BGR, ["output"], lambda c, o: references.yolox(c, o, SIZE, THRESHOLD, OVERLAP)),
    "nanodet-plus": (networks.NanodetPlus, BGR_IMAGENET, ["output"], lambda c, o: references.nanodet_plus(c, o, SIZE, THRESHOLD, OVERLAP)),
    "rtmdet": (networks.Rtmdet, BGR_IMAGENET, [f"{what}_{at}" for what in ("cls", "bbox") for at in range(3)],
               lambda c, o: references.rtmdet(c, o, SIZE, THRESHOLD, OVERLAP)),
    "d-fine": (lambda: networks.Transformer(80, 0), UNIT_RGB, ["pred_boxes", "logits"],
               lambda c, o: references.transformer(c, o, SIZE, THRESHOLD, "Peterande/D-FINE")),
    "rt-detr": (lambda: networks.Transformer(80, 0), UNIT_RGB, ["pred_boxes", "logits"],
                lambda c, o: references.transformer(c, o, SIZE, THRESHOLD, "lyuwenyu/RT-DETR")),
    "rf-detr": (lambda: networks.Transformer(91, 1), ("rgb", *IMAGENET), ["dets", "labels"],
                lambda c, o: references.transformer(c, o, SIZE, THRESHOLD, "roboflow/rf-detr")),
}


def is_plain(boxes: np.ndarray, scores: np.ndarray, before: int) -> bool:
    """Whether what is kept stays the same by Turnout's rules: see above."""
    found = torch.from_numpy(boxes)
    if len(found) < 12 or before < 1.3 * len(found):
        return False
    shared, area = box_iou(found, found), (found[:, 2:] - found[:, :2]).prod(1)
    both = shared * (area[:, None] + area[None]) / (1 + shared)
    inside = both / torch.minimum(area[:, None], area[None])
    apart = ~torch.eye(len(found), dtype=torch.bool)
    return bool((inside[apart] < 0.95).all() and (shared[apart] < OVERLAP - 0.02).all())


def make(name: str, clones: references.Clones) -> None:
    build, how, outputs, reference = FAMILIES[name]
    values = plane(*how)
    for seed in range(400):
        torch.manual_seed(seed)
        network = build().eval()
        network.settle(values, network.aim)
        with torch.no_grad():
            boxes, scores, before = reference(clones, network(values))
        if isinstance(network, networks.Transformer) or is_plain(boxes, scores, before):
            break
    else:
        raise SystemExit(f"{name}: no plain network among the seeds")
    torch.onnx.export(network, (values,), str(HERE / f"{name}.onnx"), input_names=["images"], output_names=outputs,
                      opset_version=17, dynamo=False)
    rows = [[round(float(side), 4) for side in (*box, score)] for box, score in zip(boxes, scores)]
    rows.sort(key=lambda row: -row[4])
    told = {"threshold": THRESHOLD, "overlap": OVERLAP, "before": before, "people": rows}
    (HERE / f"{name}.json").write_text(json.dumps(told) + "\n")
    print(f"{name}: seed {seed}, {before} before suppression, {len(rows)} people, {(HERE / f'{name}.onnx').stat().st_size} bytes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="clones", type=Path, required=True)
    parser.add_argument("--only", nargs="*", default=list(FAMILIES))
    chosen = parser.parse_args()
    for family in chosen.only:
        make(family, references.Clones(chosen.clones))
