"""Threads that an event loop hands calls to. Ending the task closes the socket of its call."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Callable, TypeVar

from .cancellation import Cancellation

Value = TypeVar("Value")


class Worker:
    """Runs blocking calls, at most ``most_calls`` at once; those beyond wait for their turn."""

    def __init__(self, most_calls: int) -> None:
        self._threads = ThreadPoolExecutor(most_calls, thread_name_prefix="turnout-client")

    async def run(self, call: Callable[[Cancellation], Value], cancellation: Cancellation) -> Value:
        """What ``call`` gives. Where the task is cancelled meanwhile, so is ``cancellation``."""
        future = self._threads.submit(call, cancellation)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            cancellation.cancel()
            raise

    def close(self) -> None:
        """No call is taken any more; those that run go on to their end."""
        self._threads.shutdown(wait=False)
