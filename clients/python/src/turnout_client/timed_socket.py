"""A socket that keeps to a deadline, whatever the pace of the bytes.

``http.client`` waits for each piece on its own: a server that sends a byte a second would never be
late. Here every wait is cut to what is left of the request. It has what ``http.client`` uses of a socket.
"""

from __future__ import annotations

import contextlib
import io
import select
import socket
from typing import TYPE_CHECKING, Optional

from .deadline import Deadline

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer


class TimedSocket:
    """Owns ``sock``. One request at a time."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self._deadline: Optional[Deadline] = None
        self._readers = 0
        self._is_done = False

    def begin(self, deadline: Deadline) -> None:
        """From now on this deadline holds."""
        self._deadline = deadline

    def sendall(self, data: ReadableBuffer) -> None:
        """As of a socket. A request is small: it is sent in one go, in the time that is left."""
        self.sock.settimeout(self._wait_s())
        self.sock.sendall(data)

    def receive_into(self, buffer: WriteableBuffer) -> int:
        """Number of bytes that came; 0 is the end."""
        self.sock.settimeout(self._wait_s())
        return self.sock.recv_into(buffer)

    def makefile(self, _mode: str) -> io.BufferedReader:
        """What comes, as ``http.client`` reads it."""
        self._readers += 1
        return io.BufferedReader(_Incoming(self))

    def close(self) -> None:
        """Closed once what was made of it is closed too, as of a socket."""
        self._is_done = True
        if self._readers == 0:
            self.destroy()

    def reader_closed(self) -> None:
        """One less reads from it."""
        self._readers -= 1
        if self._is_done and self._readers <= 0:
            self.destroy()

    def destroy(self) -> None:
        """Closes it at once."""
        with contextlib.suppress(OSError):
            self.sock.close()

    def is_quiet(self) -> bool:
        """Whether nothing came since the last answer: bytes or an end mean that it cannot be used again."""
        try:
            return not _is_readable(self.sock)
        except (OSError, ValueError):
            # Closed, or a descriptor beyond what select can watch: a new connection is the safe way.
            return False

    def _wait_s(self) -> Optional[float]:
        return None if self._deadline is None else self._deadline.next_wait()


class _Incoming(io.RawIOBase):
    def __init__(self, timed: TimedSocket) -> None:
        super().__init__()
        self._timed = timed

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        return self._timed.receive_into(buffer)

    def close(self) -> None:
        if not self.closed:
            super().close()
            self._timed.reader_closed()


def _is_readable(sock: socket.socket) -> bool:
    """Whether bytes or an end are there. Raises OSError and ValueError."""
    if not hasattr(select, "poll"):
        readable, _, _ = select.select([sock], [], [], 0)
        return bool(readable)
    poll = select.poll()
    poll.register(sock, select.POLLIN)
    return bool(poll.poll(0))
