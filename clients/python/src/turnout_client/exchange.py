"""One request on its way, and its answer."""

from __future__ import annotations

import http.client
from collections.abc import Iterator, Mapping
from typing import Optional

from .cancellation import Cancellation
from .connection import Connection
from .deadline import Deadline
from .pool import Pool

#: Of a stream. Events are smaller than this.
_PIECE_BYTES = 16 * 1024


class Exchange:
    """Borrows a connection for one request; ``close`` it, whatever happens."""

    def __init__(self, pool: Pool, deadline: Deadline, cancellation: Cancellation) -> None:
        self.deadline = deadline
        #: Whether the service may have got the request.
        self.is_sent = False
        self.status = 0
        #: Of the answer, names in small letters; of a name that came twice both, with a comma.
        self.headers: Mapping[str, str] = {}
        self._pool = pool
        self._cancellation = cancellation
        self._connection: Optional[Connection] = None
        self._response: Optional[http.client.HTTPResponse] = None

    def connect(self, timeout: float) -> None:
        """Takes a connection that waits, or opens one. Raises OSError and CallCancelled."""
        self._connection = self._pool.take()
        if self._connection is None:
            within = Deadline(min(timeout, self.deadline.left()))
            self._connection = self._pool.open(within, self._cancellation)

    def send(
        self, method: str, target: str, fields: Mapping[str, str], content: Optional[bytes]
    ) -> None:
        """Sends the request and reads the head of the answer. Raises OSError, HTTPException, CallCancelled."""
        connection = self._borrowed()
        connection.begin(self.deadline, self._cancellation)
        connection.send(method, target, fields, content)
        # Not before: where a request was sent in part, nobody can have answered it.
        self.is_sent = True
        response = connection.receive()
        self._response = response
        self.status = response.status
        headers: dict[str, str] = {}
        for name, value in response.getheaders():
            key = name.lower()
            headers[key] = f"{headers[key]}, {value}" if key in headers else value
        self.headers = headers

    def body(self) -> bytes:
        """The whole body; the connection is then free for others. Raises OSError, HTTPException, TooLong."""
        connection, response = self._borrowed(), self._answered()
        body = connection.body_of(response)
        # First: who ends this call from now on must not close a connection of others.
        self._cancellation.detach()
        self._connection = None
        if connection.finish(response):
            self._pool.give_back(connection)
        else:
            connection.close()
        return body

    def pieces(self) -> Iterator[bytes]:
        """The body as it comes; each piece has the whole time. Raises OSError, HTTPException."""
        response = self._answered()
        declared = response.length
        came = 0
        while declared is None or came < declared:
            self.deadline.renew()
            piece = response.read1(_PIECE_BYTES)
            if not piece:
                return
            came += len(piece)
            yield piece

    def close(self) -> None:
        """Closes the connection where the answer is still on its way."""
        connection, self._connection = self._connection, None
        if connection is not None:
            self._cancellation.detach()
            connection.close()

    def _borrowed(self) -> Connection:
        if self._connection is None:
            raise RuntimeError("The exchange has no connection.")
        return self._connection

    def _answered(self) -> http.client.HTTPResponse:
        if self._response is None:
            raise RuntimeError("The exchange has no answer.")
        return self._response
