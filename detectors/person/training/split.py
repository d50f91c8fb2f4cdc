"""Which pictures validate: a rule on the group of a picture, so that near twins never stand on both sides.

    group  = surveillance/<number div 4> (one clip), exercise/<number div 2> (one exercise), else <folder>/<number>
    camera = of a clip that cameras.json lists with others: the group of the lowest of them; else the group itself
    validation when the first byte of SHA-256(camera, as ASCII) is below 38 of 256: about 15 %

`number` is that of the file name, without leading zeros. split.json holds the groups that come out, as a check.
The weights that ship were trained by the groups of split-by-clip.json, where each clip stood alone: 29 of the 35 clips
that validate there show a camera that was trained on. `npx tsx bench/accuracy/run.ts` judges those weights on the others.
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


def written_split(files: list[str]) -> dict:
    """What split.json holds: the groups that validate, in order, and a checksum over their lines."""
    groups = sorted({group_of(file) for file in files if validates(file)})
    checksum = hashlib.sha256("\n".join(groups).encode("ascii")).hexdigest()
    rule = "first byte of SHA-256(camera) < 38; camera = lowest clip of cameras.json, else group; group = surveillance/<n div 4>, exercise/<n div 2>, coco/<n>, street/<n>"
    return {"rule": rule, "groups": len(groups), "sha256_of_groups_joined_by_newline": checksum, "validation": groups}


if __name__ == "__main__":
    import argparse

    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--data", default="../shared/training")
    labels = json.loads((Path(arguments.parse_args().data) / "labels.json").read_text())
    text = json.dumps(written_split([row["file"] for row in labels]), indent=2)
    (Path(__file__).parent / "split.json").write_text(text + "\n")
