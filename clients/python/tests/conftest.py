"""Servers for the tests: the one of the contract, and small ones that misbehave."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def contract_url() -> Iterator[str]:
    """Address of the server of the contract: ``TURNOUT_CONTRACT_URL``, else one is started with Node."""
    given = os.environ.get("TURNOUT_CONTRACT_URL")
    if given is not None:
        yield given
        return
    npx = shutil.which("npx")
    if npx is None:
        pytest.skip("there is no npx to start the server of the contract with")
    program = [npx, "tsx", "clients/contract/server.ts"]
    with subprocess.Popen(
        program, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            yield json.loads(server.stdout.readline())["url"]
        finally:
            server.stdin.close()


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's key is used, nobody's service is asked."""
    monkeypatch.delenv("TURNOUT_URL", raising=False)
    monkeypatch.delenv("TURNOUT_API_KEY", raising=False)
