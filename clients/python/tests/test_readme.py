"""Every Python block of README.md runs as it stands, against the real service, and is sound to a type checker."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import contract
import pytest

README = Path(__file__).resolve().parents[1] / "README.md"
SOURCE = README.parent / "src"
BLOCKS = re.findall(r"^```python\n(.*?)^```", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def run(program: str, url: str) -> str:
    """What the program prints."""
    begun = contract.begin(url, {"key": "free"})
    variables = {
        **os.environ,
        "TURNOUT_URL": begun["base_url"],
        "TURNOUT_API_KEY": begun["api_key"],
        "PYTHONPATH": str(SOURCE),
        "PYTHONWARNINGS": "error",
        "PYTHONIOENCODING": "utf-8",
    }
    command = [sys.executable, "-X", "dev", "-c", program]
    ran = subprocess.run(command, env=variables, capture_output=True, encoding="utf-8", timeout=60)
    assert ran.returncode == 0, ran.stderr
    # Nothing is deprecated, and nothing is left open. A slow step tells of a busy machine, not of the client.
    said = [line for line in ran.stderr.splitlines() if not line.startswith("Executing <")]
    assert said == []
    return ran.stdout


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_a_block_runs(number: int, contract_url: str) -> None:
    run(BLOCKS[number], contract_url)


def test_the_first_call_prints_the_day(contract_url: str) -> None:
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\d: \d+ people in \d+ classes\n", run(BLOCKS[0], contract_url)
    )


def test_the_free_key_is_spent_once(contract_url: str) -> None:
    assert run(BLOCKS[1], contract_url) == "99 of 100 lookups are left\n"


def test_the_morning_report_has_ten_lines(contract_url: str) -> None:
    (report,) = [block for block in BLOCKS if "profit in" in block]
    program = [line for line in report.splitlines() if line]
    assert len(program) == 10
    printed = run(report, contract_url)
    assert re.match(r"\d{4}-\d\d-\d\d: \d+ people, fill 0\.\d+\n", printed)
    assert "full: " in printed
    assert "dead: " in printed
    assert re.search(r"^profit in 42 days: -?\d+(\.\d+)? GBP$", printed, re.MULTILINE)


@pytest.mark.skipif(find_spec("mypy") is None, reason="there is no mypy")
def test_blocks_are_sound_to_a_type_checker(tmp_path: Path) -> None:
    files = []
    for number, block in enumerate(BLOCKS):
        file = tmp_path / f"block_{number}.py"
        file.write_text(block, "utf-8")
        files.append(str(file))
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    variables = {**os.environ, "MYPYPATH": str(SOURCE)}
    ran = subprocess.run([*command, *files], env=variables, capture_output=True, encoding="utf-8")
    assert ran.returncode == 0, ran.stdout
