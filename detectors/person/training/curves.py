"""Draws the log of a training: losses, and what judging the validation pictures gave, over the minutes."""

import argparse
import csv
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402  the backend must be chosen first


def rows_of(path: Path) -> list[dict[str, float]]:
    with path.open(newline="") as file:
        return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]


def draw(folder: Path, out: Path) -> None:
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3), dpi=80)
    log, judged = rows_of(folder / "log.csv"), rows_of(folder / "judged.csv")
    minutes = [row["seconds"] / 60 for row in log]
    left.plot(minutes, [row["score_loss"] for row in log], label="score loss")
    left.plot(minutes, [2.5 * row["box_loss"] for row in log], label="box loss x 2.5")
    for source in ("coco", "surveillance", "exercise"):
        right.plot([row["seconds"] / 60 for row in judged], [row[f"{source}_ap50"] for row in judged], marker=".", label=source)
    right.set_title("AP50 on validation pictures")
    for axes in (left, right):
        axes.set_xlabel("minutes")
        axes.legend()
        axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--log", required=True, help="folder with log.csv and judged.csv")
    parser.add_argument("--out", default=str(Path(__file__).parent / "curves.png"))
    arguments = parser.parse_args()
    draw(Path(arguments.log), Path(arguments.out))
