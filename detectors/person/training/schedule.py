"""How fast and on what size of picture training goes, by the clock: however slow the machine, it ends well cooled."""

import math


class Schedule:
    """`sizes`: 'share:HxWxB,...' - from that share of the time on, pictures of H x W pixels, B at once."""

    def __init__(self, total_s: float, rate: float, sizes: str, warm: float = 0.015, flat: float = 0.4, last: float = 0.88) -> None:
        self.total_s, self.top, self.warm, self.flat, self.last = total_s, rate, warm, flat, last
        self.sizes = []
        for entry in sizes.split(","):
            share, size = entry.split(":")
            self.sizes.append((float(share), tuple(int(side) for side in size.split("x"))))

    def size(self, now_s: float) -> tuple[int, int, int]:
        """Height, width and pictures a batch."""
        return [size for share, size in self.sizes if now_s >= share * self.total_s][-1]

    def rate(self, now_s: float) -> float:
        """A short rise, a plateau, then half a cosine down to a fiftieth."""
        share = now_s / self.total_s
        if share < self.warm:
            return self.top * (0.05 + 0.95 * share / self.warm)
        fall = max(0.0, (share - self.flat) / (1 - self.flat))
        return self.top * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(1.0, fall))))

    def is_last(self, now_s: float) -> bool:
        """The end of training sees pictures nearly as cameras send them."""
        return now_s >= self.last * self.total_s
