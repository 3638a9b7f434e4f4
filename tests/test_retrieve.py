"""Retrieval: what is found, why, within what budget."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import numpy as np
import pytest
from fakes import HashEmbedder
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from omem_cli.errors import ModelError
from omem_cli.ingest import index
from omem_cli.memory import arrays
from omem_cli.memory.known import Known
from omem_cli.memory.nearest import Nearest
from omem_cli.memory.profile import index_persona
from omem_cli.memory.retrieve import Retriever, estimate_tokens
from omem_cli.records import Conversation, Location, Role, Status, Turn, Understanding
from omem_cli.store import Store, open_store

START = datetime(2025, 5, 1, 10, tzinfo=UTC)
Tell = Callable[..., None]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "o.db") as opened:
        yield opened


@pytest.fixture
def tell(store: Store) -> Tell:
    """Stores a chat of (speaker, text), a turn a minute from `start`, and indexes it."""

    def write(
        *turns: tuple[str, str], start: datetime = START, name: str = "c", vectors: bool = True
    ) -> None:
        roles = {"me": Role.USER, "bot": Role.ASSISTANT}
        store.messages.ingest(
            (
                Turn(
                    Conversation(name, name),
                    speaker,
                    roles.get(speaker, Role.PARTICIPANT),
                    start + timedelta(minutes=at),
                    words,
                    Location("f", at),
                )
                for at, (speaker, words) in enumerate(turns)
            ),
            "test",
        )
        index(store, HashEmbedder() if vectors else None)

    return write


def texts(store: Store, query: str, embedder: HashEmbedder | None = None, **more: object) -> list[str]:
    context = Retriever(store, embedder).ask(query, **more)  # type: ignore[arg-type]
    return [hit.message.text for hit in context.messages]


def test_words_find_a_message_and_say_so(store: Store, tell: Tell) -> None:
    tell(("me", "my dentist is Dr Brown"), ("bot", "noted"), ("me", "what a day"))
    context = Retriever(store).ask("who is my dentist?")
    assert context.tier == "keyword"
    assert context.messages[0].message.text == "my dentist is Dr Brown"
    assert "text" in context.messages[0].via
    assert "clue:dentist" in context.messages[0].via
    assert context.clues == (("dentist", 1),)


class Counting(HashEmbedder):
    """Counts how often it was asked for the vector of one question."""

    def __init__(self) -> None:
        super().__init__()
        self.alone = 0

    def encode_query(self, text: str) -> NDArray[np.float32]:
        self.alone += 1
        return super().encode_query(text)

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.stack([HashEmbedder.encode_query(self, text) for text in texts])


def test_questions_that_were_told_before_are_embedded_together(store: Store, tell: Tell) -> None:
    tell(("me", "I grow tomatoes"), ("Ann", "I bought a kayak"), ("me", "the boiler leaks"))
    queries = ["tomatoes", "What did Ann buy?", "boiler", "tomatoes", " "]
    embedder = Counting()
    finder = Retriever(store, embedder)
    alone = [finder.ask(query) for query in queries]
    assert embedder.alone == 4  # nothing is asked by a blank
    finder.expect(queries)
    together = [finder.ask(query) for query in queries]
    assert embedder.alone == 4
    assert [c.messages for c in together] == [c.messages for c in alone]


def test_a_question_that_was_not_told_before_is_embedded_all_the_same(store: Store, tell: Tell) -> None:
    tell(("me", "I grow tomatoes"))
    embedder = Counting()
    finder = Retriever(store, embedder)
    finder.expect(["something else"])
    assert [hit.message.text for hit in finder.ask("tomatoes").messages] == ["I grow tomatoes"]
    assert embedder.alone == 1


def test_vectors_that_are_kept_whole_tell_what_those_read_one_by_one_tell(store: Store, tell: Tell) -> None:
    for number in range(30):
        tell(("me", f"{number} tomatoes in row {number % 7}"), ("Ann", f"kayak {number}"), name=f"c{number}")
    tell(("me", "no vector for the tomatoes"), name="late", vectors=False)
    embedder = HashEmbedder()
    finder = Retriever(store, embedder)
    queries = ["tomatoes in row 3", "kayak", "What did Ann buy?"]
    first = [finder.ask(query, n=40) for query in queries]
    for _ in range(3):
        again = [finder.ask(query, n=40) for query in queries]
        for before, after in zip(first, again, strict=True):
            assert [h.message.id for h in after.messages] == [h.message.id for h in before.messages]
            assert [h.score for h in after.messages] == pytest.approx([h.score for h in before.messages])
    nearest = Nearest(store, embedder.fingerprint)
    vector, rows = embedder.encode_query("tomatoes"), np.array([m.row for m in store.messages.iterate()])
    found = [
        (nearest.search(vector, 7), nearest.cosines(rows, vector), nearest.mean([1, 2])) for _ in range(6)
    ]
    for near, cosines, mean in found[1:]:
        assert np.array(near) == pytest.approx(np.array(found[0][0]))
        assert cosines == pytest.approx(found[0][1])
        assert mean == pytest.approx(found[0][2])
    assert nearest.search(vector, 0) == []


def test_known_messages_are_the_same_however_often_they_are_asked_for(store: Store, tell: Tell) -> None:
    for number in range(3):
        tell(*[("me" if at % 2 else "Ann", f"{number} {at}?") for at in range(500)], name=f"c{number}")
    known, rows = Known(store), [m.row for m in store.messages.iterate()]
    first = known.pool(rows[:10])
    every = known.pool({*rows, 10_000_000})
    assert [m.row for m in every.messages] == every.rows.tolist()
    assert sorted(every.rows.tolist()) == sorted(rows)
    places = [(m.conversation, m.position) for m in every.messages]
    assert places == sorted(places)
    assert list(known.pool(rows[:10]).messages) == list(first.messages)
    assert first.messages[:3] == [first.messages[0], first.messages[1], first.messages[2]]
    assert {m.person for m in known.pool(rows, "Ann").messages} == {"Ann"}
    assert not known.pool(rows, "nobody").messages
    assert every.said_by("Ann").sum() == 750
    assert not every.said_by("nobody").any()
    assert every.asks.all()
    channel = {rows[7]: 2.0, rows[1400]: 3.0, 10_000_000: 9.0}
    brought = dict(zip(every.rows.tolist(), every.brought(channel).tolist(), strict=True))
    assert {row: score for row, score in brought.items() if score} == {rows[7]: 2.0, rows[1400]: 3.0}


def test_vectors_join_in(store: Store, tell: Tell) -> None:
    tell(("me", "I grow tomatoes"), ("bot", "nice"))
    context = Retriever(store, HashEmbedder()).ask("tomatoes")
    assert context.tier == "hybrid"
    assert {"text", "vector"} <= set(context.messages[0].via)


def test_an_answer_comes_with_its_question(store: Store, tell: Tell) -> None:
    tell(("bot", "which allergy do you have?"), ("me", "peanuts"), *[("me", f"day {n}") for n in range(20)])
    assert "peanuts" in texts(store, "allergy", n=2)


def test_who_is_named_speaks(store: Store, tell: Tell) -> None:
    tell(("Ann", "I bought a kayak"), ("Tim", "cool"), ("Tim", "I bought a kayak too"))
    context = Retriever(store).ask("What did Tim buy, a kayak?")
    assert context.person == "Tim"
    assert context.messages[0].message.speaker == "Tim"
    assert Retriever(store).ask("What time is the kayak trip?").person == "me"


def test_one_person_only_when_asked_for(store: Store, tell: Tell) -> None:
    tell(("Ann", "I bought a kayak"), ("Tim", "I bought a kayak too"))
    found = Retriever(store).ask("kayak", person="Ann").messages
    assert {hit.message.speaker for hit in found} == {"Ann"}


@pytest.mark.parametrize(
    ("as_of", "seen"),
    [
        ("2025-05-01", {"Lima"}),  # on their own calendars
        ("2025-05-01T23:00", {"Lima"}),
        ("2025-05-01T22:59", set()),
        ("2025-05-02", {"Tokyo", "Lima"}),
        ("2025-05-01T16:00+00:00", {"Tokyo"}),
        ("2025-05-01T15:59:59+00:00", set()),
        ("2025-05-02T04:00+00:00", {"Tokyo", "Lima"}),
        ("2025-05-01T23:59-04:00", {"Tokyo"}),
    ],
)
def test_as_of_a_moment_where_clocks_differ(store: Store, tell: Tell, as_of: str, seen: set[str]) -> None:
    tokyo, lima = (timezone(timedelta(hours=hours)) for hours in (9, -5))
    tell(("me", "the train of Tokyo"), start=datetime(2025, 5, 2, 1, tzinfo=tokyo), name="t")
    tell(("me", "the train of Lima"), start=datetime(2025, 5, 1, 23, tzinfo=lima), name="l")
    found = {one.split()[-1] for one in texts(store, "the train", as_of=as_of)}
    assert found == seen


def test_a_day_is_one_of_the_calendar_where_it_was_said(store: Store, tell: Tell) -> None:
    far = timezone(timedelta(hours=13))
    tell(("me", "we cooked soup"), start=datetime(2025, 5, 2, 1, tzinfo=far), name="far")
    tell(("me", "we cooked soup"), start=datetime(2025, 5, 1, 12, tzinfo=UTC), name="near")
    days = [
        Retriever(store).ask(f"soup on {day}").messages[0].message for day in ("2025-05-02", "2025-05-01")
    ]
    assert [m.time and m.time.day for m in days] == [2, 1]


def test_as_of_knows_nothing_later(store: Store, tell: Tell) -> None:
    tell(("me", "my car is a Volvo"))
    tell(("me", "my car is a Fiat"), start=START + timedelta(days=60), name="d")
    for embedder in (None, HashEmbedder()):
        assert texts(store, "which car", embedder, as_of="2025-05-01") == ["my car is a Volvo"]
        assert texts(store, "", embedder, as_of="2025-04-30") == []


def test_a_date_in_the_question_counts(store: Store, tell: Tell) -> None:
    for month in range(1, 9):
        tell(("me", "went hiking"), start=datetime(2025, month, 3, tzinfo=UTC), name=str(month))
    best = Retriever(store).ask("where did I go hiking in March 2025?").messages[0].message
    assert best.time is not None
    assert best.time.month == 3


def test_nothing_found_brings_the_latest(store: Store, tell: Tell) -> None:
    tell(("me", "first"), ("me", "second"))
    context = Retriever(store).ask("zebra", n=1)
    assert context.tier == "recent"
    assert [(hit.message.text, hit.via) for hit in context.messages] == [("second", ())]
    assert Retriever(store).search("zebra") == []


@pytest.mark.parametrize("query", ["???", "？！", "啊啊啊啊", "哈哈", "…"])
def test_what_says_nothing_fits_nothing(store: Store, tell: Tell, query: str) -> None:
    tell(("me", "我对芒果过敏"), ("me", "my knee is swollen"), ("me", "see you"))
    finder = Retriever(store, HashEmbedder())
    context = finder.ask(query, n=2)
    assert context.tier == "recent"
    assert [(hit.message.text, hit.via) for hit in context.messages] == [
        ("see you", ()),
        ("my knee is swollen", ()),
    ]
    assert finder.search(query) == []


def test_words_that_nobody_used_are_not_found(store: Store, tell: Tell) -> None:
    class Apart(HashEmbedder):
        def encode_query(self, text: str) -> NDArray[np.float32]:
            vector = super().encode_query(text)
            return np.roll(vector, 1) if text in ("zzzzqq", "asdfghjkl qwertz") else vector

    tell(("me", "I like tea"), ("me", "my knee is swollen"))
    finder = Retriever(store, Apart())
    for words in ("zzzzqq", "asdfghjkl qwertz"):
        assert finder.search(words) == []
    assert finder.search("tea")[0].message.text == "I like tea"


def test_an_open_question_in_other_words_still_brings_what_bears_on_it(store: Store, tell: Tell) -> None:
    tell(("me", "我的膝盖做了手术"), ("me", "see you"), ("me", "rain"))
    for query in ("送什么礼物", "我该怎么办", "吃", "what should I do"):
        context = Retriever(store, HashEmbedder()).ask(query)
        assert context.tier == "hybrid"
        assert context.messages[0].message.text == "我的膝盖做了手术"


def test_via_names_only_channels(store: Store, tell: Tell) -> None:
    tell(("me", "I like hiking"), ("me", "so tired"), *[("me", f"note {n}") for n in range(30)])
    hits = Retriever(store).ask("plans for hiking this weekend?", n=40).messages
    names = {name.partition(":")[0] for hit in hits for name in hit.via}
    assert "text" in names
    assert names <= {"text", "vector", "clue", "topic", "persona", "event", "near"}
    assert not hits[-1].via


def test_a_question_of_a_book_length_is_only_a_question(store: Store, tell: Tell) -> None:
    tell(("me", "I keep bees near Gmunden"), ("me", "so tired"))
    filler = "and then one more thing that has nothing to do with it, " * 4000
    for embedder in (None, HashEmbedder()):
        context = Retriever(store, embedder).ask(filler + "bees near Gmunden")
        assert "I keep bees near Gmunden" in [hit.message.text for hit in context.messages]


def test_an_empty_memory(store: Store) -> None:
    context = Retriever(store, HashEmbedder()).ask("anything")
    assert (context.tier, context.messages, context.attributes) == ("recent", (), ())


def test_vectors_of_another_model(store: Store, tell: Tell) -> None:
    tell(("me", "hello"))
    with pytest.raises(ModelError, match="omem reindex"):
        Retriever(store, HashEmbedder(fingerprint="other"))


def test_vectors_that_are_still_missing(store: Store, tell: Tell) -> None:
    tell(("me", "hello there"), vectors=False)
    context = Retriever(store, HashEmbedder()).ask("hello")
    assert context.tier == "keyword"
    assert "reindex" in context.notes[0]


@pytest.mark.parametrize("stored", ["我對花生過敏", "我对花生过敏"])
@pytest.mark.parametrize("asked", ["花生过敏", "我能吃花生吗", "過敏"])
def test_chinese_in_both_scripts(store: Store, tell: Tell, stored: str, asked: str) -> None:
    tell(("me", stored), ("me", "今天天气很好"))
    context = Retriever(store).ask(asked)
    assert context.messages[0].message.text == stored
    assert context.clues


QUERIES = [
    "",
    " ",
    '"',
    "AND OR NOT",
    'NEAR("a" b)',
    "a* -b c:d ^e",
    "🎉",
    "'; DROP TABLE x;--",
    "the of and",
]


@pytest.mark.parametrize("query", [*QUERIES, "word " * 2000, "花生" * 5000, "\ud800", "\x00"])
def test_any_query_is_safe(store: Store, tell: Tell, query: str) -> None:
    tell(("me", "a word of peanuts 花生"), ("bot", "fine"))
    for embedder in (None, HashEmbedder()):
        assert len(Retriever(store, embedder).ask(query).messages) <= 2


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
@given(query=st.text(max_size=40))
def test_any_text_can_be_asked(store: Store, tell: Tell, query: str) -> None:
    tell(("me", "some words"), ("bot", "fine"))
    Retriever(store, HashEmbedder()).ask(query)


def persona(store: Store) -> None:
    messages = {m.text: m for m in store.messages.iterate()}
    add = store.memories.add_attribute
    for aspect, value, words in (
        ("health", "bad back", "my back is bad"),
        ("like", "jazz", "I love jazz"),
        ("hobby", "chess", "I play chess"),
    ):
        add("me", aspect, value, message=messages[words], quote=words)
    add("me", "pet", "doubtful dragon", message=messages["I love jazz"], status=Status.HELD)
    store.memories.add_event(
        "me", "played at a jazz club", message=messages["I love jazz"], date="2025-05-01"
    )


def test_what_binds_comes_first_and_doubt_never(store: Store, tell: Tell) -> None:
    tell(("me", "my back is bad"), ("me", "I love jazz"), ("me", "I play chess"))
    persona(store)
    context = Retriever(store, HashEmbedder()).ask("plans for the weekend")
    assert context.attributes[0].attribute.aspect == "health"
    assert {hit.attribute.value for hit in context.attributes} == {"bad back", "jazz", "chess"}
    assert context.events == ()


def test_memories_bring_their_evidence(store: Store, tell: Tell) -> None:
    tell(("me", "my back is bad"), ("me", "I love jazz"), ("me", "I play chess"))
    persona(store)
    assert index_persona(store, HashEmbedder()) == 5
    assert index_persona(store, HashEmbedder()) == 0
    context = Retriever(store, HashEmbedder()).ask("a jazz club")
    assert context.events[0].event.event == "played at a jazz club"
    best = context.messages[0]
    assert best.message.text == "I love jazz"
    assert {"persona:like", "event"} <= set(best.via)


@pytest.mark.parametrize(
    ("query", "lost"),
    [
        ("冰岛", "如果中了彩票我就去冰岛开一家民宿"),
        ("高考", "我表妹小敏今年高考，考上了四川大学"),
        ("四川大学", "我表妹小敏今年高考，考上了四川大学"),
        ("冰岛开一家民宿", "如果中了彩票我就去冰岛开一家民宿"),
        ("红景天", "建议提前服用红景天，慢慢适应海拔"),
        ("lottery", "if I won the lottery I'd open a guesthouse in Iceland"),
        ("Iceland guesthouse", "if I won the lottery I'd open a guesthouse in Iceland"),
        ("crosswords", "my colleague Olga likes crosswords"),
        ("Ulaanbaatar", "The capital is Ulaanbaatar."),
    ],
)
def test_the_only_message_with_the_words_asked_for_comes_first(
    store: Store, tell: Tell, query: str, lost: str
) -> None:
    bearing = ["我对芒果过敏", "颈椎又疼了", "腿肿得厉害，鞋都穿不进去了", "孕吐太厉害，只能吃苏打饼干"]
    bearing += ["医生说不能喝咖啡", "my knee is swollen", "I am allergic to mango", "I can't drive at night"]
    speaker = "bot" if lost.startswith(("建议", "The capital")) else "me"
    tell((speaker, lost), *[("me", words) for words in bearing])
    hits = Retriever(store, HashEmbedder()).ask(query, n=5).messages
    assert hits[0].message.text == lost


def test_the_users_words_come_before_the_assistants(store: Store, tell: Tell) -> None:
    tell(("bot", "Iceland has many geysers."), ("me", "so tired"), ("me", "if I were rich I'd go to Iceland"))
    texts = [hit.message.text for hit in Retriever(store).ask("Iceland").messages]
    assert texts.index("if I were rich I'd go to Iceland") < texts.index("Iceland has many geysers.")


@pytest.mark.parametrize(
    ("query", "own", "other"),
    [
        (
            "where do I live",
            "I live in Hull by now, of all places in the world",
            "if I won a million I'd live on a boat and live well",
        ),
        (
            "where do I live",
            "we used to live in York, now I live in Hull, where it rains",
            "my sister lives in Leeds, she lives by the park",
        ),
        (
            "where do I work",
            "I work at the bakery on the corner, six days out of seven",
            "ran into Olga, she works at the library by now, and likes it",
        ),
        (
            "where do I work",
            "I work at Aldi, my friend works at Lidl",
            "my friend Tom said he works at Google",
        ),
        ("我住在哪里", "我们现在住在青羊区的新房子里，离公园很近", "如果中了彩票我就住在冰岛"),
        ("我在哪里上班", "我在华西医院上班", "我表妹小敏在腾讯上班，她天天上班"),
        ("where does my wife work", "my wife works at Lidl", "the works of the clock are broken"),
        ("do I have a sister", "my sister lives in Leeds", "the ship was built by two brothers"),
        ("我有妹妹吗", "我妹妹住在成都", "今天去理发了"),
    ],
)
def test_a_look_up_trusts_what_the_asker_says_of_themselves(
    store: Store, tell: Tell, query: str, own: str, other: str
) -> None:
    tell(("me", own), start=START, name="a")
    tell(("me", other), start=START + timedelta(days=9), name="b")
    tell(*[("me", words) for words in ("so tired", "rain again", "see you", "累死了")], name="c")
    texts = [hit.message.text for hit in Retriever(store).ask(query).messages]
    assert texts[0] == own


def test_topics_and_clues_bring_messages(store: Store, tell: Tell) -> None:
    tell(("me", "the boss said no"), ("me", "see you"), ("me", "Blue Heron was lovely"))
    for message in store.messages.iterate():
        blue = "Heron" in message.text
        store.memories.record(
            message, Understanding("dinner out" if blue else "work", clues=("Blue Heron",) if blue else ())
        )
    by_clue = Retriever(store).ask("blue heron?")
    assert by_clue.clues[0] == ("blue heron", 1)
    by_topic = Retriever(store).ask("dinner")
    assert by_topic.topics[0][0] == "dinner out"
    assert "topic:dinner out" in by_topic.messages[0].via


@pytest.mark.parametrize("budget", [0, 50, 130, 200, 400, 1500])
def test_the_budget_is_kept(store: Store, tell: Tell, budget: int) -> None:
    tell(("me", "my back is bad"), ("me", "I love jazz"), ("me", "I play chess"), ("me", "peanut " * 900))
    persona(store)
    context = Retriever(store).ask("peanut jazz", budget=budget)
    shown = [h.shown or h.message.text for h in context.messages] + [
        a.attribute.value for a in context.attributes
    ]
    assert sum(map(estimate_tokens, shown)) <= context.tokens <= budget
    if budget == 400:
        assert any(h.shown is not None and "…" in h.shown for h in context.messages)


def test_the_same_question_has_the_same_answer(store: Store, tell: Tell) -> None:
    tell(*[("me", f"walk number {n} in the park") for n in range(40)])
    one, other = (Retriever(store, HashEmbedder()).ask("walk in the park") for _ in range(2))
    assert [h.message.id for h in one.messages] == [h.message.id for h in other.messages]
    assert all(0 <= h.score <= 1 for h in one.messages)


# ---------------------------------------------------------------- arithmetic
def test_scaling() -> None:
    assert arrays.scaled(np.array([2.0, 4.0, 3.0])).tolist() == [0, 1, 0.5]
    assert arrays.scaled(np.array([2.0, 2.0])).tolist() == [0, 0]


def test_sessions_end_with_a_pause_or_the_conversation() -> None:
    found = arrays.sessions(
        np.array([1, 1, 1, 2, 2]), np.arange(5), np.array([0.0, 10, 99999, 99999, np.nan]), 3600
    )
    assert found.tolist() == [0, 0, 1, 2, 2]


def test_neighbours_share_within_their_session() -> None:
    score, one = np.array([0.0, 1.0, 0.0, 0.0]), np.zeros(4, np.int64)
    assert arrays.spread(score, one, np.array([0, 1, 2, 3]), 0.4, 0.3, 0.5).tolist() == [0.4, 1, 0.3, 0.15]
    assert arrays.spread(score, one, np.array([0, 1, 5, 6]), 0.4, 0.3, 0.5).tolist() == [0.4, 1, 0, 0]
    assert arrays.spread(score, np.array([0, 1, 1, 1]), np.arange(4), 0.4, 0.3, 0.0).tolist() == [
        0,
        1,
        0.3,
        0,
    ]


def test_a_session_is_worth_its_best() -> None:
    found = arrays.session_prior(np.array([3.0, 1, 2, 9, 6]), np.array([0, 0, 0, 0, 1]))
    assert found.tolist() == [14 / 3] * 4 + [2.0]


@given(st.text(max_size=300))
def test_estimated_tokens_grow_with_the_text(words: str) -> None:
    assert 0 <= estimate_tokens(words) <= estimate_tokens(words + " more words")


def test_past_the_best_a_session_that_is_shown_gives_way_to_others() -> None:
    import numpy as np

    from omem_cli.memory import arrays

    scores = np.array([9.0, 8.0, 7.0, 6.0, 5.8, 1.0])
    session = np.array([0, 0, 0, 0, 1, 2])
    order = np.arange(6)
    assert arrays.varied(order, scores, session, 5, 3, 0.5).tolist() == [0, 1, 2, 4, 3]
    assert arrays.varied(order, scores, session, 5, 3, 0.0).tolist() == [0, 1, 2, 3, 4]
    assert arrays.varied(order, scores, session, 2, 3, 0.5).tolist() == [0, 1]
