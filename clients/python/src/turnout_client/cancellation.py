"""How a call is ended from another thread: its socket is shut, which wakes whoever waits for it."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import Optional


class CallCancelled(Exception):
    """The call was ended from outside. Nobody sees it: who ended the call does not wait for it."""


class Cancellation:
    """Ends one call. Safe to use from many threads."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._socket: Optional[socket.socket] = None

    @property
    def is_cancelled(self) -> bool:
        """Whether the call was ended."""
        return self._event.is_set()

    def cancel(self) -> None:
        """Ends the call: the service sees the connection close, a wait ends at once."""
        with self._lock:
            self._event.set()
            if self._socket is not None:
                shut(self._socket)

    def attach(self, sock: socket.socket) -> None:
        """The socket that the call uses from now on. Raises CallCancelled where it was ended before."""
        with self._lock:
            if self._event.is_set():
                shut(sock)
                raise CallCancelled
            self._socket = sock

    def detach(self) -> None:
        """The call uses no socket any more."""
        with self._lock:
            self._socket = None

    def check(self) -> None:
        """Raises CallCancelled where the call was ended."""
        if self._event.is_set():
            raise CallCancelled

    def wait(self, seconds: float) -> None:
        """Sleeps. Raises CallCancelled as soon as the call is ended."""
        if self._event.wait(seconds):
            raise CallCancelled


def shut(sock: socket.socket) -> None:
    """Shuts both directions: closing alone would not wake a thread that reads.

    Of a TLS socket the one beneath is shut, whose state another thread may be using.
    """
    with contextlib.suppress(OSError):
        socket.socket.shutdown(sock, socket.SHUT_RDWR)
