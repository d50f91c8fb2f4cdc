"""Where the service is, and how a connection to it is opened."""

from __future__ import annotations

import socket
import ssl
from dataclasses import dataclass
from typing import Optional
from urllib.parse import quote, urlsplit

from .cancellation import Cancellation
from .deadline import Deadline


@dataclass(frozen=True)
class Address:
    """A base address. IPv6 hosts have no brackets; names beyond ASCII are encoded."""

    is_secure: bool
    host: str
    port: int
    #: Path before every path of the service, without a slash at its end.
    prefix: str


def address_in(text: str) -> Address:
    """Reads a base address. Raises ValueError; the address is not repeated, for it may hold a password."""
    try:
        parts = urlsplit(text.strip())
        host = (parts.hostname or "").encode("idna").decode("ascii")
        is_secure = parts.scheme == "https"
        port = parts.port or (443 if is_secure else 80)
    except ValueError:
        host = ""
    is_web = host != "" and parts.scheme in ("http", "https")
    if not is_web or "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError(
            "base_url must be an http or https address without user name, query or fragment, "
            "such as https://turnout.example."
        )
    return Address(is_secure, host, port, quote(parts.path.rstrip("/"), safe="/%:@!$&'()*+,;=~"))


def open_socket(
    address: Address,
    context: Optional[ssl.SSLContext],
    deadline: Deadline,
    cancellation: Cancellation,
) -> socket.socket:
    """A connected socket, of TLS where there is a context. Raises OSError, ssl.SSLError among them, and CallCancelled.

    The addresses of a name are tried in the order of the system; looking them up has no time-out.
    """
    fault = OSError("the name has no address")
    found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    for family, kind, protocol, _, place in found:
        sock = socket.socket(family, kind, protocol)
        try:
            cancellation.attach(sock)
            sock.settimeout(deadline.left())
            sock.connect(place)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if context is None:
                return sock
            return _secured(sock, context, address.host, deadline, cancellation)
        except OSError as error:
            sock.close()
            cancellation.check()
            fault = error
        except BaseException:
            sock.close()
            raise
    raise fault


def _secured(
    sock: socket.socket,
    context: ssl.SSLContext,
    host: str,
    deadline: Deadline,
    cancellation: Cancellation,
) -> socket.socket:
    secured = context.wrap_socket(sock, server_hostname=host, do_handshake_on_connect=False)
    try:
        cancellation.attach(secured)
        secured.settimeout(deadline.left())
        secured.do_handshake()
    except BaseException:
        # The one that was given has no descriptor any more.
        secured.close()
        raise
    return secured
