"""One class for each difference, and sums that are those of the metric."""

from __future__ import annotations

import json
import random
import re
from collections import Counter

import pytest

from mondegreen import align, score
from mondegreen.errors import UsageError
from mondegreen.forgive import classes
from mondegreen.forgive.classes import CLASSES, Classifier
from mondegreen.forgive.data_tables import rows

CASES = {
    "form": """Please call -> please call; call me. -> call me; "well" -> well; Call -> call""",
    "number": """call at five -> call at nine; room 15 -> room 50; twenty one cats -> twenty two cats;
        he won -> he one; pay 80,000 -> pay $90,000; first floor -> third floor; two -> to""",
    "negation": """do not go -> do go; I can -> I can't; yes please -> no please; he never came -> he came;
        without milk -> with milk; did n't -> did""",
    "name": "call Anna now -> call Hannah now; to Berlin tomorrow -> to burlap tomorrow; see Jo -> see joe",
    "split or joined": "the data base -> the database; a follow-up -> a follow up; every day -> everyday",
    "homophone": "lost their keys -> lost there keys; some ice cream -> some i scream; buy it -> by it",
    "inflection": "we paid -> we pay; the cards -> the card; a better one -> a good one; going -> go",
    "function word": "in the box -> on the box; a cat and -> a cat or; he said -> she said; the cat -> cat",
    "spelling": "the colour -> the color; my refrund -> my refund; a grey cat -> a gray cat",
    "other": "a card -> a dog; baking bread -> bacon bread; big cat -> cat; call card -> call cart",
}


def class_of(case: str, language: str = "en", entities: tuple[str, ...] = ()) -> str:
    reference, hypothesis = (" ".join(side.split()) for side in case.split("->"))
    (found,) = align(reference, hypothesis).differences()
    return Classifier(language, entities).of(found)


@pytest.mark.parametrize(
    ("name", "case"), [(name, case) for name, text in CASES.items() for case in text.split(";")]
)
def test_the_class_of_a_difference(name: str, case: str) -> None:
    assert class_of(case) == name


def test_every_class_has_cases() -> None:
    assert tuple(CASES) == CLASSES


def test_a_name_of_the_users_needs_no_capital() -> None:
    assert class_of("ask acme corp -> ask acne corp") == "other"
    assert class_of("ask acme corp -> ask acne corp", entities=("Acme Corp",)) == "name"


@pytest.mark.parametrize(
    ("language", "case", "name"),
    [
        ("de", "das ist nicht gut -> das ist gut", "negation"),
        ("de", "mit dem Zug -> in dem Zug", "function word"),
        ("de", "ein Haus dort -> ein Hund dort", "other"),
        ("de", "zwei Katzen -> drei Katzen", "number"),
        ("fr", "le cheval noir -> les chevaux noir", "inflection"),
        ("hi", "घर में -> घर पर", "function word"),
        ("hi-en", "my घर में -> my घर पर", "function word"),
        ("hi-en", "मेरा card -> मेरा cards", "inflection"),
        ("pt-BR", "a casa -> uma casa", "function word"),
    ],
)
def test_other_languages(language: str, case: str, name: str) -> None:
    assert class_of(case, language) == name


def test_what_a_language_has_no_words_for_is_said() -> None:
    assert Classifier("en").missing == ()
    assert Classifier("ko").missing == ("homophone", "inflection", "function word", "spelling")
    (lost,) = align("我不去", "我去").differences()  # a denial, and no slip of the pen
    assert Classifier("zh").of(lost) == "other"
    found = score("나는 간다", "너는 간다").classes(language="ko")
    assert str(found).endswith(
        "not known of ko, so not looked for: homophone, inflection, function word and spelling"
    )


def test_a_language_that_is_not_known_is_refused() -> None:
    with pytest.raises(UsageError, match="nothing is known of the language 'tlh'"):
        score("a", "b").classes(language="tlh")


def test_a_long_difference_is_looked_at_word_by_word() -> None:
    found = score("so we will call seven people", "and you may bring five cards").classes()
    assert {each.name: each.errors for each in found} == {
        "function word": 3,
        "other": 2,
        "number": 1,
    }


@pytest.mark.parametrize("forgive", [None, "agent", ["homophone", "spacing"]])
def test_errors_sum_to_those_of_the_metric(forgive: object) -> None:
    chooser = random.Random(3)
    words = [
        "the",
        "a",
        "cat",
        "cats",
        "two",
        "five",
        "not",
        "can't",
        "Anna",
        "grey",
        "gray",
        "data",
        "base",
        "database",
        "in",
        "on",
        "um",
    ]
    said = [" ".join(chooser.choices(words, k=chooser.randrange(9))) for _ in range(300)]
    written = [" ".join(chooser.choices(words, k=chooser.randrange(9))) for _ in range(300)]
    result = score(said, written, forgive=forgive)
    found = result.classes()
    errors = result["wer"].errors
    assert sum(each.errors for each in found) == errors
    assert sum(each.substitutions + each.deletions + each.insertions for each in found) == errors
    assert sum(each.share for each in found) == pytest.approx(1)
    assert {each.name for each in found} <= {*CLASSES}
    confusions = result.confusions()
    kinds = (confusions.substitutions, confusions.deletions, confusions.insertions)
    assert sum(row[-1] for kind in kinds for row in kind) == errors


def test_confusions_of_a_forgiven_score_are_those_that_remain() -> None:
    result = score("um the grey cat sat", "the gray cat sit", forgive=["fillers", "spelling"])
    found = result.confusions()
    assert (found.substitutions, found.deletions, found.insertions) == ([("sat", "sit", 1)], [], [])


def test_a_table_and_plain_values() -> None:
    found = score("call me at five", "call him at nine").classes()
    assert str(found).splitlines()[1].split()[:4] == ["number", "[five", "->", "nine]"]
    assert found.to_arrow().column("name").to_pylist() == [
        "number",
        "function word",
    ]
    assert json.loads(json.dumps(found.to_dict()))["classes"][0]["reference"] == "five"
    assert len(score("a", "a").classes()) == 0


def test_characters_have_no_classes() -> None:
    with pytest.raises(UsageError, match=re.escape("cer counts in the unit 'character'")):
        score("a", "b", metrics="cer").classes()


def test_function_words_are_single_and_in_lower_case() -> None:
    for code, words in rows("function_words.tsv"):
        assert re.fullmatch("[a-z]{2}", code)
        assert words == words.lower()
        assert "  " not in words


@pytest.mark.parametrize("heard", ["x", "\udfff", "five"])
def test_half_of_a_pair_is_a_word_like_others(heard: str) -> None:
    result = score("\ud800 five", heard)
    assert sum(row["errors"] for row in result.classes().records()) == result["wer"].errors


def test_the_kernel_is_asked_once_however_many_differences_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    run = classes.forgiven.run

    def counting(references: list[object], *others: object, **options: object) -> object:
        asked.append(len(references))
        return run(references, *others, **options)

    words = ["colour", "grey", "cat", "cats", "analyse", "dog", "so", "realise", "four"]
    others = ["color", "gray", "cut", "cat", "analyze", "dig", "sew", "realize", "for"]
    result = score([f"the {word} is" for word in words], [f"the {word} is" for word in others])
    monkeypatch.setattr(classes.forgiven, "run", counting)
    found = {each.name: each.differences for each in result.classes()}
    assert asked == [len(words)]
    one_by_one = Classifier()
    assert found == dict(Counter(one_by_one.of(each) for each in result.differences()))
    assert asked[1:], "without learning, each is asked by itself"
