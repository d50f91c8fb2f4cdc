"""Connections of ``http.client`` that are used again, and one request on its way over one of them."""

from __future__ import annotations

import functools
import http.client
import io
import os
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Optional, cast

from .cancellation import Cancellation
from .options import Settings

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

#: The service closes a connection that was idle for 10 s. One that waited for less than half of that is
#: not about to be closed while a request is on its way. Chosen here.
MOST_IDLE_S = 4.0
#: How many wait at most; more are opened when they are needed, and closed after. Chosen here.
MOST_IDLE = 8
_PIECE_BYTES = 16 * 1024


class Deadline:
    """The end of one request. Seconds of a clock that does not step."""

    def __init__(self, timeout: float) -> None:
        self.timeout = timeout
        self.renew()

    def renew(self) -> None:
        """The whole time begins again: a piece of a stream is waited for."""
        self._end = time.monotonic() + self.timeout

    def next_wait(self) -> float:
        """How long the next wait may take. Raises ``socket.timeout`` where nothing is left."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise socket.timeout
        return left


class _Timed(io.RawIOBase):
    """A socket for ``http.client.HTTPResponse``, each wait cut to what is left: a byte a second is late too."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        super().__init__()
        self._sock = sock
        self._deadline = deadline
        self._raw = sock.makefile("rb", buffering=0)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> Optional[int]:
        self._sock.settimeout(self._deadline.next_wait())
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


def _response(deadline: Deadline, sock: socket.socket, **how: Any) -> http.client.HTTPResponse:
    return http.client.HTTPResponse(cast(socket.socket, _Timed(sock, deadline)), **how)


class Pool:
    """Lends connections, the one used last first. Safe to use from many threads, and after a fork."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._idle: list[tuple[http.client.HTTPConnection, float]] = []
        self._process = os.getpid()
        self.is_closed = False

    def take(self) -> http.client.HTTPConnection:
        """One whose other end is there still, else a new one without a socket."""
        with self._lock:
            if os.getpid() != self._process:
                # The other process uses the same sockets: they are left to it.
                self._process, self._idle = os.getpid(), []
            while self._idle:
                connection, used_at = self._idle.pop()
                if time.monotonic() - used_at < MOST_IDLE_S and _is_quiet(connection.sock):
                    return connection
                connection.close()
        address, context = self._settings.address, self._settings.ssl_context
        if context is None:
            return http.client.HTTPConnection(address.host, address.port)
        return http.client.HTTPSConnection(address.host, address.port, context=context)

    def give_back(self, connection: http.client.HTTPConnection) -> None:
        """Keeps it for the next request, or closes it where enough wait."""
        with self._lock:
            if not self.is_closed and connection.sock is not None and len(self._idle) < MOST_IDLE:
                self._idle.append((connection, time.monotonic()))
                return
        connection.close()

    def close(self) -> None:
        """Closes those that wait. Those that are lent are closed when they come back."""
        with self._lock:
            self.is_closed = True
            idle, self._idle = self._idle, []
        for connection, _ in idle:
            connection.close()

    def __del__(self) -> None:
        # A client that nobody closed must not warn of sockets that its user never saw.
        self.close()


def _is_quiet(sock: socket.socket) -> bool:
    """Whether nothing came since the last answer: bytes or an end mean that it cannot be used again."""
    try:
        sock.settimeout(0)
        socket.socket.recv(sock, 1, socket.MSG_PEEK)
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


class Exchange:
    """Borrows a connection for one request; ``close`` it, whatever happens."""

    response: http.client.HTTPResponse

    def __init__(self, pool: Pool, deadline: Deadline, cancellation: Cancellation) -> None:
        self.deadline = deadline
        #: Whether the service may have got the request.
        self.is_sent = False
        self._pool = pool
        self._cancellation = cancellation
        self._connection: Optional[http.client.HTTPConnection] = None

    def send(
        self, method: str, target: str, fields: Mapping[str, str], content: Optional[bytes]
    ) -> None:
        """Sends the request and reads the head of the answer. Raises OSError, HTTPException, CallCancelled."""
        self._cancellation.check()
        self._connection = connection = self._pool.take()
        if not connection.sock:
            connection.timeout = self.deadline.next_wait()
            connection.connect()
        sock: socket.socket = connection.sock
        self._cancellation.attach(sock)
        timed = functools.partial(_response, self.deadline)
        connection.response_class = cast("type[http.client.HTTPResponse]", timed)
        sock.settimeout(self.deadline.next_wait())
        connection.request(method, target, content, dict(fields))
        # Not before: no service answers a request that was sent in part.
        self.is_sent = True
        self.response = connection.getresponse()

    def body(self) -> bytes:
        """The whole body; the connection is then free for others. Raises OSError and HTTPException."""
        body = self.response.read()
        # First: who ends this call from now on must not close a connection of others.
        self._cancellation.attach(None)
        connection, self._connection = self._connection, None
        if connection is not None:
            self._pool.give_back(connection)
        return body

    def pieces(self) -> Iterator[bytes]:
        """The body as it comes; each piece has the whole time. Raises OSError and HTTPException."""
        self.deadline.renew()
        while piece := self.response.read1(_PIECE_BYTES):
            yield piece
            self.deadline.renew()

    def close(self) -> None:
        """Closes the connection where the answer is still on its way."""
        connection, self._connection = self._connection, None
        if connection is not None:
            self._cancellation.attach(None)
            connection.close()
        if hasattr(self, "response"):
            self.response.close()
