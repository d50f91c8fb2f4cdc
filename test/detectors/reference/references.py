"""Post-processing as the projects' own code does it, taken from clones of theirs when this runs; nothing of it is kept here.

Classes and functions are cut out of a file of the clone and run without the rest of the package, which would need its
training framework. Each reference gives (boxes x1 y1 x2 y2 in pixels of the input, scores, number before suppression).
"""

import ast
import math
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import List, Optional, Sequence, Tuple, Union

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.nn.modules.utils import _pair

import vision

#: Of each project: the repository that is looked for among the clones, and the commit that was used.
COMMITS = {
    "Megvii-BaseDetection/YOLOX": "6ddff4824372906469a7fae2dc3206c7aa4bbaee",
    "RangiLyu/nanodet": "be9b4a9001d7f9b6fc89c2df31ae8d428e35b4f0",
    "Peterande/D-FINE": "4a1f73a8bcfac736a88abde9596d87f116d780a7",
    "lyuwenyu/RT-DETR": "068dfde65f2667ad6555883c69d73de886518cad",
    "roboflow/rf-detr": "35ac6ab64634e188bbb0fa3fc5135132f0df45fc",
    # mmdetection itself is too large to be brought here: mmdet 3 as this repository has it.
    "SSSerpenttt/ThesisEGS-modified-mmdetection": "18d4bc4ada132c47bb0e916f4f7acccae80a1c0f",
}


class Clones:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def text(self, repository: str, path: str) -> str:
        clone = self.folder / repository.replace("/", "+")
        place = clone / "repo" if (clone / "repo").exists() else clone
        command = ["git", "-C", str(place), "show", f"{COMMITS[repository]}:{path}"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def cut(self, repository: str, path: str, names: Sequence[str], known: dict | None = None) -> dict:
        """The named classes and functions of a file; `Class.method` is the method alone, as a function."""
        nodes = []
        for node in ast.parse(self.text(repository, path)).body:
            for name in names:
                outer, _, inner = name.partition(".")
                if getattr(node, "name", None) != outer:
                    continue
                nodes += [node] if not inner else [one for one in node.body if getattr(one, "name", None) == inner]
        for node in nodes:
            node.decorator_list = [one for one in node.decorator_list if getattr(one, "id", "") == "property"]
        space = {
            "math": math, "np": np, "torch": torch, "torchvision": SimpleNamespace(ops=vision), "nn": nn, "F": F, "Tensor": Tensor,
            "_pair": _pair, "List": List, "Tuple": Tuple, "Union": Union, "Optional": Optional, "Sequence": Sequence,
            "DeviceType": Union[str, torch.device], **(known or {}),
        }
        exec(compile(ast.Module(nodes, []), path, "exec"), space)
        return {name.split(".")[-1]: space[name.split(".")[-1]] for name in names}


def yolox(clones: Clones, output, size, threshold: float, overlap: float):
    made = clones.cut("Megvii-BaseDetection/YOLOX", "yolox/utils/demo_utils.py", ["nms", "demo_postprocess"])
    rows = made["demo_postprocess"](output.numpy().copy(), size)[0]
    scores = rows[:, 4] * rows[:, 5]
    boxes = np.concatenate([rows[:, :2] - rows[:, 2:4] / 2, rows[:, :2] + rows[:, 2:4] / 2], 1)
    sure = scores > threshold
    kept = made["nms"](boxes[sure], scores[sure], overlap)
    # Its overlap counts a pixel more on each side than anybody else's: a network where that decides is not taken.
    usual = vision.nms(torch.from_numpy(boxes[sure]), torch.from_numpy(scores[sure]), overlap).tolist()
    if [int(at) for at in kept] != usual:
        return boxes[:0], scores[:0], 0
    return boxes[sure][kept], scores[sure][kept], int(sure.sum())


def nanodet_plus(clones: Clones, output, size, threshold: float, overlap: float):
    name = "RangiLyu/nanodet"
    suppress = clones.cut(name, "nanodet/model/module/nms.py", ["multiclass_nms", "batched_nms"], {"nms": vision.nms})
    boxing = clones.cut(name, "nanodet/util/box_transform.py", ["distance2bbox"])
    integral = clones.cut(name, "nanodet/model/head/gfl_head.py", ["Integral"])["Integral"]
    before: list[int] = []

    def at_threshold(boxes, scores, score_thr, nms_cfg, max_num):
        before.append(int((scores[:, 0] > threshold).sum()))
        return suppress["multiclass_nms"](boxes, scores, threshold, {"type": "nms", "iou_threshold": overlap}, max_num)

    # `forward` gives logits while the export has probabilities; `get_bboxes` wants the former.
    known = {"multiclass_nms": at_threshold, **boxing}
    head = "nanodet/model/head/nanodet_plus_head.py"
    methods = clones.cut(name, head, ["NanoDetPlusHead.get_bboxes", "NanoDetPlusHead.get_single_level_center_priors"], known)
    owner = SimpleNamespace(strides=[8, 16, 32, 64], distribution_project=integral(7))
    owner.get_single_level_center_priors = lambda *a, **k: methods["get_single_level_center_priors"](owner, *a, **k)
    classes = output.shape[2] - 32
    metas = {"img": torch.zeros(1, 3, *size)}
    (found, labels), = methods["get_bboxes"](owner, torch.logit(output[..., :classes]), output[..., classes:], metas)
    people = found[labels == 0].numpy()
    return people[:, :4], people[:, 4], before[0]


def rtmdet(clones: Clones, outputs, size, threshold: float, overlap: float):
    name = "SSSerpenttt/ThesisEGS-modified-mmdetection"
    points = clones.cut(name, "mmdet/models/task_modules/prior_generators/point_generator.py", ["MlvlPointGenerator"])
    boxing = clones.cut(name, "mmdet/structures/bbox/transforms.py", ["distance2bbox"])
    scores, distances = outputs[:3], outputs[3:]
    # `configs/rtmdet/rtmdet_l_8xb32-300e_coco.py`: anchor_generator MlvlPointGenerator, offset 0; nms of mmcv is torchvision's, without more.
    priors = points["MlvlPointGenerator"]([8, 16, 32], offset=0).grid_priors([one.shape[-2:] for one in scores], device="cpu")
    rows = [one[0].permute(1, 2, 0).reshape(-1, 4) for one in distances]
    boxes = boxing["distance2bbox"](torch.cat(priors), torch.cat(rows), max_shape=size)
    people = torch.cat([one[0, 0].reshape(-1) for one in scores]).sigmoid()
    sure = people > threshold
    kept = vision.nms(boxes[sure], people[sure], overlap)
    return boxes[sure][kept].numpy(), people[sure][kept].numpy(), int(sure.sum())


def transformer(clones: Clones, outputs, size, threshold: float, project: str):
    boxes, logits = outputs
    tables = {"pred_boxes": boxes.clone(), "pred_logits": logits}
    height, width = size
    if project == "roboflow/rf-detr":
        box_ops = SimpleNamespace(box_cxcywh_to_xyxy=lambda one: vision.box_convert(one, "cxcywh", "xyxy"))
        cut = clones.cut(project, "rfdetr/models/lwdetr.py", ["PostProcess"], {"box_ops": box_ops})
        (found,), person = cut["PostProcess"](300)(tables, torch.tensor([[height, width]])), 1
    else:
        path, name = {
            "Peterande/D-FINE": ("src/zoo/dfine/postprocessor.py", "DFINEPostProcessor"),
            "lyuwenyu/RT-DETR": ("rtdetrv2_pytorch/src/zoo/rtdetr/rtdetr_postprocessor.py", "RTDETRPostProcessor"),
        }[project]
        (found,), person = clones.cut(project, path, [name, "mod"])[name]()(tables, torch.tensor([[width, height]])), 0
    sure = (found["labels"] == person) & (found["scores"] >= threshold)
    return found["boxes"][sure].numpy(), found["scores"][sure].numpy(), int(sure.sum())
