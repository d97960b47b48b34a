"""References that leave a choice, from the arguments to the tables."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen.scoring.recipe import Recipe

if TYPE_CHECKING:
    from pathlib import Path

ALL = "nist,optional,fragments"
PAIRS = [
    ("i've { um / uh / @ } as far as", "i've uh as far as"),
    ("he is { going to / gonna } come", "he is gonna comb"),
    ("i (uh) want a com- computer", "i want a comma computer"),
    ("call [NAME] now please", "call john smith now"),
    ("plain text", "plain next text"),
    ("(uh) [inaudible]", ""),
    ("", "so"),
]
REFERENCES, HYPOTHESES = map(list, zip(*PAIRS, strict=True))


def score(references: Any = REFERENCES, hypotheses: Any = HYPOTHESES, **options: Any) -> mg.Result:
    chosen = {"alternatives": ALL, "dont_care": "redactions", **options}
    return mg.score(references, hypotheses, **chosen)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "alternatives", "counts"),
    [
        ("i've { um / uh / @ } as far as", "i've as far as", "nist", (4, 0, 0, 0)),
        ("i've { um / uh / @ } as far as", "i've uh as far as", "nist", (5, 0, 0, 0)),
        ("{ { a / b } c / d }", "b c", "nist", (2, 0, 0, 0)),
        ("(uh) i", "i", "optional", (2, 0, 0, 0)),
        ("(uh) i", "uh i", "optional", (2, 0, 0, 0)),
        ("(uh) i", "i", "nist", (1, 0, 1, 0)),
        ("com- i", "comma i", "fragments", (2, 0, 0, 0)),
        ("x i", "x- i", "fragments", (2, 0, 0, 0)),
        ("com- i", "co i", "fragments", (1, 1, 0, 0)),
        ("{ a / b } c", "b c", "literal", (2, 0, 4, 0)),
    ],
)
def test_counts(
    reference: str, hypothesis: str, alternatives: str, counts: tuple[int, ...]
) -> None:
    assert score(reference, hypothesis, alternatives=alternatives).counts(0, "wer") == counts


def test_the_way_that_was_taken_is_shown() -> None:
    result = score()
    shown = [result.texts(row) for row in range(4)]
    assert [texts["reference"] for texts in shown] == REFERENCES[:4]
    assert [texts["reference_normalized"] for texts in shown] == [
        "i've uh as far as",
        "he is gonna come",
        "i ⦅(uh)⦆ want a ⦅com-⦆ computer",
        "call ⟦[NAME]⟧ now please",
    ]
    assert shown[3]["hypothesis_normalized"] == "call ⟦john smith⟧ now"
    assert str(result.utterance(3)).splitlines()[1:] == [
        "REF  call [NAME] ----- now please",
        "HYP  call john   smith now ------",
        "                           D",
    ]


def test_spans_are_counted_in_coverage() -> None:
    coverage = score().coverage
    assert (coverage.dont_care, coverage.words_not_counted, coverage.empty) == (2, 2, 1)
    assert "2 don't-care spans with 2 hypothesis words, not counted" in str(coverage)
    assert "dont_care" not in mg.score("a", "a").coverage.to_dict()


@pytest.mark.parametrize("metric", ["wer", "mer", "wil", "wip", "cer"])
@pytest.mark.parametrize("unit", [None, "grapheme"])
def test_rows_are_those_of_the_alignments(metric: str, unit: str | None) -> None:
    result = score(metrics=metric, unit=unit)
    for row in range(len(result)):
        found = result.utterance(row).alignment
        assert found is not None
        steps = found.hits, found.substitutions, found.deletions, found.insertions
        assert result.counts(row, metric) == steps
    differences = result.differences()
    assert (
        sum(found.substitutions for found in differences) == result[metric].counts["substitutions"]
    )
    taken = result.confusions()
    assert sum(n for *_, n in taken.substitutions) == result[metric].counts["substitutions"]
    assert sum(n for *_, n in taken.insertions) == result[metric].counts["insertions"]


def test_sentences_are_wrong_as_a_whole() -> None:
    result = score("a [X] b [Y] c", "x so it y so z", metrics="sentence")
    assert result["sentence"].counts == {"wrong": 1, "sentences": 1}


@pytest.mark.parametrize("dont_care", [None, r"\[.*?\]"])
@pytest.mark.parametrize("normalizer", ["none", "lower", "mondegreen-en", "whisper-english"])
@pytest.mark.parametrize("ending", [".json", ".parquet"])
def test_a_run_file_holds_it_all(
    tmp_path: Path, ending: str, normalizer: str, dont_care: str | None
) -> None:
    alternatives = ALL if dont_care else "nist"
    result = score(
        normalizer=normalizer,
        dont_care=dont_care,
        alternatives=alternatives,
        metrics=["wer", "cer", "sentence"],
    )
    file = tmp_path / f"run{ending}"
    result.save(file, texts=True)
    loaded = mg.load(file)
    assert loaded.signature == result.signature
    assert loaded.rows == result.rows
    assert str(loaded) == str(result)
    assert list(map(str, loaded.worst())) == list(map(str, result.worst()))


def test_a_run_file_that_was_changed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    score().save(file, texts=True)
    file.write_text(file.read_text("utf-8").replace("⟦john smith⟧", "⟦john⟧ smith"), "utf-8")
    with pytest.raises(mg.InputError, match="it was changed after it was written"):
        mg.load(file)


def test_forgivers_work_on_the_way_that_was_taken() -> None:
    references = ["the data base of [NAME] at { five / 5 pm } (uh) (so) is no go", "a { b / c } d"]
    hypotheses = ["the database of ann lee at 5 p m is so nogo", "a c dd"]
    result = score(references, hypotheses, forgive=["spacing", "numbers"])
    strict = score(references, hypotheses)
    counts = result["wer"].counts
    steps = strict["wer"].counts
    assert counts["reference_words"] == sum(list(steps.values())[:3])
    forgiven = [span.to_dict() for span in result.forgiven()]
    assert {row["reference"] for row in forgiven} >= {"data base"}
    remain = sum(difference.errors for difference in result.differences())
    assert remain == counts["remaining"]
    assert remain + sum(row["errors"] for row in forgiven) == strict["wer"].errors
    for span in result.forgiven():
        found = result.utterance(int(span.difference.id or 0) - 1).alignment
        assert found is not None
        start = span.difference.reference_start
        assert found.reference[start : span.difference.reference_end] == span.difference.reference


def test_words_are_normalized_between_the_marks() -> None:
    result = score(
        "I've { Um / UH, / @ } (Uh) seen TH- [NAME]",
        "i have seen the man",
        normalizer="mondegreen-en",
    )
    assert result.references_normalized == ["i have seen ⦅th-⦆ ⟦[NAME]⟧"]
    by_column = mg.score(
        ["{ Zwei / Drei } Hunde", "two dogs"],
        ["2 hunde", "2 dogs"],
        by={"lang": ["de", "en"]},
        normalizer="mondegreen-{lang}",
        alternatives="nist",
    )
    assert by_column["wer"].errors == 0


# -- several references --------------------------------------------------------------------------


def test_the_best_of_several_references() -> None:
    references = [mg.AnyOf("he is going to come", "he's gonna come"), "plain", mg.AnyOf("", "x")]
    result = mg.score(references, ["he's gonna comb", "plain", ""])
    assert result["wer"].counts == {
        "hits": 3,
        "substitutions": 1,
        "deletions": 0,
        "insertions": 0,
    }
    assert result.texts(0)["reference"] == "{ he is going to come / he's gonna come }"
    assert "alternatives:references@1" in result.signature
    assert mg.wer(mg.AnyOf("a b", "a c"), "a c") == 0
    # Braces in one of them are read where they are asked for.
    either = mg.AnyOf("a { b / c }", "d")
    assert mg.wer(either, "a c", alternatives="nist") == 0
    assert mg.wer(either, "a c") > 0


def test_several_references_equal_the_best_of_each() -> None:
    chance = random.Random(5)
    for _ in range(300):
        texts = [" ".join(chance.choices("abc", k=chance.randrange(4))) for _ in range(3)]
        heard = " ".join(chance.choices("abc", k=chance.randrange(4)))
        counts = [mg.score(text, heard).counts(0, "wer") for text in texts]
        best = min(counts, key=lambda found: (sum(found[1:]), -found[0]))
        assert mg.score(mg.AnyOf(*texts), heard).counts(0, "wer") == best


def test_several_references_where_none_are_read() -> None:
    scorer = mg.Scorer()
    with pytest.raises(mg.InputTypeError, match="alternatives='references'"):
        scorer.update([mg.AnyOf("a", "b")], ["a"])
    with pytest.raises(mg.InputTypeError, match="expected one text or more"):
        mg.AnyOf()


# -- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alternatives": "nits"}, "alternatives='nits' is not known.*Did you mean 'nist'"),
        ({"alternatives": 7}, "expected names, such as 'nist'"),
        ({"alternatives": "literal,nist"}, "has 'literal' together with others"),
        ({"metrics": "space-wer"}, "space-wer does not go with dont_care=.*take wer"),
        (
            {"metrics": "space-norm-wer", "alternatives": "nist", "dont_care": None},
            "space-norm-wer does not go with alternatives=.*take space-wer",
        ),
        ({"metrics": "phonetic-wer", "dont_care": None}, "phonetic-wer does not go with alternat"),
    ],
)
def test_choices_that_do_not_go_together(options: dict[str, Any], message: str) -> None:
    with pytest.raises(mg.UsageError, match=message):
        score(**options)


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ("a { b", "id 'u7': a '{' without its '}'"),
        ("a ⟦b⟧", "id 'u7': one of ⟦ ⟧ ⦅ ⦆ is in the text"),
    ],
)
def test_a_bad_text_is_named(reference: str, message: str) -> None:
    with pytest.raises(mg.InputError, match=message):
        score([reference], ["a"], ids=["u7"])


def test_lists_of_tokens_are_refused() -> None:
    with pytest.raises(mg.UsageError, match="not in lists of tokens"):
        score([["a", "{", "b", "}"]], [["a"]])
    assert score([["a", "b"]], [["a"]])["wer"].errors == 1


# -- the rest of scoring --------------------------------------------------------------------------


def test_space_wer_takes_the_way_of_wer() -> None:
    texts = "{ data base / x y z } y", "database y"
    result = mg.score(*texts, metrics=["space-wer", "wer"], alternatives="nist")
    assert result.texts(0)["reference_normalized"] == "data base y"
    assert result["space-wer"].errors == 0


@pytest.mark.parametrize("missing", ["deletions", "skip"])
def test_missing_hypotheses(missing: str) -> None:
    hypotheses = [None, *HYPOTHESES[1:3], mg.Failed("timeout"), *HYPOTHESES[4:]]
    result = score(hypotheses=hypotheses, missing=missing)
    assert (result.coverage.missing, result.coverage.failed) == (1, 1)
    assert result.counts(0, "wer") == (0, 0, 4, 0)  # the shortest way
    assert result.counts(3, "wer") == (0, 0, 3, 0)
    assert result.coverage.dont_care == 1


def test_parts_are_the_whole() -> None:
    whole = score()
    parts = [mg.Scorer(alternatives=ALL, dont_care="redactions") for _ in PAIRS]
    for part, (reference, hypothesis), name in zip(parts, PAIRS, range(1, 9), strict=False):
        part.update([reference], [hypothesis], ids=[name])
    merged = parts[0]
    for part in parts[1:]:
        merged = merged.merge(part)
    result = merged.compute()
    assert result.rows == whole.rows
    assert result.coverage == whole.coverage
    assert result.references_normalized == whole.references_normalized
    assert mg.Scorer.from_recipe(whole.recipe).recipe == whole.recipe
    assert Recipe.parse(whole.recipe.signature(short=True)) == whole.recipe


def test_texts_without_a_choice_are_scored_as_ever() -> None:
    chance = random.Random(6)
    texts = [
        [" ".join(chance.choices("abcd", k=chance.randrange(6))) for _ in range(200)] for _ in "rh"
    ]
    names = ["wer", "cer", "mer", "sentence"]
    for options in ({}, {"normalizer": "whisper-english"}, {"edit_weights": "sclite"}):
        plain = mg.score(*texts, metrics=names, **options)
        assert score(*texts, metrics=names, **options).rows == plain.rows


def test_a_corpus_of_trn_files(tmp_path: Path) -> None:
    for name, text in (
        ("r.trn", "so { it / that } goes (s-1)\n"),
        ("h.trn", "so that goes (s-1)\n"),
    ):
        (tmp_path / name).write_text(text, "utf-8")
    corpus = mg.read(tmp_path / "r.trn", tmp_path / "h.trn")
    assert mg.score(corpus)["wer"].errors == 0
    assert mg.score(corpus, alternatives="literal")["wer"].errors == 4
    with pytest.warns(UserWarning, match="alternatives='nist'"):
        mg.Scorer().update(corpus)
    mg.Scorer(alternatives="literal").update(corpus)


def test_jsonl_with_lists_of_references(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text(
        '{"references": ["a b", "c"], "hypothesis": "c"}\n{"references": "d", "hypothesis": "d"}\n'
    )
    corpus = mg.read(file)
    assert corpus.references == [mg.AnyOf("a b", "c"), "d"]
    assert mg.score(corpus)["wer"].value == 0
    file.write_text('{"references": [], "hypothesis": "c"}\n')
    with pytest.raises(mg.ParseError, match="expected a text"):
        mg.read(file)


def test_a_hundred_alternations_take_no_time() -> None:
    said = " ".join(["{ a b / c / { d / e f g } / @ } so"] * 300)
    heard = " ".join(["e f g so", "c so", "so"] * 100)
    start = time.process_time()
    assert mg.wer(said, heard, alternatives="nist") == 0
    assert time.process_time() - start < 5


def test_hypotheses_may_leave_a_choice_too() -> None:
    said, heard = "he is { going to / gonna } come", "he { 's / is } { gonna / @ } comb"
    for normalizer in ("none", "whisper-basic"):
        result = mg.score(said, heard, alternatives="nist", normalizer=normalizer)
        counts = result["wer"].counts
        assert (counts["hits"], counts["substitutions"], counts["deletions"]) == (3, 1, 0)
    assert list(result.aligned_texts([0])) == [["he is gonna come"], ["he is gonna comb"]]
    plain = mg.score("he is here", "he { 's / is } here", alternatives="nist")["wer"]
    assert plain.errors == 0
    assert mg.score("he is here", "he { 's / is } here")["wer"].errors > 0


@pytest.mark.parametrize(
    ("version", "heard"),
    [
        *(("nist", heard) for heard in ("a { b", "a } b", "a / b", "a b}", "{ a b")),
        *(("nist@1", heard) for heard in ("a { b", "a } b", "{ a b }", "a / b", "{ a } / b")),
    ],
)
def test_other_braces_of_hypotheses_are_words(version: str, heard: str) -> None:
    found = mg.score("{ a / z } b", heard, alternatives=version)["wer"]
    best = min(mg.score(said, heard)["wer"].errors for said in ("a b", "z b"))
    assert found.errors == best


def test_a_broken_alternation_of_a_hypothesis_is_named() -> None:
    with pytest.raises(mg.InputError, match=r"u1.*without its"):
        mg.score(["a"], ["{ a / b } {"], ids=["u1"], alternatives="nist")


# -- where sclite's single precision tips a tie --------------------------------------------------

TIPPED = "water a c-/ @ water", "{ water water } b- (a)"


def test_a_tie_that_an_at_sign_tips_goes_as_in_sclite() -> None:
    result = mg.score(*TIPPED, recipe="sclite")
    assert result.counts(0, "wer") == (2, 0, 2, 2)  # sclite 2.10; three substitutions are as cheap
    assert result.coverage.dont_care == 0
    assert "⟦⟧" in result.texts(0)["reference_normalized"]
    alignment = result.utterance(0).alignment
    assert alignment is not None
    assert (alignment.hits, alignment.deletions, alignment.insertions) == (2, 2, 2)
    assert "⟦" not in str(result.utterance(0))


def test_texts_are_not_parted_for_metrics_that_count_them_whole() -> None:
    options: dict[str, Any] = {"alternatives": "nist", "edit_weights": "sclite"}
    result = mg.score(*TIPPED, metrics="wer,space-wer", **options)
    assert "⟦⟧" not in result.texts(0)["reference_normalized"]
    assert mg.score(*TIPPED, metrics="wer", **options)["wer"].errors == 4


def test_a_parted_text_goes_through_a_run_file(tmp_path: Path) -> None:
    result = mg.score(*TIPPED, recipe="sclite")
    result.save(tmp_path / "run.json", texts=True)
    assert mg.load(tmp_path / "run.json").rows == result.rows


# -- versions and recipes ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("recipe", "options", "signature"),
    [
        ("sclite", {}, "nist@2|ties:sclite@1"),
        ("sclite", {"alternatives": "optional"}, "nist@2+optional@2|ties:sclite@1"),
        ("sclite@2", {}, "nist@1|ties:most-hits@1"),
        ("sclite@2", {"alternatives": "nist"}, "nist@2|ties:most-hits@1"),
        ("sclite@2", {"alternatives": "nist@1,optional@1"}, "nist@1+optional@1|ties:most-hits@1"),
    ],
)
def test_what_is_read_is_in_the_signature(
    recipe: str, options: dict[str, Any], signature: str
) -> None:
    result = mg.score("{ a / b } c", "b c", recipe=recipe, **options)
    case = "lower" if "@" in recipe else "sclite"
    whole = f"wer@1|unit:word@1|normalizer:{case}@1|alternatives:{signature}|weights:4/3/3|missing:error"
    assert result.signature == whole
    assert Recipe.parse(whole) == result.recipe
    assert Recipe.parse(result.recipe.signature(short=True)) == result.recipe


@pytest.mark.parametrize(
    ("alternatives", "message"),
    [
        ("nist@3", "'nist' is here as nist@1 and nist@2; use the release"),
        ("fragments@2", "'fragments' is here as fragments@1; use"),
        ("nist,nist@1", "'nist' in two versions"),
        ("literal,nist", "together with others"),
    ],
)
def test_versions_that_are_not_here(alternatives: str, message: str) -> None:
    with pytest.raises(mg.UsageError, match=message):
        mg.score("a", "a", alternatives=alternatives)


def test_the_old_versions_give_the_old_numbers() -> None:
    texts = "so {fi-/fig-} @ it*", "so fig- it"
    assert mg.score(*texts, alternatives="nist")["wer"].errors == 0
    assert mg.score(*texts, alternatives="nist@1")["wer"].errors == 3
    texts = "i want", "i (uh) want"
    assert mg.score(*texts, alternatives="optional")["wer"].errors == 0
    assert mg.score(*texts, alternatives="optional@1")["wer"].errors == 1


def test_missing_hypotheses_next_to_a_recipe() -> None:
    sides: Any = ["a b", "c"], ["a b", None]
    assert mg.score(*sides, recipe="sclite", missing="deletions")["wer"].errors == 1
    assert mg.score(*sides, recipe="sclite", missing="skip")["wer"].errors == 0
    with pytest.raises(mg.MissingHypothesisError):
        mg.score(*sides, recipe="sclite")
    assert mg.score("{ a / b }", "a", recipe="sclite", alternatives="literal")["wer"].errors == 4
