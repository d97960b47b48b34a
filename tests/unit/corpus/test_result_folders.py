"""Folders of results that hold both sides: Kaldi's and ESPnet's, and files of wenet and Kaldi."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from mondegreen.corpus import read
from mondegreen.corpus.formats import FORMATS
from mondegreen.errors import InputError, PairingError, ParseError

if TYPE_CHECKING:
    from collections.abc import Mapping

REFERENCES = {"ada-1": "press one", "bo-2": "thank you", "bo-3": "so it goes"}
HYPOTHESES = {"bo-3": "so it goes", "ada-1": "press won", "bo-2": ""}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def put(name: str, content: str) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, "utf-8")


def kaldi(texts: Mapping[str, str]) -> str:
    return "".join(f"{name} {text}\n" for name, text in texts.items())


def trn(texts: Mapping[str, str]) -> str:
    return "".join(f"{text}\t({name.split('-')[0]}-{name})\n" for name, text in texts.items())


def check(*paths: str) -> None:
    corpus = read(*paths)
    assert list(corpus.references) == list(REFERENCES.values())
    assert list(corpus.hypotheses) == [HYPOTHESES[name] for name in REFERENCES]


@pytest.mark.parametrize("place", ["decode", "decode/scoring_kaldi"])
def test_kaldi_with_one_file_of_hypotheses(place: str) -> None:
    put("decode/scoring_kaldi/test_filt.txt", kaldi(REFERENCES))
    put("decode/scoring_kaldi/penalty_0.0/10.txt", kaldi(HYPOTHESES))
    put("decode/scoring_kaldi/wer_details/wer_bootci", "no text\n")
    put("decode/lat.1.gz", "")
    put("decode/wer_10_0.0", "%WER 50.00 [ 1 / 2, 0 ins, 0 del, 1 sub ]\n")
    check(place)


@pytest.mark.parametrize("place", ["exp/tri1/decode", "exp/tri1/decode/scoring_kaldi"])
def test_kaldi_with_the_best_of_several(place: str) -> None:
    put("exp/tri1/decode/scoring_kaldi/test_filt.txt", kaldi(REFERENCES))
    for penalty, weight in ((0.0, 9), (0.0, 10), (0.5, 10), (0.5, 11)):
        best = (penalty, weight) == (0.5, 10)
        texts = HYPOTHESES if best else dict.fromkeys(HYPOTHESES, "no")
        put(f"exp/tri1/decode/scoring_kaldi/penalty_{penalty}/{weight}.txt", kaldi(texts))
        put(f"exp/tri1/decode/scoring_kaldi/penalty_{penalty}/{weight}.chars.txt", "x\n")
    with pytest.raises(
        InputError, match=r"has 4 files of hypotheses and no best_wer .*penalty_0\.0/10"
    ):
        read(place)
    said = "%WER 50.00 [ 1 / 2, 0 ins, 0 del, 1 sub ] exp/tri1/decode/wer_10_0.5\n"
    put("exp/tri1/decode/scoring_kaldi/best_wer", said)
    with pytest.warns(
        UserWarning, match=r"has 4 files of hypotheses; penalty_0\.5/10\.txt is read"
    ):
        check(place)
    put("exp/tri1/decode/scoring_kaldi/best_wer", said.replace("wer_10", "wer_17"))
    with pytest.raises(InputError, match="no best_wer that names one of them"):
        read(place)


@pytest.mark.parametrize("place", ["exp/asr/decode/test", "exp/asr/decode/test/score_wer"])
def test_espnet(place: str) -> None:
    """Words also where characters and tokens are next to them, and with what ESPnet writes there too."""
    base = "exp/asr/decode/test"
    for score in ("wer", "cer", "ter"):
        spaced = score == "wer"
        for side, texts in (("ref", REFERENCES), ("hyp", HYPOTHESES)):
            written = texts if spaced else dict.fromkeys(texts, "x y")
            put(f"{base}/score_{score}/{side}.trn", trn(written))
        put(f"{base}/score_{score}/result.txt", "SYSTEM SUMMARY PERCENTAGES by SPEAKER\n")
    put(f"{base}/text", kaldi(HYPOTHESES))
    put(f"{base}/token_int", kaldi(dict.fromkeys(HYPOTHESES, "5 6 7")))
    check(place)
    put("data/test/text", kaldi(REFERENCES))
    check("data/test/text", f"{base}/text")


def test_espnet_against_kaldi() -> None:
    """Ids pair, or are named: those of ESPnet's trn have the speaker in front."""
    for side, texts in (("ref", REFERENCES), ("hyp", HYPOTHESES)):
        put(f"test/score_wer/{side}.trn", trn(texts))
    put("ref.text", kaldi(REFERENCES))
    with pytest.raises(PairingError, match="ids without a reference"):
        read("ref.text", "test")
    put(
        "ref.text",
        kaldi({f"{name.split('-')[0]}-{name}": text for name, text in REFERENCES.items()}),
    )
    check("ref.text", "test")


def test_a_hypothesis_without_a_reference_is_named() -> None:
    put("test/score_wer/ref.trn", trn({"ada-1": "press one"}))
    put("test/score_wer/hyp.trn", trn(HYPOTHESES))
    with pytest.raises(PairingError, match=r"hyp\.trn: ids without a reference: 2 of 3"):
        read("test")


WENET = (
    "utt: ada-1\nWER: 50.00 % N=2 C=1 S=1 D=0 I=0\nlab: press one \nrec: press won \n\n"
    "utt: bo-2\nWER: 100.00 % N=2 C=0 S=0 D=2 I=0\nlab: thank you \nrec:           \n\n"
    "utt: bo-3\nWER: 0.00 % N=3 C=3 S=0 D=0 I=0\nlab: so it \nrec: so it \nlab: goes \nrec: goes \n\n"
    "===========================================================================\n\n"
    "Overall -> 42.86 % N=7 C=4 S=1 D=2 I=0\n"
    "Mandarin -> 0.00 % N=0 C=0 S=0 D=0 I=0\n"
)


@pytest.mark.parametrize(
    "content",
    [
        WENET,
        "\n" + WENET,
        WENET.replace("lab:", "lab(ada-1):").replace("rec:", "rec(ada-1):"),
        WENET.partition("====")[0],
        WENET.replace("lab: thank you \nrec:           \n", "lab: thank you \nrec:\n"),
    ],
)
def test_wenet(content: str) -> None:
    put("wer", content)
    check("wer")


def test_wenet_with_other_marks_for_no_word_is_refused() -> None:
    put("wer", WENET.replace("rec:           ", "rec: _____ ___ "))
    with pytest.raises(
        ParseError, match="wer:6: 'bo-2' has another number of words than its line WER says"
    ):
        read("wer")


PER_UTT = (
    "ada-1 ref  press  one\nada-1 hyp  press  won\nada-1 op     C     S\nada-1 #csid 1 1 0 0\n"
    "bo-2 ref  thank  you\nbo-2 hyp   ***   ***\nbo-2 op     D     D\nbo-2 #csid 0 0 0 2\n"
    "bo-3 ref  so  it  goes\nbo-3 hyp  so  it  goes\nbo-3 op    C   C    C\nbo-3 #csid 3 0 0 0\n"
)


@pytest.mark.parametrize("content", [PER_UTT, PER_UTT.replace("bo-3 ref", "\nbo-3 ref")])
def test_per_utt_of_kaldi(content: str) -> None:
    put("per_utt", content)
    check("per_utt")


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (PER_UTT + "bo-4 ref so\n", 13),
        (PER_UTT.replace("bo-2 hyp", "bo-4 hyp"), 6),
        (PER_UTT.replace("bo-2 op     D     D\n", ""), 7),
    ],
)
def test_per_utt_that_is_cut(content: str, line: int) -> None:
    put("per_utt", content)
    with pytest.raises(ParseError) as error:
        read("per_utt")
    assert error.value.line == line


LJSPEECH = {
    "three": "ada-1|Press 1|press one\nbo-2|Thank you|thank you\nbo-3|So it goes|so it goes\n",
    "two": "ada-1|press one\nbo-2|thank you\nbo-3|so it goes\n",
    "quoted": 'ada-1|"Press" 1|press one\nbo-2|"Thank you|thank you\nbo-3|So "it goes|so it goes\n',
    "audio": "ada-1.wav|press one\nbo-2.wav|thank you\nbo-3.wav|so it goes\n",
    "blank at the end": "ada-1|press one\nbo-2|thank you\nbo-3|so it goes\n\n",
}


@pytest.mark.parametrize("what", LJSPEECH)
@pytest.mark.parametrize("name", ["metadata.csv", "metadata.txt", "meta"])
def test_ljspeech(what: str, name: str) -> None:
    put(name, LJSPEECH[what])
    put("hyp.text", kaldi(HYPOTHESES))
    check(name, "hyp.text")
    put("hyp.jsonl", "".join(f'{{"id": "{n}", "text": "{t}"}}\n' for n, t in HYPOTHESES.items()))
    check(name, "hyp.jsonl")


@pytest.mark.parametrize(
    "content",
    [
        "id|text\nada-1|press one\nbo-2|thank you\n",
        "id|reference|hypothesis\nu1|press one|press won\nu2|thank you|thank you\n",
    ],
)
def test_a_header_with_bars_is_a_table(content: str) -> None:
    put("x.csv", content)
    table: Any = FORMATS.get("csv")()
    assert table.recognise
    assert read("x.csv", "x.csv").ids in (["ada-1", "bo-2"], ["u1", "u2"])


def test_a_line_with_other_cells_is_named() -> None:
    put("metadata.csv", LJSPEECH["three"] + "bo-4|so\n")
    with pytest.raises(ParseError, match=r"metadata\.csv:4: got 'bo-4\|so', expected id\|text"):
        read("metadata.csv", "metadata.csv", format="ljspeech")
