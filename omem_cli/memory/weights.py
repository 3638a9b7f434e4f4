"""How much each channel counts: one place. Channels are scaled to 0..1 before they are added.

benchmarks/ablation.py shows what each is worth, benchmarks/weights.py that such a choice holds on
conversations that it was not made on."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """The score of a message is the weighted sum of its channels; 0 turns one off."""

    text: float = 1.0
    """BM25 over stems."""
    vector: float = 1.5
    """Cosine with the question."""
    clue: float = 0.1
    """The question's rarest words, by 1/df (O-Mem eq. 9-10)."""
    topic: float = 0.3
    """Messages filed under the topics nearest to the question (eq. 8)."""
    persona: float = 0.5
    """Evidence of attributes and events that fit the question (eq. 11)."""
    second_hop: float = 0.15
    """Cosine with the mean of the best three of the first round (Rocchio's feedback)."""
    following: float = 0.3
    """Share of its score that a message gives to the one before it (a question takes from its answer)."""
    preceding: float = 0.4
    """Share that a message gives to the one after it (an answer takes from its question)."""
    reach: float = 0.4
    """What is left of a share two places away."""
    speaker: float = 0.8
    """The person named in the question says it."""
    owner: float = 0.3
    """The memory's user says it, where nobody is named (or the assistant, where the question says "you")."""
    session: float = 0.3
    """Mean of the session's best three: where much fits, more fits."""
    variety: float = 1.5
    """Taken off, past the first ten messages, for a session that is shown already: what the best ones have
    not brought is sought elsewhere."""
    session_late: float = 0.5
    """Added to `session` past the first ten: which session fits matters there more than which message."""
    when: float = 0.8
    """Said on a date that the question names (three times that for a day)."""
    whole_time: float = 100.0
    """The same, where the question asks for nothing but what there was at that time: above all else."""
    open_time: float = 30.0
    """The same for an open question, beside `circumstance`."""
    answer: float = 0.4
    """Has a time where the question asks when, a number where it asks how many."""
    asking: float = 0.4
    """Taken off a message that only asks."""
    circumstance: float = 48.0
    """Bears on what its writer can do (`circumstances`), for open questions: what matters for a plan is often
    a remark that shares neither words nor meaning with it."""
    personal_fact: float = 0.3
    """Tells of its writer, by the write filter's probability, where the question looks up a fact or names
    somebody."""
    aside: float = 1.5
    """Taken off what says the question's words of somebody else, or only supposes them, where the asker looks
    up something about themselves."""
    every_word: float = 48.0
    """Has the words of the question, the rare ones above all (share to the fourth power): then it is what was
    looked for, personal or not."""


DEFAULT = Weights()
