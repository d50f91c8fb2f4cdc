"""A server on loopback whose every byte a test decides: what is no HTTP can be sent too."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from types import TracebackType
from typing import Callable, Optional

LONG_S = 20.0


class Peer:
    """One connection, seen from the server."""

    def __init__(self, sock: socket.socket, number: int) -> None:
        self.sock = sock
        #: 0 is the first that was made.
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
        length = 0
        for line in head.decode().split("\r\n"):
            name, _, value = line.partition(":")
            if name.lower() == "content-length":
                length = int(value)
        while len(body) < length:
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


class Loopback:
    """Runs ``behave`` for every connection, in a thread of its own. ``with`` it."""

    def __init__(
        self, behave: Callable[[Peer], None], context: Optional[ssl.SSLContext] = None
    ) -> None:
        self._behave = behave
        self._context = context
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._threads: list[threading.Thread] = []
        self._peers: list[socket.socket] = []
        self.connections = 0
        #: What ``behave`` raised, connections that broke apart.
        self.faults: list[BaseException] = []
        scheme = "http" if context is None else "https"
        self.url = f"{scheme}://localhost:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Loopback:
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._accepting.join(LONG_S)
        for sock in self._peers:
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(LONG_S)
        if error is None and self.faults:
            raise self.faults[0]

    def _accept(self) -> None:
        while True:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            sock.settimeout(LONG_S)
            self._peers.append(sock)
            thread = threading.Thread(
                target=self._serve, args=(sock, self.connections), daemon=True
            )
            self.connections += 1
            self._threads.append(thread)
            thread.start()

    def _serve(self, sock: socket.socket, number: int) -> None:
        try:
            if self._context is not None:
                sock = self._context.wrap_socket(sock, server_side=True)
            self._behave(Peer(sock, number))
        except (ConnectionError, ssl.SSLError):
            pass
        except BaseException as error:
            self.faults.append(error)
        finally:
            sock.close()


def answers(body: str, status: str = "200 OK", fields: str = "") -> Callable[[Peer], None]:
    """Answers everything so, until the client goes."""

    def behave(peer: Peer) -> None:
        while peer.request():
            peer.answer(body, status, fields)

    return behave
