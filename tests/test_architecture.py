"""The house rules of CONTRIBUTING.md, checked on the source text."""

import ast
import re
import subprocess
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LINES_MAX = 400
FUNCTION_LINES_MAX = 60

# Longer modules, each with the reason why it is not split. Keep it empty where you can.
LONGER: dict[str, str] = {}

OURS = ("rules", "drivers", "controller")
# What each part may import of ours; the longest matching folder counts.
MAY_IMPORT = {
    "rules": ("rules",),
    "drivers": ("drivers",),
    "controller": (),
    "controller/core": ("controller.core", "rules"),
    "controller/journal": ("controller.journal", "controller.core", "rules"),
    "controller/shell": ("controller", "drivers", "rules"),
}
# The folders of the core from the samples up: each knows what is below it and nothing above, but for names of types.
CORE = (
    {"sensing"},
    {"belief"},
    {"table"},
    {"referee"},
)
# What each of them may know besides, straight in the core.
CORE_WORDS = {"inputs", "messages", "settings", "slices", "stages", "state", "view"}
PURE = ("rules/", "controller/core/", "controller/journal/codec")
IMPURE_MODULES = {
    "asyncio",
    "concurrent",
    "logging",
    "multiprocessing",
    "os",
    "pathlib",
    "random",
    "secrets",
    "shutil",
    "socket",
    "subprocess",
    "tempfile",
    "threading",
    "time",
    "uuid",
}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "breakpoint"}
ASKS_THE_CLOCK = {"now", "utcnow", "today"}
# Libraries that exactly one file may know, so that they can be replaced there.
ONE_FILE_EACH = ("smbus2", "gpiozero", "spidev", "serial", "aiomqtt", "amqtt")
# The shell's top, where an unforeseen failure becomes one latched stop with a cause; and random programs, where
# it is what is looked for: it is reported with the shortest program that leads to it.
MAY_CATCH_ALL = (
    "controller/shell/cli.py",
    "controller/shell/service.py",
    "tests/model/programs.py",
)


@cache
def tracked() -> tuple[str, ...]:
    """Every file of the project as the next commit would have it."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return tuple(name for name in listed.stdout.splitlines() if (ROOT / name).is_file())


def sources(*folders: str) -> list[str]:
    return [name for name in tracked() if name.endswith(".py") and name.startswith(folders)]


@cache
def tree(name: str) -> ast.Module:
    return ast.parse((ROOT / name).read_text(encoding="utf-8"), name)


def imports(name: str) -> Iterator[tuple[int, str]]:
    """Line and full module name of every import, relative ones resolved."""
    package = name.split("/")[:-1]
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            # "from controller import shell" imports controller.shell.
            whole = [f"{module}.{alias.name}" for alias in node.names] if module in OURS else []
            yield from ((node.lineno, found) for found in whole or [module])


def within(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


def called(node: ast.Call) -> str:
    """Dotted name of what is called, as far as it is one."""
    return ast.unparse(node.func) if isinstance(node.func, ast.Name | ast.Attribute) else ""


def functions(name: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def assert_none(found: list[str]) -> None:
    assert not found, "\n" + "\n".join(found)


def imported_modules(name: str, modules: Mapping[str, str]) -> set[str]:
    """The modules of ours that one names, those of which it needs types only counted."""
    found = set()
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module in modules:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= (inner & modules.keys()) or {node.module}
    return found


@pytest.mark.parametrize("part", ["rules", "drivers", "controller"])
def test_no_modules_import_each_other_in_a_circle(part: str) -> None:
    modules = {
        name.removesuffix(".py").removesuffix("/__init__").replace("/", "."): name
        for name in sources(f"{part}/")
    }
    left = {module: imported_modules(name, modules) for module, name in modules.items()}
    while free := [module for module, known in left.items() if not known & left.keys()]:
        for module in free:
            del left[module]
    assert not left, "in a circle, or above one: " + ", ".join(sorted(left))


def test_import_directions() -> None:
    wrong = []
    for name in sources("rules/", "drivers/", "controller/"):
        part = max((p for p in MAY_IMPORT if name.startswith(p)), key=len)
        wrong += [
            f"{name}:{line}: {part} must not import {module}"
            for line, module in imports(name)
            if within(module, OURS) and not within(module, MAY_IMPORT[part])
        ]
    assert_none(wrong)


def for_types_only(name: str) -> set[int]:
    """The lines of a module that no running program sees."""
    return {
        line
        for node in ast.walk(tree(name))
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


def test_the_folders_of_the_core_know_only_what_is_below_them() -> None:
    above: set[str] = set().union(*CORE)
    assert above == {
        name.split("/")[2] for name in sources("controller/core/") if name.count("/") == 3
    }
    wrong = []
    for folders in CORE:
        above = above - folders
        for name in sources(*(f"controller/core/{folder}/" for folder in folders)):
            types = for_types_only(name)
            known = {
                module.split(".")[2]: line
                for line, module in imports(name)
                if module.startswith("controller.core.") and line not in types
            }
            wrong += [
                f"{name}:{line}: must not import {part}"
                for part, line in known.items()
                if part in above or part not in CORE_WORDS.union(*CORE)
            ]
    assert_none(wrong)


def test_pure_parts_import_nothing_that_acts() -> None:
    wrong = [
        f"{name}:{line}: imports {module}"
        for name in sources(*PURE)
        for line, module in imports(name)
        if module.split(".")[0] in IMPURE_MODULES
    ]
    assert_none(wrong)


def test_pure_parts_call_nothing_that_acts() -> None:
    wrong = [
        f"{name}:{node.lineno}: calls {called(node)}"
        for name in sources(*PURE)
        for node in ast.walk(tree(name))
        if isinstance(node, ast.Call)
        and (called(node) in IMPURE_CALLS or called(node).rpartition(".")[2] in ASKS_THE_CLOCK)
    ]
    assert_none(wrong)


@pytest.mark.parametrize("library", ONE_FILE_EACH)
def test_one_file_imports_each_hardware_and_network_library(library: str) -> None:
    files = {
        name
        for name in sources("rules/", "drivers/", "controller/")
        for _, module in imports(name)
        if module.split(".")[0] == library
    }
    assert len(files) <= 1, f"{library} is imported by {sorted(files)}"


def test_modules_are_short() -> None:
    lengths = {name: len((ROOT / name).read_text().splitlines()) for name in sources("")}
    assert_none(
        [
            f"{name}: {length} lines, at most {LINES_MAX}"
            for name, length in lengths.items()
            if length > LINES_MAX and name not in LONGER
        ]
    )
    assert_none([f"{name}: no longer too long" for name in LONGER if lengths[name] <= LINES_MAX])


def test_functions_are_short() -> None:
    wrong = []
    for name in sources(""):
        for function in functions(name):
            length = (function.end_lineno or function.lineno) - function.lineno + 1
            if length > FUNCTION_LINES_MAX:
                wrong.append(f"{name}:{function.lineno}: {function.name} has {length} lines")
    assert_none(wrong)


STARTS_TASKS = ("create_task", "ensure_future", "TaskGroup", "asyncio.gather", "shield")
# Who starts tasks beside the supervisor, and why nothing of them is silent.
MAY_START_TASKS = {
    "controller/shell/supervising.py": "it keeps them",
    "controller/shell/broker_link.py": "parts of one connection: it ends with the first that ends, and raises",
    "controller/shell/mqtt.py": "packets that are sent at once: what one raises all raise",
    "controller/shell/emulator/serving.py": "two parts of one task, in a group",
    "controller/shell/livechess/serving.py": "two parts of one client, in a group",
    "controller/shell/upkeep.py": "a slice that a thread reads, and whoever waits for it closes the journal",
    "controller/shell/writing.py": "a write that is told where it takes long; what it raises is raised",
    "controller/shell/evidence.py": "a flush that ends although who waits for it is cancelled",
    "controller/shell/web/server.py": "the server, which its own task awaits",
    "controller/shell/web/events.py": "a viewer's going; what it raises is raised when it is counted out",
    "controller/shell/hub/faces.py": "one wait of one viewer",
    "controller/shell/demo.py": "the demo ends with whichever ends, and raises what that raised",
}


def test_only_the_supervisor_starts_tasks_that_live_long() -> None:
    found = {
        name
        for name in sources("controller/", "drivers/")
        for node in ast.walk(tree(name))
        if isinstance(node, ast.Call)
        and called(node).endswith(STARTS_TASKS)
        and not called(node).startswith("group.")
    }
    assert found == set(MAY_START_TASKS)


def test_only_the_shells_top_catches_everything() -> None:
    wrong = [
        f"{name}:{node.lineno}: catches everything"
        for name in sources("")
        if name not in MAY_CATCH_ALL
        for node in ast.walk(tree(name))
        if isinstance(node, ast.ExceptHandler) and _catches_all(node) and not _raises_on(node)
    ]
    assert_none(wrong)


def _catches_all(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(ast.unparse(kind) in {"Exception", "BaseException"} for kind in caught)


def _raises_on(handler: ast.ExceptHandler) -> bool:
    """Whether it only tidies up: its last statement lets the same failure go on."""
    last = handler.body[-1]
    return isinstance(last, ast.Raise) and last.exc is None


def test_tests_never_sleep() -> None:
    wrong = []
    for name in sources("tests/"):
        polls = {call for loop in ast.walk(tree(name)) for call in _polls(loop)}
        wrong += [
            f"{name}:{node.lineno}: {ast.unparse(node)}"
            for node in ast.walk(tree(name))
            if isinstance(node, ast.Call) and _sleeps(node) and node not in polls
        ]
        wrong += [
            f"{name}:{node.lineno}: imports sleep"
            for node in ast.walk(tree(name))
            if isinstance(node, ast.ImportFrom)
            and node.module in {"time", "asyncio", "anyio"}
            and any(alias.name == "sleep" for alias in node.names)
        ]
    assert_none(wrong)


SLEEPS = ("time.sleep", "asyncio.sleep", "anyio.sleep")


def _sleeps(call: ast.Call) -> bool:
    # asyncio.sleep(0) only lets other tasks go on.
    zero = (
        len(call.args) == 1 and isinstance(call.args[0], ast.Constant) and call.args[0].value == 0
    )
    return called(call) in SLEEPS and not (zero and called(call) != "time.sleep")


def _polls(loop: ast.AST) -> Iterator[ast.Call]:
    """Sleeps in a loop that waits for a condition of a real program: their length decides nothing."""
    if isinstance(loop, ast.While) and not isinstance(loop.test, ast.Constant):
        for node in ast.walk(loop):
            if isinstance(node, ast.Call) and called(node) in SLEEPS:
                yield node


def test_every_test_checks_something() -> None:
    wrong = [
        f"{name}:{function.lineno}: {function.name} asserts nothing"
        for name in sources("tests/")
        for function in functions(name)
        if function.name.startswith("test_") and not _checks(function, _asserting(name))
    ]
    assert_none(wrong)


@cache
def _asserting(name: str) -> set[str]:
    """The functions of a file that assert something themselves."""
    return {
        function.name
        for function in functions(name)
        if any(isinstance(node, ast.Assert) for node in ast.walk(function))
    }


def _checks(function: ast.AST, asserting: set[str]) -> bool:
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            last = called(node).rpartition(".")[2].lstrip("_")
            if called(node) in asserting:
                return True
            if last.startswith(("check", "assert")) or called(node) in {
                "pytest.raises",
                "pytest.fail",
            }:
                return True
    return False


def test_no_file_names_a_place_on_one_machine() -> None:
    # Spelt apart, so that this file does not find itself.
    banned = re.compile(r"(?<![\w.])/(?:wor" + r"k|home/\w+|roo" + r"t)/|\bshare" + r"d/")
    wrong = []
    for name in tracked():
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture
        wrong += [
            f"{name}:{number}: {line.strip()[:100]}"
            for number, line in enumerate(text.splitlines(), 1)
            if banned.search(line)
        ]
    assert_none(wrong)
