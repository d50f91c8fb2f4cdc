"""Connections that wait to be used again."""

from __future__ import annotations

import os
import ssl
import threading
import time
from typing import Optional

from .address import Address, open_socket
from .cancellation import Cancellation
from .connection import Connection
from .deadline import Deadline
from .timed_socket import TimedSocket

#: The service closes a connection that was idle for 10 s (docs/api.md, Limits). One that waited for
#: less than half of it is not about to be closed while a request is on its way. Chosen here.
MOST_IDLE_S = 4.0
#: How many wait at most; more are opened when they are needed, and closed after. Chosen here.
MOST_IDLE = 8


class Pool:
    """Lends connections, the one used last first. Safe to use from many threads, and after a fork."""

    def __init__(self, address: Address, context: Optional[ssl.SSLContext]) -> None:
        self._address = address
        self._context = context
        self._lock = threading.Lock()
        self._idle: list[Connection] = []
        self._process = os.getpid()
        self._is_closed = False

    def take(self) -> Optional[Connection]:
        """One that waits and whose other end is there still; None where a new one must be opened."""
        while True:
            connection = self._pop()
            if connection is None:
                return None
            is_fresh = time.monotonic() - connection.used_at < MOST_IDLE_S
            if is_fresh and connection.is_usable():
                return connection
            connection.close()

    def open(self, deadline: Deadline, cancellation: Cancellation) -> Connection:
        """A new one. Raises OSError, ssl.SSLError among them, and CallCancelled."""
        sock = open_socket(self._address, self._context, deadline, cancellation)
        return Connection(self._address, TimedSocket(sock))

    def give_back(self, connection: Connection) -> None:
        """Keeps it for the next request, or closes it where enough wait."""
        with self._lock:
            if not self._is_closed and len(self._idle) < MOST_IDLE:
                self._idle.append(connection)
                return
        connection.close()

    def close(self) -> None:
        """Closes those that wait. Those that are lent are closed when they come back."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def __del__(self) -> None:
        # Whoever forgets to close a client is not warned of sockets that they never saw.
        self.close()

    def _pop(self) -> Optional[Connection]:
        with self._lock:
            if os.getpid() != self._process:
                # The other process uses the same sockets: they are left to it.
                self._process, self._idle = os.getpid(), []
            return self._idle.pop() if self._idle else None
