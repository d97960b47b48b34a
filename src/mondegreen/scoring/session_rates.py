"""One number of sessions with several speakers: ``cpwer``, ``tcpwer``, ``orc_wer``, ``der`` and others.

Each is the value of one metric of `mondegreen.score`; sessions are given as to `mondegreen.sessions`.
"""

from __future__ import annotations

from typing import Any

from mondegreen.errors import UsageError
from mondegreen.options.reading import Reading
from mondegreen.scoring.scorer import score
from mondegreen.speakers.sessions import Sessions, sessions

__all__ = ["cpwer", "der", "di_cpwer", "jer", "mimo_wer", "orc_wer", "tcorc_wer", "tcpwer", "wder"]


def cpwer(reference: Any, hypothesis: Any, **options: Any) -> float:
    """Return the word error rate of what each speaker said, with the best map of speakers to streams.

    ``reference`` and ``hypothesis`` are paths, lists of segments as in SegLST, mappings of speakers to
    texts, or lists of texts, one per stream; the options are those of `mondegreen.sessions` and
    `mondegreen.score`.

    Returns:
        Errors over reference words, a fraction of at least 0; infinite if there are errors and no
        reference words, 0 if there are neither.

    Raises:
        InputError: a file that breaks its format, or a segment that ends before its start.
        PairingError: a session of the hypothesis that is none of the reference.
        UsageError: an option that cannot be used.

    >>> cpwer({"ann": "so it goes", "bo": "on and on"}, {"1": "on and", "2": "so it goes"})
    0.16666666666666666
    """
    return _rate("cpwer", reference, hypothesis, options)


def tcpwer(
    reference: Any, hypothesis: Any, *, collar: float | str | None = None, **options: Any
) -> float:
    """Return the same with words that must be near in time; see `cpwer`.

    Args:
        reference: what was said, with times.
        hypothesis: what the system wrote, with times.
        collar: seconds by which two words may be apart; 5 is usual. It must be given.
        options: those of `cpwer`.

    Raises:
        InputError: as `cpwer` does, and where segments have no times.
        UsageError: no collar.

    >>> said = [{"speaker": "ann", "start_time": 0, "end_time": 1, "words": "so it goes"}]
    >>> heard = [{"speaker": "1", "start_time": 60, "end_time": 61, "words": "so it goes"}]
    >>> tcpwer(said, heard, collar=5), tcpwer(said, heard, collar=100)
    (2.0, 0.0)
    """
    return _rate("tcpwer", reference, hypothesis, {**options, "collar": collar})


def orc_wer(reference: Any, hypothesis: Any, **options: Any) -> float:
    """Return the word error rate with each reference segment in the stream that fits; see `cpwer`.

    >>> orc_wer({"ann": ["so it", "goes"]}, ["so it", "goes"])
    0.0
    """
    return _rate("orc-wer", reference, hypothesis, options)


def mimo_wer(reference: Any, hypothesis: Any, **options: Any) -> float:
    """Return the same in any order that the segments of each speaker keep; see `orc_wer`.

    >>> mimo_wer({"ann": ["so it", "goes"], "bo": "on"}, ["on so it goes"])
    0.0
    """
    return _rate("mimo-wer", reference, hypothesis, options)


def tcorc_wer(
    reference: Any, hypothesis: Any, *, collar: float | str | None = None, **options: Any
) -> float:
    """Return the same with words that must be near in time; see `orc_wer` and `tcpwer`.

    >>> said = [{"speaker": "ann", "start_time": 0, "end_time": 1, "words": "so it goes"}]
    >>> tcorc_wer(said, said, collar=5)
    0.0
    """
    return _rate("tcorc-wer", reference, hypothesis, {**options, "collar": collar})


def di_cpwer(reference: Any, hypothesis: Any, **options: Any) -> float:
    """Return the cpWER if no segment of the hypothesis had a wrong speaker; see `cpwer`.

    >>> di_cpwer({"ann": "so it", "bo": "goes"}, {"1": ["so it", "goes"]})
    0.0
    """
    return _rate("di-cpwer", reference, hypothesis, options)


def wder(reference: Any, hypothesis: Any, **options: Any) -> float:
    """Return the share of aligned words with another speaker; see `cpwer`.

    Not a number where no words are aligned.

    >>> wder({"ann": "so it", "bo": "goes"}, {"1": "so", "2": "it goes"})
    0.3333333333333333
    """
    return _rate("wder", reference, hypothesis, options)


def der(reference: Any, hypothesis: Any, **options: Any) -> float:
    """Return the diarisation error rate; sides are given as to `cpwer`, and need no words.

    The collar is ``der_collar``, in seconds on either side of a border; see `mondegreen.score`.

    Returns:
        Missed, false and confused time over the time of all speakers, a fraction of at least 0; not a
        number where nobody speaks.

    Raises:
        InputError: as `cpwer` does, and where turns have no times.

    >>> said = [{"speaker": "ann", "start_time": 0, "end_time": 4, "words": ""}]
    >>> heard = [{"speaker": "1", "start_time": 1, "end_time": 5, "words": ""}]
    >>> der(said, heard)
    0.5
    """
    return _rate("der", reference, hypothesis, options)


def jer(reference: Any, hypothesis: Any, **options: Any) -> float:
    """Return the Jaccard error rate, 0 to 1; see `der`.

    >>> said = [{"speaker": "ann", "start_time": 0, "end_time": 4, "words": ""}]
    >>> heard = [{"speaker": "1", "start_time": 1, "end_time": 5, "words": ""}]
    >>> jer(said, heard)
    0.4
    """
    return _rate("jer", reference, hypothesis, options)


def _rate(name: str, reference: Any, hypothesis: Any, options: dict[str, Any]) -> float:
    if "metrics" in options:
        raise UsageError(
            f"this function computes only {name!r}; for other metrics call score(metrics=...)"
        )
    reading = {key: value for key, value in options.items() if key in Reading.described}
    scoring = {key: value for key, value in options.items() if key not in reading}
    given = reference
    if not isinstance(reference, Sessions):
        given = sessions(reference, hypothesis, **reading)
    return float(score(given, metrics=(name,), **scoring)[name])
