"""The runner of the long tests."""

import pytest

from tests.soak.__main__ import main, module_of, names


def test_every_long_test_says_what_it_promises_and_how_much_is_demanded() -> None:
    for name in names():
        module = module_of(name)
        assert (module.__doc__ or "").strip(), name
        assert module.COUNT > 0, name
        assert callable(module.soak), name


def test_without_a_name_they_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(names())
