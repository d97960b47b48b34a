"""Keys are struck out however they are written, and words are not taken for keys."""

from __future__ import annotations

import json
import os
import string
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.services.secrets import secret_in, without_secrets

LETTERS = string.ascii_letters + string.digits + "+/=-_.:~"
keys = st.text(LETTERS, min_size=16, max_size=60).filter(
    lambda key: any(map(str.isdigit, key)) and key[0] not in "/~."
)
texts = st.text(string.ascii_lowercase + ' "{}\\', max_size=30)


@pytest.fixture(autouse=True)
def no_other_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in os.environ:
        if name.endswith(("KEY", "TOKEN", "SECRET", "PASSWORD")):
            monkeypatch.delenv(name)


@given(keys, texts, texts)
def test_no_form_of_a_key_is_left(key: str, before: str, after: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOME_API_KEY", key)
        for form in (key, quote(key), quote(key, safe=""), key.replace("/", "\\/")):
            text = f"{before}{form}{after}"
            assert form not in without_secrets(text)
            assert secret_in(text) == "SOME_API_KEY"
            assert without_secrets(without_secrets(text)) == without_secrets(text)
        assert secret_in(before) is None
        assert without_secrets(before) == before


@given(keys, st.integers(12, 15))
def test_how_a_key_begins_and_ends_is_not_in_messages(key: str, size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOME_TOKEN", key)
        for part in (key[:size], key[-size:]):
            said = without_secrets(f"no such key: {part}***", parts=True)
            plain = "".join(filter(str.isalpha, part))
            if any(map(str.isdigit, part[:8])) and any(map(str.isdigit, part[-8:])):
                assert part not in said
            elif plain.islower() and not any(map(str.isdigit, part)):
                assert said == f"no such key: {part}***"


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("ollama", "openai:ollama at http://localhost:11434"),
        ("not-needed-by-this-server", "not-need in a transcript"),
        ("/home/user1/.keys/deepgram.json", "/home/user1/clips/a.wav: is empty"),
        ("sk-proj-9aB3xY7890123456", "a key begins with sk-proj-"),
    ],
)
def test_words_and_paths_are_no_keys(monkeypatch: pytest.MonkeyPatch, key: str, text: str) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    assert secret_in(text) is None
    if key != "ollama":
        assert without_secrets(text, parts=True) == text


def test_one_key_within_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_KEY", "0123456789abcdef")
    monkeypatch.setenv("B_KEY", "x-0123456789abcdef-y")
    assert without_secrets("x-0123456789abcdef-y 0123456789abcdef") == "[B_KEY] [A_KEY]"
    found = json.loads(without_secrets(json.dumps({"a": "0123456789abcdef"})))
    assert found == {"a": "[A_KEY]"}


def test_passwords_of_databases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGPASSWORD", "p4ssw0rd-of-mine")
    assert without_secrets("is p4ssw0rd-of-mine wrong?") == "is [PGPASSWORD] wrong?"
