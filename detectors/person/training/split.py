"""Which pictures validate: a rule on the group of a picture, so that near twins never stand on both sides.

    group  = surveillance/<number div 4> (one clip), exercise/<number div 2> (one exercise), else <folder>/<number>
    camera = of a clip that cameras.json lists with others: the group of the lowest of them; else the group itself
    validation when the first byte of SHA-256(camera, as ASCII) is below 38 of 256: about 15 %

`number` is that of the file name, without leading zeros. The weights that ship were trained by the group in place of the
camera, where each clip stood alone: 29 of the 35 clips that validate there show a camera that was trained on.
`npx tsx bench/accuracy/run.ts` judges those weights on the others.
"""

import hashlib
import json
from pathlib import Path

BELOW = 38
PICTURES_A_GROUP = {"surveillance": 4, "exercise": 2}
CAMERAS = json.loads((Path(__file__).parent / "cameras.json").read_text())
FIRST_CLIP = {clip: min(clips) for clips in CAMERAS for clip in clips}


def source_of(file: str) -> str:
    """`images/coco/0001.jpg` -> `coco`."""
    return Path(file).parent.name


def group_of(file: str) -> str:
    """`images/surveillance/0013.jpg` -> `surveillance/3`."""
    source = source_of(file)
    return f"{source}/{int(Path(file).stem) // PICTURES_A_GROUP.get(source, 1)}"


def camera_of(group: str) -> str:
    """`surveillance/137` -> `surveillance/0`, a clip of the same camera."""
    source, number = group.split("/")
    return f"{source}/{FIRST_CLIP.get(int(number), number)}" if source == "surveillance" else group


def validates(file: str) -> bool:
    """Whether a picture is never trained on."""
    return hashlib.sha256(camera_of(group_of(file)).encode("ascii")).digest()[0] < BELOW
