"""Transcripts that are stored already."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.converting import read_hypotheses
from mondegreen.corpus.pairing_names import stem, without_audio
from mondegreen.errors import InputError, UsageError
from mondegreen.providers.failure import ProviderError
from mondegreen.providers.local import Local
from mondegreen.providers.parameters import refuse_unknown
from mondegreen.providers.transcript import Call, Transcript
from mondegreen.providers.word import Word

if TYPE_CHECKING:
    from collections.abc import Collection

    from mondegreen.corpus.segments import Segment
    from mondegreen.options.transcribing import Running
    from mondegreen.providers.audio import Audio

__all__ = ["Files"]

_PARAMETERS: Final = ("format", "column", "encoding")
_OPTION: Final = re.compile(r"(add|it with|leave out) --encoding(?: (?P<name>[\w-]+))?")


class Files(Local):
    """``files:FOLDER``: a file per recording, or one file with ids, in any format that is scored.

    A recording goes with the transcript that has its name without the ending, with as many of its
    folders as the names of transcripts have. One that has none is a failure of status ``missing``,
    as is one whose transcript fits another recording of its dataset too; one whose file says that it
    failed is one of ``rejected-job``. ``parameters`` may say the ``format``, the ``column`` of texts and the
    ``encoding``.
    """

    name = "files"
    about = "transcripts that are stored in files of any format"
    takes_model = "FOLDER"
    proven = True
    timed = False
    needs = "the files"

    def __init__(self, model: str, options: Running) -> None:
        super().__init__(model, options)
        self._shared: dict[str, frozenset[str]] = {}
        self._held: list[str] = []  # names of transcripts, once they are read

    def among(self, recordings: Collection[str]) -> None:
        """Take the recordings of one dataset: a transcript that fits two of them is of neither.

        Args:
            recordings: their files, as `Audio.name` has them.
        """
        fitting = Counter(name for each in recordings for name in _names(each))
        for each in recordings:
            self._shared[each] = frozenset(name for name in _names(each) if fitting[name] > 1)

    def _find_model(self) -> Path:
        path = Path(self.model)
        if not path.exists():
            raise UsageError(f"{self.system}: no such folder or file, expected stored transcripts")
        return path

    def check(self) -> None:
        """See whether the files are there, and whether its parameters are known.

        Raises:
            UsageError: there is no such folder or file, or no such parameter.
        """
        super().check()
        refuse_unknown(self.system, self.chosen.parameters, _PARAMETERS)

    def stored(self, recording: str) -> str | None:
        """Return the transcript of a recording; ``None`` if there is none, or it says that it failed.

        Args:
            recording: its file, as `Audio.name` has it.

        Raises:
            MondegreenError: the files cannot be read.
        """
        if self._engine is None:
            self._engine = self._load()
        try:
            return self._found(self._engine, recording).text
        except ProviderError:
            return None

    def unused(self, recordings: Collection[str]) -> list[str]:
        """Return the names of transcripts that fit none of some recordings; none before they are read."""
        fitting = {name for each in recordings for name in _names(each)}
        return [name for name in self._held if name not in fitting]

    def _load(self) -> Any:
        options = dict(self.chosen.parameters or {})
        try:
            found = read_hypotheses(
                self.model,
                options.get("format"),
                column=options.get("column"),
                encoding=options.get("encoding"),
            )
        except InputError as error:
            raise _with_parameters(error) from None
        texts: dict[str, list[Segment]] = {}
        for segment in found.segments:
            name = segment.recording or segment.id
            if name is not None:
                texts.setdefault(without_audio(name), []).append(segment)
        if not texts and not found.failed:
            raise UsageError(f"{self.system}: has no ids, expected a name per transcript")
        failed = {without_audio(name): why for name, why in found.failed.items()}
        self._held = [*dict.fromkeys([*texts, *failed])]
        return texts, failed

    def _run(self, engine: Any, audio: Audio) -> Transcript:
        return self._found(engine, audio.name)

    def _found(self, engine: Any, recording: str) -> Transcript:
        texts, failed = engine
        for name in _names(recording):
            if name not in texts and name not in failed:
                continue
            if name in self._shared.get(recording, ()):
                raise ProviderError(
                    "missing",
                    f"{self.model} has one transcript {name!r}, which fits other recordings of the "
                    "dataset too; give transcripts the folders of their recordings",
                )
            if name in failed:
                raise ProviderError(
                    "rejected-job", f"{self.model} says that it failed: {failed[name]}"
                )
            return _transcript(texts[name], self.chosen.language)
        raise ProviderError("missing", f"{self.model} has no transcript named {stem(recording)!r}")

    def _model_bytes(self) -> None:
        return None

    def _call(self, asked: float, begun: float, cpu: float) -> Call:
        """Return no times: how fast a file is read says nothing of whoever wrote it."""
        del asked, begun, cpu
        return Call(0.0)


def _with_parameters(error: InputError) -> InputError:
    """Return an error that says how the encoding is named here, where there is no ``--encoding``."""

    def named(found: re.Match[str]) -> str:
        name = found["name"] or "NAME"
        return f'{found[1]} parameters = {{ encoding = "{name}" }} to the system in bench.toml'

    said = _OPTION.sub(named, str(error))
    return error if said == str(error) else InputError(said)


def _names(audio: str) -> list[str]:
    """Return the names that the transcript of a recording may have, the most folders first.

    >>> _names("/data/a/u1.wav")
    ['/data/a/u1', 'data/a/u1', 'a/u1', 'u1']
    """
    whole = without_audio(audio)
    parts = PurePath(whole).parts
    folders = ["/".join(parts[at:]) for at in range(1, len(parts))]
    return [*dict.fromkeys([whole, *folders, stem(audio)])]


def _transcript(segments: list[Segment], language: str | None) -> Transcript:
    words = tuple(
        Word(
            word.text,
            None if word.start is None else float(word.start),
            None if word.end is None else float(word.end),
            None if word.confidence is None else float(word.confidence),
            word.speaker or segment.speaker,
        )
        for segment in segments
        for word in segment.words
    )
    text = " ".join(" ".join(each.text.split()) for each in segments if each.text.strip())
    return Transcript(text, words, language, {"text": text})
