"""Which file of a call is the reference and which the hypothesis, by their names."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from mondegreen.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

__all__ = ["HYPOTHESIS", "REFERENCE", "no_system", "side_of", "system_of", "transcripts_in"]

REFERENCE: Final = "gt_transcript.json"
HYPOTHESIS: Final = "ref_transcript.json"
_SIDES: Final = {
    **dict.fromkeys(("reference", "ref", "ground_truth", "groundtruth", "gt"), "reference"),
    **dict.fromkeys(("hypothesis", "hyp", "prediction", "predicted", "asr"), "hypothesis"),
    PurePath(REFERENCE).stem: "reference",
    PurePath(HYPOTHESIS).stem: "hypothesis",  # its ref is the transcript that is scored
}


def system_of(name: str) -> str:
    """Return the name of the system whose hypothesis a file is: ``nova`` of ``nova.txt`` and ``nova.txt.gz``."""
    return PurePath(name.removesuffix(".gz")).stem


def side_of(name: str, system: str | None = None) -> str | None:
    """Return ``reference`` or ``hypothesis`` for the name of a file; ``None`` for another name.

    With a system, its hypotheses are the files of its name, such as ``nova.txt``.

    >>> side_of("nova.txt.gz", "nova"), side_of("hypothesis.txt", "nova")
    ('hypothesis', None)
    >>> side_of("gt_transcript.json"), side_of("Reference.txt"), side_of("hyp.srt"), side_of("a.txt")
    ('reference', 'reference', 'hypothesis', None)
    """
    first = PurePath(name).name.partition(".")[0].casefold()
    if system is not None and system_of(name).casefold() == system.casefold():
        return "hypothesis"
    side = _SIDES.get(first)
    return None if system is not None and side == "hypothesis" else side


def transcripts_in(
    folder: Path, names: Iterable[str], system: str | None = None
) -> tuple[Path, Path]:
    """Return the two transcripts of a call.

    Args:
        folder: the call.
        names: of the files in it.
        system: whose hypotheses are read; ``None`` for the only one.

    Raises:
        InputError: several files could be one side.
    """
    found: dict[str, list[str]] = {"reference": [], "hypothesis": []}
    for name in sorted(names):
        if (side := side_of(name, system)) is not None:
            found[side].append(name)
    chosen = []
    usual_names = (REFERENCE, HYPOTHESIS if system is None else f"{system}.txt")
    for (side, files), usual in zip(found.items(), usual_names, strict=True):
        if usual in files or not files:
            files[:] = [usual]
        if len(files) > 1:
            raise InputError(
                f"{folder}: {' and '.join(files)} could both be the {side}; keep one of them, "
                f"or name the one to score {side}{PurePath(files[0]).suffix}"
            )
        chosen.append(folder / files[0])
    return chosen[0], chosen[1]


def no_system(system: str, known: Iterable[str], where: str) -> InputError:
    """Return the error of a name that no hypothesis has.

    >>> print(no_system("nov", ["nova"], "calls: no call has a file"))
    calls: no call has a file of the system 'nov'. Did you mean 'nova'? Known: nova.
    """
    names = sorted(known)
    listed = f"Known: {', '.join(names)}" if names else "Only one is there; leave --systems out"
    return InputError(f"{where} of the system {system!r}.{did_you_mean(system, names)} {listed}.")
