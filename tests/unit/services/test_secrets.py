"""Keys are struck out however they are written, and words are not taken for keys."""

from __future__ import annotations

import json
import os
import string
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen import providers
from mondegreen.errors import UsageError
from mondegreen.judges.models import open_model
from mondegreen.services.secrets import refuse_key, secret_in, without_secrets

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


KEYS = [
    "sk-proj-Ab3dEf6hIj9lMn2pQr5tUv8x",
    "AIza" + "SyD3f4ultK3yThatIsInvented00",
    "0123456789abcdef0123456789abcdef01234567",
    "sk-ant-api03-N0tAr3alKey0fAnyb0dyAtAll",
]


@pytest.mark.parametrize("key", KEYS)
def test_a_key_in_place_of_a_model_is_refused_and_not_repeated(key: str) -> None:
    for name in (key, f"openai:{key}", f"openai:gpt-5.2-{key}"):
        with pytest.raises(UsageError, match="looks like a key") as caught:
            refuse_key(name, "--model")
        assert key not in str(caught.value)
    for call in (lambda: open_model(f"openai:{key}"), lambda: providers.make(f"deepgram:{key}")):
        with pytest.raises(UsageError, match="looks like a key") as caught:
            call()
        assert key not in str(caught.value)


@pytest.mark.parametrize(
    "name",
    [
        "anthropic:claude-sonnet-4-5-20250929",
        "openai:gpt-5.2-2025-12-11",
        "together:meta-llama/Llama-3.3-70B-Instruct-Turbo-Free",
        "ollama:qwen3:30b-a3b-instruct-2507-q4_K_M",
        "bedrock:us.anthropic.claude-3-5-haiku-20241022-v1:0",
        "faster-whisper:models/snapshots/0123456789abcdef0123456789abcdef01234567",
        "azure:3f2504e0-4f89-41d3-9a0c-0305e82c3301",
        "openai:ft:gpt-4o-mini-2024-07-18:example::Ab3dEf6h",
    ],
)
def test_names_of_models_are_no_keys(name: str) -> None:
    refuse_key(name, "--model")
