"""Transcripts that are stored already."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from recordings import recorded

from mondegreen.errors import InputError, UsageError
from mondegreen.providers import Audio, ProviderError, Transcript, make

if TYPE_CHECKING:
    from pathlib import Path

STORED = recorded()


def look(path: Path, name: str, **more: Any) -> Transcript:
    async def one() -> Transcript:
        async with make(f"files:{path}", **more) as provider:
            return await provider.transcribe(
                Audio.of_bytes(STORED[44:] if name[-4:] == ".pcm" else STORED, name)
            )

    return asyncio.run(one())


DEEPGRAM = {
    "results": {
        "channels": [
            {
                "alternatives": [
                    {
                        "transcript": "so it",
                        "words": [
                            {"word": "so", "start": 0.1, "end": 0.5, "confidence": 0.9},
                            {"word": "it", "start": 0.5, "end": 0.75, "confidence": 0.8},
                        ],
                    }
                ]
            }
        ]
    }
}


def test_folders_tell_recordings_of_one_name_apart(tmp_path: Path) -> None:
    """A transcript may have the folders of its recording, or its id, which is part of the path."""
    for folder in ("a", "b"):
        (tmp_path / "heard" / folder).mkdir(parents=True)
        (tmp_path / "heard" / folder / "u1.txt").write_text(f"this is {folder}")
    table = tmp_path / "heard.csv"
    table.write_text("id,hypothesis\na/u1,this is a\nb/u1,this is b\n")
    for place in (tmp_path / "heard", table):
        for folder in ("a", "b"):
            assert look(place, f"/data/clips/{folder}/u1.wav").text == f"this is {folder}"


def test_a_folder_of_texts(tmp_path: Path) -> None:
    (tmp_path / "u1.txt").write_text("so it goes\n")
    (tmp_path / "u2.txt").write_text("")
    assert look(tmp_path, "clips/u1.wav").text == "so it goes"
    assert look(tmp_path, "clips/u1.pcm").text == "so it goes"
    assert look(tmp_path, "u2.flac").text == ""
    with pytest.raises(ProviderError, match="has no transcript named 'u3'") as found:
        look(tmp_path, "u3.wav")
    assert found.value.status == "missing"


def test_a_folder_of_replies(tmp_path: Path) -> None:
    (tmp_path / "u1.json").write_text(json.dumps(DEEPGRAM))
    failed = {"id": "t", "audio_url": "x", "status": "error", "error": "no speech", "text": None}
    (tmp_path / "u2.json").write_text(json.dumps(failed))
    found = look(tmp_path, "u1.wav")
    assert found.text == "so it"
    assert (found.call.seconds, found.call.cpu_seconds) == (0.0, None)  # nothing was recognised
    assert [(w.text, w.start, w.end, w.confidence) for w in found.words] == [
        ("so", 0.1, 0.5, 0.9),
        ("it", 0.5, 0.75, 0.8),
    ]
    with pytest.raises(ProviderError, match="no speech") as error:
        look(tmp_path, "u2.wav")
    assert error.value.status == "rejected-job"


ONE_FILE = {
    "said.jsonl": '{"id": "u1", "text": "so it goes"}\n{"id": "u2", "text": "and so on"}\n',
    "said.csv": "id,text\nu1,so it goes\nu2,and so on\n",
    "said.trn": "so it goes (u1)\nand so on (u2)\n",
    "text": "u1 so it goes\nu2 and so on\n",
    "said.ctm": "u1 1 0.1 0.2 so\nu1 1 0.3 0.2 it\nu1 1 0.5 0.2 goes\nu2 1 0 1 and\n",
}


@pytest.mark.parametrize("name", ONE_FILE)
def test_one_file_with_ids(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(ONE_FILE[name])
    assert look(tmp_path / name, "clips/u1.wav").text == "so it goes"
    assert look(tmp_path / name, "u2.mp3").text.startswith("and")


def test_what_holds_no_transcripts(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such folder or file"):
        make(f"files:{tmp_path / 'none'}").check()
    (tmp_path / "said.txt").write_text("so it goes\nand so on\n")
    with pytest.raises(UsageError, match="has no ids"):
        look(tmp_path / "said.txt", "u1.wav")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError):
        look(tmp_path / "empty", "u1.wav")
