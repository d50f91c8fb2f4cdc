"""How long things may take. All in seconds of a clock that does not step."""

from __future__ import annotations

import socket
import time
from typing import Optional


class Deadline:
    """The end of one request, and the longest silence within it."""

    def __init__(self, timeout: float, silence: Optional[float] = None) -> None:
        self.timeout = timeout
        self.silence = silence
        self._ends_at = time.monotonic() + timeout

    def renew(self) -> None:
        """The whole time again: pieces of a stream have it each."""
        self._ends_at = time.monotonic() + self.timeout

    @property
    def is_over(self) -> bool:
        """Whether there is no time left."""
        return time.monotonic() >= self._ends_at

    def left(self) -> float:
        """Seconds until the end, above 0. Raises ``socket.timeout`` where there are none."""
        left = self._ends_at - time.monotonic()
        if left <= 0:
            raise socket.timeout("timed out")
        return left

    def next_wait(self) -> float:
        """Seconds that the next wait for bytes may take. Raises as ``left``."""
        left = self.left()
        return left if self.silence is None else min(left, self.silence)
