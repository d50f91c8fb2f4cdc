"""One connection: sends a request, reads an answer, and knows whether it can be used again."""

from __future__ import annotations

import http.client
import time
from collections.abc import Mapping
from typing import Optional

from .address import Address
from .cancellation import Cancellation
from .deadline import Deadline
from .timed_socket import TimedSocket

#: Longest body that is read. Answers are a few KB, and every list of theirs has an end: whatever is
#: longer than this is not of Turnout.
MOST_BODY_BYTES = 32 * 1024 * 1024
_PIECE_BYTES = 64 * 1024


class TooLong(Exception):
    """A body is longer than MOST_BODY_BYTES."""


class Connection:
    """Owns ``timed``. One request at a time."""

    def __init__(self, address: Address, timed: TimedSocket) -> None:
        self._timed = timed
        self._http = http.client.HTTPConnection(address.host, address.port)
        # Left out of the field Host where it is the one of the scheme.
        self._http.default_port = 443 if address.is_secure else 80
        # Connections are opened elsewhere, under the deadline.
        self._http.auto_open = 0
        self._http.sock = timed
        #: When it was last used, of a clock that does not step.
        self.used_at = time.monotonic()

    def begin(self, deadline: Deadline, cancellation: Cancellation) -> None:
        """What holds for the next request. Raises CallCancelled."""
        self._timed.begin(deadline)
        cancellation.attach(self._timed.sock)

    def send(
        self, method: str, target: str, headers: Mapping[str, str], body: Optional[bytes]
    ) -> None:
        """Hands over a request. Where it raises, no whole request was sent."""
        self._http.request(method, target, body, dict(headers))

    def receive(self) -> http.client.HTTPResponse:
        """The head of the answer."""
        return self._http.getresponse()

    def body_of(self, response: http.client.HTTPResponse) -> bytes:
        """The whole body. Raises ``http.client.IncompleteRead`` where it breaks off, and TooLong."""
        pieces: list[bytes] = []
        size = 0
        while piece := response.read(_PIECE_BYTES):
            pieces.append(piece)
            size += len(piece)
            if size > MOST_BODY_BYTES:
                raise TooLong
        if response.length:
            raise http.client.IncompleteRead(b"", response.length)
        return b"".join(pieces)

    def finish(self, response: http.client.HTTPResponse) -> bool:
        """After a whole answer: whether the connection can be used again."""
        is_kept = not response.will_close
        response.close()
        self.used_at = time.monotonic()
        return is_kept

    def is_usable(self) -> bool:
        """Whether the other end seems to be there still."""
        return self._timed.is_quiet()

    def close(self) -> None:
        """Closes it at once."""
        self._http.close()
        self._timed.destroy()
