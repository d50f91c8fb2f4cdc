"""Writes the data folder again with smaller JPEGs, where it must travel to a machine that takes only so many MB."""

import argparse
import shutil
from pathlib import Path

import cv2


def pack(data: Path, out: Path, quality: int) -> int:
    """Bytes written. Sizes of pictures and labels stay as they are."""
    total = 0
    for path in sorted((data / "images").rglob("*.jpg")):
        target = out / path.relative_to(data)
        target.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(target), cv2.imread(str(path)), (cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1))
        total += target.stat().st_size
    shutil.copyfile(data / "labels.json", out / "labels.json")
    return total


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default="../shared/training")
    parser.add_argument("--out", required=True)
    parser.add_argument("--quality", type=int, default=80)
    arguments = parser.parse_args()
    print(f"{pack(Path(arguments.data), Path(arguments.out), arguments.quality) / 2**20:.1f} MiB")
