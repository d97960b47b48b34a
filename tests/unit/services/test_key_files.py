"""Keys in a named file: known while a block runs, after the environment, and shown to nobody."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from mondegreen.errors import InputError
from mondegreen.providers import MissingKeyError, make
from mondegreen.services.key_files import keys_of_file, looked_in
from mondegreen.services.secrets import key_of, without_secrets

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("dotenv")
SECRET = "a-secret-0123456789"


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ONE_KEY", "TWO_KEY", "THREE_KEY", "DEEPGRAM_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("ONE_KEY=a-secret-0123456789\n", SECRET),
        ("# mine\n\nexport ONE_KEY = 'a-secret-0123456789' # all of it\r\n", SECRET),
        ('TWO_KEY=a-secret\nONE_KEY="${TWO_KEY}-0123456789"', SECRET),
        ("\ufeffONE_KEY=a-secret-0123456789", SECRET),
        ("ONE_KEY=\n", None),
        ("TWO_KEY=x\n", None),
        ("", None),
    ],
)
def test_keys_are_known_in_the_block_alone(tmp_path: Path, text: str, value: str | None) -> None:
    path = tmp_path / "keys.env"
    path.write_text(text, "utf-8")
    before = dict(os.environ)
    with keys_of_file(path):
        assert key_of("ONE_KEY") == value
        assert looked_in() == str(path)
        if value:
            assert without_secrets(f"it is {value}.") == "it is [ONE_KEY]."
    assert dict(os.environ) == before
    assert looked_in() == ""


def test_the_environment_goes_first_unless_it_is_blank(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "keys.env"
    path.write_text("ONE_KEY=file\nTWO_KEY=file\n")
    monkeypatch.setenv("ONE_KEY", "environment")
    monkeypatch.setenv("TWO_KEY", " ")
    with keys_of_file(path):
        assert (key_of("ONE_KEY"), key_of("TWO_KEY")) == ("environment", "file")
    assert (os.environ["ONE_KEY"], os.environ["TWO_KEY"]) == ("environment", " ")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (f"A_KEY=x\nA {SECRET}\n".encode(), ":2: expected NAME=VALUE"),
        (f"A_KEY={SECRET}\n{SECRET}".encode(), ":2: expected NAME=VALUE"),
        (f"A_KEY='{SECRET}\n".encode(), ":1: expected NAME=VALUE"),
        (f"A_KEY={SECRET}\0\n".encode(), ":1: expected NAME=VALUE"),
        (f"A_KEY={SECRET}\xff".encode("latin-1"), "it is not a text in UTF-8"),
    ],
)
def test_what_is_no_file_of_keys_is_refused_and_not_shown(
    tmp_path: Path, content: bytes, problem: str
) -> None:
    path = tmp_path / "keys.env"
    path.write_bytes(content)
    with pytest.raises(InputError) as refused, keys_of_file(path):
        pass
    assert str(path) in str(refused.value)
    assert problem in str(refused.value)
    assert SECRET not in f"{refused.value!r} {refused.value.__cause__!r}"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"), keys_of_file(tmp_path / "none"):
        pass
    with pytest.raises(InputError, match="cannot be read"), keys_of_file(tmp_path):
        pass
    with keys_of_file(tmp_path / "none", may_be_missing=True):
        assert looked_in() == ""
    with keys_of_file(None):
        assert looked_in() == ""


def test_a_missing_key_says_where_it_was_looked_for(tmp_path: Path) -> None:
    path = tmp_path / "keys.env"
    path.write_text("DEEPGRAM_KEY=x\n")
    with keys_of_file(path), pytest.raises(MissingKeyError) as missing:
        make("deepgram").check()
    assert str(missing.value) == (
        "deepgram:nova-3: there is no key; set DEEPGRAM_API_KEY in the environment or in "
        f"{path}, where it is not either"
    )
    path.write_text(f"DEEPGRAM_API_KEY={SECRET}\n")
    with keys_of_file(path):
        make("deepgram").check()
