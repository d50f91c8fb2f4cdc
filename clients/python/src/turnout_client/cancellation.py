"""How a call is ended from another thread: its socket is shut, which wakes the thread that waits for it."""

from __future__ import annotations

import contextlib
import socket
import threading
from contextvars import ContextVar
from typing import Optional


class CallCancelled(Exception):
    """The call was ended from outside. Callers never see it: whoever ended the call does not wait for it."""


class Cancellation:
    """Ends one call. Safe to use from many threads."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._socket: Optional[socket.socket] = None

    def cancel(self) -> None:
        """Ends the call: the service sees the connection close, a wait ends at once."""
        with self._lock:
            self._event.set()
            if self._socket is not None:
                # Closing alone would not wake a thread that reads. Of a TLS socket the one beneath is shut,
                # whose state another thread may be using.
                with contextlib.suppress(OSError):
                    socket.socket.shutdown(self._socket, socket.SHUT_RDWR)

    def attach(self, sock: Optional[socket.socket]) -> None:
        """The socket that the call uses from now on. Raises CallCancelled where it was ended before."""
        with self._lock:
            self._socket = sock
        if sock is not None:
            self.check()

    def check(self) -> None:
        """Raises CallCancelled where the call was ended."""
        if self._event.is_set():
            raise CallCancelled

    def wait(self, seconds: float) -> None:
        """Sleeps. Raises CallCancelled as soon as the call is ended."""
        if self._event.wait(seconds):
            raise CallCancelled


#: Of the call that runs in this thread, where a task of asyncio waits for it.
CURRENT: ContextVar[Optional[Cancellation]] = ContextVar("CURRENT", default=None)
