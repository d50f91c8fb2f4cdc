"""Every block of README.md runs as it stands, against the real service; the first also over the built package alone."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

import contract
import pytest

PROJECT = Path(__file__).resolve().parents[1]
README = (PROJECT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
#: What a block prints, by what it has.
SAID = {
    "completed_classes": r"\d{4}-\d\d-\d\d: \d+ people in \d+ classes\n",
    "lookups are left": "99 of 100 lookups are left\n",
}


def run(*command: str, **variables: str) -> str:
    """What the command prints. Nothing is deprecated, and nothing is left open."""
    ran = subprocess.run(
        command, env={**os.environ, **variables}, capture_output=True, encoding="utf-8", timeout=300
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    if "-X" in command:
        # A slow step tells of a busy machine, not of the client.
        assert re.sub(r"^Executing <.*\n", "", ran.stderr, flags=re.MULTILINE) == ""
    return ran.stdout


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_a_block_runs(block: str, contract_url: str) -> None:
    begun = contract.control(contract_url, "begin", {"key": "free"})
    printed = run(
        *(sys.executable, "-X", "dev", "-W", "error", "-c", block),
        TURNOUT_URL=begun["base_url"],
        TURNOUT_API_KEY=begun["api_key"],
        PYTHONPATH=str(PROJECT / "src"),
        PYTHONIOENCODING="utf-8",
    )
    for has, said in SAID.items():
        assert has not in block or re.fullmatch(said, printed)


@pytest.mark.skipif(find_spec("mypy") is None, reason="there is no mypy")
def test_blocks_are_sound_to_a_type_checker(tmp_path: Path) -> None:
    files = [tmp_path / f"block_{number}.py" for number in range(len(BLOCKS))]
    for file, block in zip(files, BLOCKS):
        file.write_text(block, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    run(*command, *map(str, files), MYPYPATH=str(PROJECT / "src"))


@pytest.mark.skipif(
    find_spec("build") is None or find_spec("hatchling") is None,
    reason="there is no build or no hatchling",
)
def test_the_built_package_is_all_that_the_first_call_needs(
    tmp_path: Path, contract_url: str
) -> None:
    # The wheel is made from the sdist, as whoever repackages it does.
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(tmp_path), str(PROJECT))
    (sdist,), (wheel,) = tmp_path.glob("*.tar.gz"), tmp_path.glob("*.whl")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"README.md", "LICENSE", "pyproject.toml", "src/turnout_client/py.typed"} <= names
    with zipfile.ZipFile(wheel) as unpacked:
        names |= set(unpacked.namelist())
        metadata = unpacked.read("turnout_client-1.2.0.dist-info/METADATA").decode()
    assert {"turnout_client/py.typed", "turnout_client-1.2.0.dist-info/licenses/LICENSE"} <= names
    assert not [name for name in names if "test" in name]
    assert "Requires-Python: >=3.9\n" in metadata
    assert "Requires-Dist" not in metadata
    run(sys.executable, "-m", "venv", str(tmp_path / "venv"))
    python = str(tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python")
    run(python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", str(wheel))
    begun = contract.control(contract_url, "begin", {"key": "none"})
    assert "people in" in run(python, "-I", "-c", BLOCKS[0], TURNOUT_URL=begun["base_url"])
