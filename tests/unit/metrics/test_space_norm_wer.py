"""``space-norm-wer``: words touched by edits of letters, on its own normalization."""

from __future__ import annotations

import math
import random

import pytest
import space_oracle
from metric_oracle import assert_broadcasts, value

import mondegreen as mg
from mondegreen.errors import InputError, UsageError
from mondegreen.metrics.batch import Batch
from mondegreen.metrics.space_norm_wer import SpaceNormWordErrorRate
from mondegreen.text.normalizers.base import TextNormalizer

NAME = "space-norm-wer"


@pytest.mark.parametrize(
    ("reference", "hypothesis", "touched", "words"),
    [
        ("new york city", "newyork city", 0, 3),
        ("money transfer limit", "moneytransfer limt", 1, 3),
        ("చాలా మంచి రోజు", "చాలామంచి రోజు", 0, 3),
        ("చాలా మంచి రోజు", "చాలామంచి రొజు", 1, 3),
        ("a b", "aaa", 2, 2),  # equal, substitute, delete, insert: in this order from the end
        ("one two three", "one two three four five six", 1, 3),
        ("a", "a b c d e f", 1, 1),
        ("b", "ab", 1, 1),  # before the first letter there is only the word after it
        ("transfer 1500 to room 15", "transfer 500 to room 50", 0, 3),
        ("Wi-Fi, isn't it?", "wifi isnt  IT", 0, 3),
        ("<|en|> [noise] so <b>it</b> goes", "so it goes", 0, 3),
    ],
)
@pytest.mark.filterwarnings("ignore:1 of 1 references hold tokens")
def test_by_hand(reference: str, hypothesis: str, touched: int, words: int) -> None:
    found = mg.score(reference, hypothesis, metrics=NAME)[NAME]
    assert (found.errors, found.counts["reference_words"]) == (touched, words)
    assert found.value == mg.space_norm_wer(reference, hypothesis) == touched / words
    pair = space_oracle.normalize(reference), space_oracle.normalize(hypothesis)
    assert space_oracle.errors(*pair) == (touched, words)


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [("hello", ""), ("", "hello"), ("", ""), ("2024", "2024"), ("a", "...")],
)
def test_a_pair_with_an_empty_text_is_left_out_and_said_so(reference: str, hypothesis: str) -> None:
    result = mg.score(["so it goes", reference], ["so it went", hypothesis], metrics=NAME)
    assert result[NAME].counts["left_out"] == 1
    assert (result[NAME].errors, result[NAME].counts["reference_words"]) == (1, 3)
    assert result[NAME].utterances == 1
    assert result.coverage.left_out == {NAME: 1}
    assert "space-norm-wer leaves out 1 with an empty text" in str(result)
    assert result.rate(1, NAME) is None
    assert result.to_dict()["reason"] == [None, "skipped: a text is empty"]
    assert result.mean(NAME) == 1 / 3
    utterance = result.utterance(1, NAME).to_dict()
    assert (utterance["rate"], utterance["reason"]) == (None, "not scored")


def test_all_left_out_is_no_rate() -> None:
    result = mg.score("hello", "", metrics=NAME)
    assert math.isnan(result[NAME].value)
    assert result[NAME].reason == "nothing was scored"
    assert math.isnan(mg.space_norm_wer("1", "1"))


@pytest.mark.parametrize(("policy", "left_out", "scored"), [("deletions", 2, 3), ("skip", 1, 2)])
def test_missing_hypotheses(policy: str, left_out: int, scored: int) -> None:
    result = mg.score(["a b", "c", "d"], ["a b", "", None], metrics=NAME, missing=policy)
    assert result.coverage.left_out == {NAME: left_out}
    assert result.coverage.scored == scored
    assert result[NAME].utterances == 1
    assert result[NAME].value == 0


def test_what_differs_only_in_what_is_deleted() -> None:
    references = ["room 15", "Hello, you.", "so it", "a [b] c", "x 1", "4"]
    hypotheses = ["room 50", "hello you", "SO  it", "a c", "y 2", "5"]
    counts = mg.score(references, hypotheses, metrics=NAME)[NAME].counts
    assert counts["differ_in_deleted"] == 3  # room, Hello, [b]
    assert counts["differ_in_digits"] == 1
    table = str(mg.score(references, hypotheses, metrics=NAME))
    assert "3 differ only in what is deleted, 1 in digits" in table


def test_it_names_its_normalizer_wherever_it_is_printed() -> None:
    result = mg.score("A b", "a b", metrics=["wer", NAME], normalizer="lower")
    assert "space-norm-wer (normalizer: space-norm@1)" in str(result)
    assert "space-norm-wer (normalizer: space-norm@1)" in result.render("html")
    assert "|normalizer:lower@1+space-norm@1|" in result.signature
    assert "|normalizer:space-norm@1|" in result[NAME].signature
    assert "|normalizer:lower@1|" in result["wer"].signature
    assert result["wer"].errors == 0
    again = mg.score("A b", "a b", recipe=result.signature)
    assert again.signature == result.signature
    assert mg.score("A b", "a b", recipe=result.recipe.signature(short=True)) is not None


class Spoilt(TextNormalizer):
    """Leaves nothing of a text."""

    name, version = "spoilt", "1"

    def __call__(self, text: str) -> str:
        return ""


def test_the_chosen_normalizer_does_not_reach_it() -> None:
    pair = ("5 apples a day", "6 apples today")
    alone = mg.score(*pair, metrics=NAME)[NAME]
    both = mg.score(*pair, metrics=["wer", NAME], normalizer=Spoilt())[NAME]
    assert alone.counts == both.counts


def test_another_normalizer_is_refused() -> None:
    with pytest.raises(UsageError, match=r"normalizer of its own, space-norm@1, so 'lower'"):
        mg.space_norm_wer("a", "a", normalizer="lower")
    with pytest.raises(UsageError, match="its own normalizer, and not with 'lower@1'"):
        mg.score("a", "a", recipe="space-norm-wer|normalizer:lower@1")
    with pytest.raises(UsageError, match="2 metrics, 3 normalizers"):
        mg.score("a", "a", recipe="wer+space-norm-wer|normalizer:none+none+none")
    with pytest.raises(
        UsageError, match="expected one normalizer for all metrics, got 'lower', 'none'"
    ):
        mg.score("a", "a", recipe="wer+cer|normalizer:lower+none")


def test_run_files(tmp_path) -> None:  # type: ignore[no-untyped-def]
    texts = ["so 1 it goes", "a b", ""], ["so 2 it went", "ab", "c"]
    for normalizer in ("none", "lower"):
        result = mg.score(*texts, metrics=["wer", NAME, "space-wer"], normalizer=normalizer)
        for stored in (True, False):
            result.save(tmp_path / "run.json", texts=stored)
            again = mg.load(tmp_path / "run.json")
            assert again.to_dict() == result.to_dict()
            assert again.coverage == result.coverage
            assert again.signature == result.signature


@pytest.mark.parametrize("metric", [NAME, "space-wer"])
def test_a_run_file_that_was_changed(tmp_path, metric: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "run.json"
    mg.score(["a bc", "d"], ["a bd", "d"], metrics=metric).save(path, texts=True)
    text = path.read_text("utf-8")
    changed = text.replace('"a bd"', '"a bc"')
    assert changed != text
    path.write_text(changed, "utf-8")
    with pytest.raises(InputError, match="but the texts give"):
        mg.load(path)


def test_parts_merge() -> None:
    texts = ["a b", "", "c d", "1"], ["ab", "x", "c e", "1"]
    whole = mg.score(*texts, metrics=NAME)
    scorers = [mg.Scorer(metrics=NAME), mg.Scorer(metrics=NAME)]
    for scorer, rows in zip(scorers, (slice(0, 1), slice(1, 4)), strict=True):
        scorer.update(texts[0][rows], texts[1][rows])
    merged = scorers[0].merge(scorers[1]).compute()
    assert merged[NAME] == whole[NAME]
    assert merged.coverage == whole.coverage
    assert whole.coverage.left_out == {NAME: 2}


def test_tokens_and_columns() -> None:
    import pyarrow as pa

    texts = ["new york", "so 1", None], ["newyork", "so 2", "x"]
    tokens = [[t.split() for t in side if t is not None] for side in texts]
    wanted = mg.score(texts[0][:2], texts[1][:2], metrics=NAME)[NAME]
    assert mg.score(tokens[0], tokens[1][:2], metrics=NAME)[NAME] == wanted
    arrow = [pa.array(side[:2]) for side in texts]
    assert mg.score(*arrow, metrics=NAME)[NAME] == wanted


def test_over_arrays() -> None:
    assert_broadcasts(NAME, [(1, 3, 0, 0, 0), (0, 0, 0, 0, 0), (0, 0, 2, 0, 0), (0, 5, 1, 2, 1)])
    assert value(NAME, 0, 0, 0, 0, 0) == 0


ALPHABETS = ["ab ", "ab 1.,", "abcde  [<>]|", "చాలా మంచిర ", "aA\u0130ßΣ\u00a0\u2003 12"]


def corpus(seed: int, size: int, longest: int) -> list[tuple[str, str]]:
    """Pairs of texts with few letters, so that ties are many; half of them are alike."""
    chance = random.Random(seed)
    pairs = []
    for _ in range(size):
        letters = chance.choice(ALPHABETS)
        reference = "".join(chance.choices(letters, k=chance.randrange(longest)))
        if chance.random() < 0.5:
            hypothesis = "".join(
                char if chance.random() > 0.2 else chance.choice(("", char * 2, letters[0]))
                for char in reference
            )
        else:
            hypothesis = "".join(chance.choices(letters, k=chance.randrange(longest)))
        pairs.append((reference, hypothesis))
    return pairs


def check_against_the_oracle(pairs: list[tuple[str, str]]) -> None:
    references, hypotheses = map(list, zip(*pairs, strict=True))
    rows = SpaceNormWordErrorRate().rows(Batch(references, hypotheses))
    for at, pair in enumerate(pairs):
        reference, hypothesis = map(space_oracle.normalize, pair)
        found = rows.columns[0][at], rows.columns[1][at]
        if reference and hypothesis:
            assert found == space_oracle.errors(reference, hypothesis), pair
        else:
            assert (found, rows.columns[2][at]) == ((0, 0), 1), pair
    assert rows.sums[:3] == space_oracle.corpus(pairs)


def test_it_is_the_definition() -> None:
    check_against_the_oracle(corpus(1, 2_000, 16))


@pytest.mark.slow
def test_it_is_the_definition_on_100_000_pairs() -> None:
    check_against_the_oracle(corpus(2, 85_000, 14))
    check_against_the_oracle(corpus(3, 14_900, 40))
    check_against_the_oracle(corpus(4, 100, 400))


@pytest.mark.slow
@pytest.mark.parametrize("alike", ["alike", "unlike"])
def test_it_is_the_definition_on_long_texts(alike: str) -> None:
    """Long enough for the kernel to keep checkpoints in place of its whole table."""
    chance = random.Random(5)
    reference = "".join(chance.choices("abcdefg  ", k=4_500))
    hypothesis = (
        "".join(c if chance.random() > 0.3 else chance.choice("abc ") for c in reference)
        if alike == "alike"
        else "".join(chance.choices("abcdefg  ", k=4_500))
    )
    check_against_the_oracle([(reference, hypothesis)])
