"""A server on loopback whose every byte a test decides: what is no HTTP can be sent too."""

from __future__ import annotations

import contextlib
import socket
import socketserver
import ssl
import sys
import threading
from typing import Any, Callable, Optional

LONG_S = 20.0


class Peer:
    """One connection, seen from the server. ``number`` 0 is the first that was made."""

    def __init__(self, sock: socket.socket, number: int) -> None:
        self.sock = sock
        self.number = number

    def request(self) -> str:
        """The next request with its body; empty where the client is gone."""
        text = b""
        while b"\r\n\r\n" not in text:
            piece = self.sock.recv(4096)
            if not piece:
                return ""
            text += piece
        head, _, body = text.partition(b"\r\n\r\n")
        _, _, length = head.lower().partition(b"content-length: ")
        while len(body) < int(length.partition(b"\r\n")[0] or 0):
            body += self.sock.recv(4096)
        return (head + b"\r\n\r\n" + body).decode()

    def send(self, text: str) -> None:
        """Bytes as they are."""
        self.sock.sendall(text.encode())

    def answer(self, body: str, status: str = "200 OK", fields: str = "") -> None:
        """A whole answer; the connection stays."""
        self.send(
            f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\n{fields}"
            f"Content-Length: {len(body.encode())}\r\n\r\n{body}"
        )

    def wait_for_end(self) -> None:
        """Returns when the client has closed; raises where it has not within LONG_S."""
        while self.sock.recv(4096):
            pass


class Loopback(socketserver.ThreadingTCPServer):
    """Runs ``behave`` for every connection, in a thread of its own. ``with`` it."""

    def __init__(
        self, behave: Callable[[Peer], None], context: Optional[ssl.SSLContext] = None
    ) -> None:
        super().__init__(("127.0.0.1", 0), socketserver.BaseRequestHandler)
        self._behave = behave
        self._context = context
        self._peers: list[socket.socket] = []
        self.connections = 0
        #: What ``behave`` raised, connections that broke apart.
        self.faults: list[Optional[BaseException]] = []
        scheme = "http" if context is None else "https"
        self.url = f"{scheme}://localhost:{self.server_address[1]}"

    def get_request(self) -> tuple[socket.socket, Any]:
        sock, _ = self.socket.accept()
        sock.settimeout(LONG_S)
        self.connections += 1
        if self._context is not None:
            sock = self._context.wrap_socket(sock, server_side=True)
        self._peers.append(sock)
        return sock, self.connections - 1

    def finish_request(self, request: Any, client_address: Any) -> None:
        self._behave(Peer(request, client_address))

    def handle_error(self, *_: Any) -> None:
        if not isinstance(sys.exc_info()[1], (ConnectionError, ssl.SSLError)):
            self.faults.append(sys.exc_info()[1])

    def __enter__(self) -> Loopback:
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: Any) -> None:
        self.shutdown()
        for sock in self._peers:
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
        self.server_close()
        assert self.faults == []


def answers(body: str, status: str = "200 OK", fields: str = "") -> Callable[[Peer], None]:
    """Answers everything so, until the client goes."""

    def behave(peer: Peer) -> None:
        while peer.request():
            peer.answer(body, status, fields)

    return behave
