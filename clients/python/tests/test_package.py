"""The wheel and the sdist are built, installed into an empty environment, and make the first call of README.md."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

import contract
import pytest
from test_readme import BLOCKS

PROJECT = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.skipif(
    find_spec("build") is None or find_spec("hatchling") is None,
    reason="there is no build or no hatchling",
)


def run(*command: str, **variables: str) -> str:
    ran = subprocess.run(
        command, env={**os.environ, **variables}, capture_output=True, encoding="utf-8", timeout=300
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with both; the wheel is made from the sdist, as whoever repackages it does."""
    folder = tmp_path_factory.mktemp("built")
    options = ["--no-isolation", "--outdir", str(folder), str(PROJECT)]
    run(sys.executable, "-m", "build", *options)
    return folder


def test_the_wheel_has_the_package_and_its_types(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    assert wheel.name == "turnout_client-1.1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        metadata = archive.read("turnout_client-1.1.0.dist-info/METADATA").decode()
    modules = {
        f"turnout_client/{file.name}" for file in (PROJECT / "src/turnout_client").glob("*.py")
    }
    assert modules <= names
    assert "turnout_client/py.typed" in names
    assert "turnout_client-1.1.0.dist-info/licenses/LICENSE" in names
    assert not [name for name in names if "test" in name]
    assert "Requires-Python: >=3.9\n" in metadata
    assert "Requires-Dist" not in metadata
    assert "Description-Content-Type: text/markdown\n" in metadata


def test_the_sdist_has_what_the_wheel_is_made_from(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"README.md", "LICENSE", "pyproject.toml", "src/turnout_client/py.typed"} <= names
    assert not [name for name in names if name.startswith("tests")]


def test_the_wheel_is_all_that_the_first_call_needs(
    built: Path, tmp_path: Path, contract_url: str
) -> None:
    (wheel,) = built.glob("*.whl")
    run(sys.executable, "-m", "venv", str(tmp_path / "venv"))
    folder = "Scripts" if os.name == "nt" else "bin"
    python = str(tmp_path / "venv" / folder / "python")
    run(python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", str(wheel))
    begun = contract.begin(contract_url, {"key": "none"})
    (tmp_path / "first.py").write_text(BLOCKS[0], "utf-8")
    printed = run(
        python, "-I", "-c", BLOCKS[0], TURNOUT_URL=begun["base_url"], PYTHONIOENCODING="utf-8"
    )
    assert "people in" in printed
