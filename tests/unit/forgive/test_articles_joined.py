"""An article is not joined onto another word, where that makes a third one."""

from __future__ import annotations

import pytest

from mondegreen._kernel.forgiven import lists
from mondegreen.forgive import forgive_many
from mondegreen.forgive.pronunciation import _table

JOINED = lists("en")["joined"]
SENTENCES = ["{}", "well {} now", "the {} of the"]


def errors(pairs: list[tuple[str, str]], forgive: str = "spacing", **options: str) -> list[int]:
    """Return the remaining errors of each pair in both directions, the least of all sentences."""
    both = [*pairs, *((second, first) for first, second in pairs)]
    found = [
        forgive_many(
            [sentence.format(first) for first, _ in both],
            [sentence.format(second) for _, second in both],
            forgive=forgive,
            **options,
        )
        for sentence in SENTENCES
    ]
    return [min(each.errors for each in row) for row in zip(*found, strict=True)]


def test_the_list_is_what_the_dictionary_has() -> None:
    known = _table()
    words = (word for word in known if word.startswith("the") and word[3:] in known)
    assert sorted(word for word in words if word.isalpha()) == JOINED
    assert {"therapist", "therapists", "theme", "there", "thesis"} <= {*JOINED}


@pytest.mark.parametrize("forgive", ["spacing", "agent"])
def test_the_is_not_joined_onto_a_word(forgive: str) -> None:
    pairs = [(f"the {word[3:]}", word) for word in JOINED]
    assert 0 not in errors(pairs, forgive)
    assert 0 not in errors([(first.title(), second.title()) for first, second in pairs], forgive)


@pytest.mark.parametrize(
    "pair",
    [
        "a nice cube/an ice cube",
        "a name/an ame",
        "a near/an ear",
        "an aerobic test/anaerobic test",
        "an isotropic field/anisotropic field",
        "use less water/useless water",
        "we help less people/we helpless people",
        "it is care less/it is careless",
    ],
)
def test_what_is_meant_does_not_move(pair: str) -> None:
    first, _, second = pair.partition("/")
    assert 0 not in errors([(first, second)])


@pytest.mark.parametrize(
    "pair",
    [
        "a part/apart",
        "a while/awhile",
        "a lot/alot",
        "an other/another",
        "the dog/thedog",
        "thera pist/therapist",
        "any thing else/anything else",
        "fur ther more/furthermore",
        "less on/lesson",
        "the data base/thedatabase",
    ],
)
def test_other_words_are_split_and_joined(pair: str) -> None:
    first, _, second = pair.partition("/")
    assert errors([(first, second)]) == [0, 0]


def test_other_languages_have_no_such_article() -> None:
    assert errors([("the rapist", "therapist")], language="de") == [0, 0]
