"""https: certificates and names are checked before a key is sent."""

from __future__ import annotations

import shutil
import ssl
import subprocess
from pathlib import Path

import pytest
from loopback import Loopback, Peer, answers

from turnout_client import Turnout, TurnoutConnectionError

OPENSSL = shutil.which("openssl")
pytestmark = pytest.mark.skipif(
    OPENSSL is None, reason="there is no openssl to make a certificate with"
)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """For localhost, signed by itself."""
    folder = tmp_path_factory.mktemp("tls")
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    command = [OPENSSL or "", "req", "-x509", *made, *subject, *files]
    subprocess.run(command, check=True, capture_output=True)
    return certificate, key


@pytest.fixture
def served(certificate: tuple[Path, Path]) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    return context


def trusting(certificate: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(certificate))


def test_a_certificate_that_is_trusted(
    certificate: tuple[Path, Path], served: ssl.SSLContext
) -> None:
    with Loopback(answers('{"status":"ok"}'), served) as server:
        with Turnout(base_url=server.url, ssl_context=trusting(certificate[0])) as client:
            assert client.health()["status"] == "ok"
            assert client.health()["status"] == "ok"
        assert server.connections == 1


def test_one_that_is_not_trusted_gets_no_request(served: ssl.SSLContext) -> None:
    requests: list[str] = []

    def behave(peer: Peer) -> None:
        requests.append(peer.request())

    with Loopback(behave, served) as server:
        with Turnout(base_url=server.url, api_key="tk_1") as client:
            with pytest.raises(TurnoutConnectionError, match="certificate") as caught:
                client.summary()
    assert caught.value.retries == 0
    assert not caught.value.maybe_charged
    assert requests == []


def test_a_certificate_of_another_name_is_not_trusted(
    certificate: tuple[Path, Path], served: ssl.SSLContext
) -> None:
    with Loopback(answers("{}"), served) as server:
        url = server.url.replace("localhost", "127.0.0.1")
        with Turnout(base_url=url, ssl_context=trusting(certificate[0])) as client:
            with pytest.raises(TurnoutConnectionError, match="certificate"):
                client.health()
