"""What kinds of things the word lists find in clauses."""

from importlib.resources import files

import pytest

from omem_cli.understanding.forms import lexicon


@pytest.mark.parametrize(
    ("clause", "kinds"),
    [
        ("had to scrape the windscreen of the Fiat again", {"vehicle"}),
        ("自从搬来成都，火锅都吃腻了", {"city", "dish", "moving"}),
        ("我對花生過敏，所以帶了epipen", {"allergen", "aid"}),
        ("staff nurse on the dialysis ward", {"job", "treatment"}),
        ("don’t eat meat", {"dietrule"}),
        ("i人表示社恐", {"trait"}),
        ("", set()),
    ],
)
def test_kinds_are_named_whatever_the_script(clause: str, kinds: set[str]) -> None:
    assert kinds <= lexicon.named(clause)


def test_the_longest_entry_at_a_place_counts() -> None:
    assert "job" in lexicon.named("the head chef")
    assert lexicon.named("charge nurse") == lexicon.named("Charge  Nurse!")
    assert "city" not in lexicon.named("北京烤鸭")  # a dish


def test_both_languages_have_the_same_kinds_and_no_empty_ones() -> None:
    names = {
        language: [
            line.partition(":")[0]
            for line in (files("omem_cli") / "data" / f"kinds-{language}.txt").read_text("utf-8").splitlines()
        ]
        for language in ("en", "zh")
    }
    assert sorted(names["en"]) == sorted(names["zh"])
    assert len(set(names["en"])) == len(names["en"])
    for language, kinds in names.items():
        told = {kind for of in lexicon.entries(language).values() for kind in of}
        assert told == set(kinds)
