"""The documents and locks say what is so."""

import ast
import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    page
    for page in [*ROOT.glob("*.md"), *ROOT.glob("*/**/*.md")]
    if not page.relative_to(ROOT).parts[0].startswith(".")
)
LOCKS = ("build", "run", "pi", "dev")
ORACLE_LOCKS = sorted(f"oracles/{path.stem}" for path in ROOT.glob("requirements/oracles/*.in"))
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]+)(?:#[^)]*)?\)")
LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)")


def names_in(path: Path) -> set[str]:
    """Everything that a module defines: "function", "Class", "Class.method"."""
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                found.add(node.name)
            case ast.ClassDef():
                found.add(node.name)
                found |= {
                    f"{node.name}.{method.name}"
                    for method in node.body
                    if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef)
                }
            case _:
                pass
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    broken = [link for link in LINK.findall(text) if not (page.parent / link).exists()]
    assert not broken


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_named_on_a_page_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = re.findall(
        r"`((?:rules|drivers|controller|tests|scripts|requirements)/[\w/]+\.(?:py|sh|txt))`", text
    )
    assert [name for name in named if not (ROOT / name).exists()] == []


def life_of_a_move() -> list[tuple[str, str]]:
    """File and name of each row of the table."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"\| `([\w/]+\.py)` \| (`.*`) \|$", text, re.MULTILINE)
    return [(file, name) for file, cell in rows for name in re.findall(r"`([\w.]+)`", cell)]


@pytest.mark.parametrize(("file", "name"), life_of_a_move())
def test_the_life_of_a_move_names_what_exists(file: str, name: str) -> None:
    assert name in names_in(ROOT / file)


def locked(lock: str) -> dict[str, str]:
    """Version by package."""
    text = (ROOT / f"requirements/{lock}.txt").read_text(encoding="utf-8")
    found = (LOCKED.match(line) for line in text.splitlines())
    return {match[1].lower().replace("_", "-"): match[2] for match in found if match}


def declared(lock: str) -> list[str]:
    """What is asked for in pyproject.toml, or beside the lock of an oracle."""
    if lock.startswith("oracles/"):
        return (ROOT / f"requirements/{lock}.in").read_text(encoding="utf-8").split()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    if lock == "build":
        wanted: list[str] = project["build-system"]["requires"]
        return wanted
    wanted = list(project["project"]["dependencies"])
    if lock == "pi":
        wanted += project["project"]["optional-dependencies"]["pi"]
    if lock == "dev":
        wanted += project["dependency-groups"]["dev"]
    return wanted


@pytest.mark.parametrize("lock", [*LOCKS, *ORACLE_LOCKS])
def test_locks_hold_what_is_declared(lock: str) -> None:
    have = locked(lock)
    for requirement in map(Requirement, declared(lock)):
        version = have.get(requirement.name)
        assert version is not None, f"{requirement} is not locked: run scripts/lock.sh"
        assert requirement.specifier.contains(version), f"{requirement}: run scripts/lock.sh"


@pytest.mark.parametrize("lock", [*LOCKS, *ORACLE_LOCKS])
def test_locks_have_hashes_and_name_no_index(lock: str) -> None:
    text = (ROOT / f"requirements/{lock}.txt").read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.partition("\n#    scripts/lock.sh\n")[2])
    assert entries
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []
    assert "://" not in text


@pytest.mark.parametrize("lock", ["pi", "dev"])
def test_other_sets_run_what_users_run(lock: str) -> None:
    assert locked("run").items() <= locked(lock).items()


@pytest.mark.parametrize(
    "name",
    [
        "demo",
        "setup",
        "check",
        "scripts/setup.sh",
        "scripts/oracles.sh",
        "scripts/lock.sh",
        "scripts/kernel.sh",
        "scripts/emulated.sh",
        "scripts/package.sh",
        "scripts/clean_root.sh",
    ],
)
def test_commands_are_executable_shell(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK)
    assert subprocess.run(["sh", "-n", ROOT / name], check=False).returncode == 0


def test_set_up_explains_a_wrong_set() -> None:
    done = subprocess.run(
        [ROOT / "scripts/setup.sh", "everything"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "usage: scripts/setup.sh run|dev|pi\n")


def test_licence_is_the_one_declared() -> None:
    assert "GNU GENERAL PUBLIC LICENSE" in (ROOT / "LICENSE").read_text().partition("\n")[0]
