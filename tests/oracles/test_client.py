"""Asking libraries in other environments: batches, failures, and tests that need them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import conftest
from tests.oracles import client
from tests.oracles.client import Oracle, OracleError

ROOT = Path(__file__).resolve().parents[2]
ORACLES = sorted(path.stem for path in ROOT.glob("requirements/oracles/*.in"))
# Our own Python, so that these tests need no oracle.
PYTHON = Path(sys.executable)
ECHO = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"asked": json.loads(line)}), flush=True)
"""


def script(folder: Path, text: str) -> Path:
    path = folder / "server.py"
    path.write_text(text, encoding="utf-8")
    return path


def test_answers_come_in_the_order_of_the_requests(tmp_path: Path) -> None:
    with Oracle("echo", script(tmp_path, ECHO), python=PYTHON) as oracle:
        assert oracle.ask({"fen": "炮"}) == {"asked": {"fen": "炮"}}
        assert oracle.ask_all([1, "2", None]) == [{"asked": 1}, {"asked": "2"}, {"asked": None}]
        assert oracle.ask_all([]) == []


def test_large_batches_do_not_wait_for_ever(tmp_path: Path) -> None:
    requests = [f"{n}" * 500 for n in range(1000, 2000)]
    with Oracle("echo", script(tmp_path, ECHO), python=PYTHON) as oracle:
        assert oracle.ask_all(requests) == [{"asked": request} for request in requests]


def test_a_failure_of_the_server_is_told_with_its_last_words(tmp_path: Path) -> None:
    text = "import sys\nsys.stdin.readline()\nraise KeyError('no such variant')\n"
    with (
        Oracle("broken", script(tmp_path, text), python=PYTHON) as oracle,
        pytest.raises(OracleError, match=r"broken \(server.py\) ended with code 1(.|\n)*variant"),
    ):
        oracle.ask_all(["x" * 1000] * 1000)


def test_a_chatting_server_is_no_oracle(tmp_path: Path) -> None:
    text = "import sys\nsys.stdin.readline()\nprint('loading tables', flush=True)\n"
    with (
        Oracle("chatty", script(tmp_path, text), python=PYTHON) as oracle,
        pytest.raises(OracleError, match="not answer with JSON: loading tables"),
    ):
        oracle.ask(1)


NEEDS = """
import pytest
from tests.conftest import pytest_runtest_setup

@pytest.mark.needs("oracle:no-such-library")
def test_it():
    assert True
"""


def run_needing(folder: Path, ci: str) -> tuple[int, str]:
    """Runs a test that needs an oracle that nobody has."""
    (folder / "test_needs.py").write_text(NEEDS, encoding="utf-8")
    (folder / "conftest.py").write_text(
        "from tests.conftest import pytest_runtest_setup\n", encoding="utf-8"
    )
    (folder / "pytest.ini").write_text(
        "[pytest]\nmarkers = needs(program): as ours\n", encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "test_needs.py"],
        cwd=folder,
        env={**os.environ, "CI": ci, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def test_a_missing_oracle_skips_aloud(tmp_path: Path) -> None:
    code, said = run_needing(tmp_path, ci="")
    assert code == 0
    assert "1 skipped" in said
    assert "oracle:no-such-library not installed: scripts/oracles.sh makes it" in said


def test_a_missing_oracle_fails_in_ci(tmp_path: Path) -> None:
    code, said = run_needing(tmp_path, ci="true")
    assert code == 1
    assert "oracle:no-such-library must be installed in CI" in said


@pytest.mark.parametrize("name", ORACLES)
def test_an_environment_that_is_there_is_found(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "ROOT", tmp_path)
    assert not conftest.is_there(f"oracle:{name}")
    python = client.python_of(name)
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    # Half made: the stamp is written last.
    assert not conftest.is_there(f"oracle:{name}")
    (tmp_path / ".oracles" / name / "touchmove-oracle").write_text("made\n", encoding="utf-8")
    assert conftest.is_there(f"oracle:{name}")


def test_oracles_are_set_up_by_name() -> None:
    done = subprocess.run(
        [ROOT / "scripts" / "oracles.sh", "everything"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith('"everything" is no oracle; known:')
