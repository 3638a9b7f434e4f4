"""The tables, as numbered migrations. A migration that was released is never changed, only followed.

sqlite-utils runs them. It is loaded only where there is something to run: importing it takes longer than most
commands do, and a memory is brought up to date once.
"""

import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database

APPLICATION_ID = 0x6F6D656D  # "omem" in the file's header: tells it from other programs' databases
_SET = "omem"
_STEPS: "dict[str, Callable[[Database], None]]" = {}


def _step(step: "Callable[[Database], None]") -> "Callable[[Database], None]":
    _STEPS[step.__name__] = step
    return step


def names() -> list[str]:
    """Names of all migrations that this omem knows, oldest first."""
    return list(_STEPS)


def applied(conn: sqlite3.Connection) -> list[str]:
    """Names of the migrations that a memory has seen, oldest first."""
    table = "_sqlite_migrations"  # as sqlite-utils keeps them
    if conn.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone() is None:
        return []
    found = conn.execute(f"SELECT name FROM {table} WHERE migration_set = ? ORDER BY rowid", (_SET,))
    return [name for (name,) in found]


def pending(conn: sqlite3.Connection) -> list[str]:
    """Names of the migrations that are still to be applied."""
    known = set(applied(conn))
    return [name for name in _STEPS if name not in known]


def unknown(conn: sqlite3.Connection) -> list[str]:
    """Names of migrations that a newer omem has applied."""
    return [name for name in applied(conn) if name not in _STEPS]


def migrate(conn: sqlite3.Connection) -> None:
    """Applies what is pending, inside the caller's transaction."""
    from sqlite_utils import Database, Migrations

    migrations = Migrations(_SET)
    for step in _STEPS.values():
        migrations()(step)
    migrations.apply(Database(conn, execute_plugins=False))


def _script(db: "Database", statements: str) -> None:
    # One by one: sqlite3's executescript would commit the migration's transaction.
    for statement in statements.split(";"):
        if statement.strip():
            db.conn.execute(statement)


@_step
def m001_messages(db: "Database") -> None:
    """Why: what was said, whose it is and where it came from; everything else can be made again from it."""
    _script(
        db,
        """
        CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
        CREATE TABLE sources (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE) STRICT;
        CREATE TABLE conversations (
            id INTEGER PRIMARY KEY,
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            public TEXT NOT NULL,
            format TEXT NOT NULL,
            native TEXT,
            title TEXT,
            opening BLOB,
            UNIQUE (user_id, public)
        ) STRICT;
        CREATE INDEX conversations_opening ON conversations(user_id, format, opening)
            WHERE opening IS NOT NULL;
        CREATE TABLE openings (
            conversation_id INTEGER NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
            length INTEGER NOT NULL,
            chain BLOB NOT NULL,
            PRIMARY KEY (conversation_id, length)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE messages (
            row INTEGER PRIMARY KEY,
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            conversation_id INTEGER NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            speaker TEXT NOT NULL,
            role TEXT NOT NULL,
            person TEXT,
            time_us INTEGER,
            offset_min INTEGER,
            text TEXT NOT NULL,
            source_id INTEGER NOT NULL REFERENCES sources(id),
            line INTEGER,
            ref TEXT,
            understood INTEGER NOT NULL DEFAULT 0,
            UNIQUE (user_id, id),
            UNIQUE (conversation_id, position)
        ) STRICT;
        CREATE INDEX messages_pending ON messages(user_id, conversation_id, position) WHERE understood = 0;
        CREATE INDEX messages_order ON messages(user_id, conversation_id, position);
        CREATE INDEX messages_time ON messages(user_id, time_us);
        CREATE INDEX messages_source ON messages(source_id)
        """,
    )


@_step
def m002_vectors(db: "Database") -> None:
    """Why: packed blocks, since reading 100,000 single blobs costs more than the comparison itself.
    `rows` stands before `data`, so that reading it leaves the vectors on disk."""
    _script(
        db,
        """
        CREATE TABLE vector_blocks (
            id INTEGER PRIMARY KEY,
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            fingerprint TEXT NOT NULL,
            dimension INTEGER NOT NULL,
            count INTEGER NOT NULL,
            rows BLOB NOT NULL,
            data BLOB NOT NULL
        ) STRICT;
        CREATE INDEX vector_blocks_kind ON vector_blocks(user_id, kind, fingerprint, count)
        """,
    )


@_step
def m003_memories(db: "Database") -> None:
    """Why: the three memories, the model's raw replies (memories can be rebuilt without the model) and
    the history of decisions. `evidence.memory` and `decisions.target` hold public ids: both may name an
    attribute or an event."""
    _script(
        db,
        """
        CREATE TABLE understandings (
            message_row INTEGER PRIMARY KEY REFERENCES messages(row) ON DELETE CASCADE,
            model TEXT NOT NULL,
            topic TEXT NOT NULL,
            gate REAL,
            skipped TEXT,
            raw TEXT,
            ms REAL NOT NULL,
            recorded INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE topics (
            row INTEGER PRIMARY KEY,
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            norm TEXT NOT NULL,
            UNIQUE (user_id, norm)
        ) STRICT;
        CREATE TABLE topic_messages (
            topic_row INTEGER NOT NULL REFERENCES topics(row) ON DELETE CASCADE,
            message_row INTEGER NOT NULL REFERENCES messages(row) ON DELETE CASCADE,
            PRIMARY KEY (topic_row, message_row)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX topic_messages_message ON topic_messages(message_row);
        CREATE TABLE clues (
            row INTEGER PRIMARY KEY,
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            word TEXT NOT NULL,
            norm TEXT NOT NULL,
            UNIQUE (user_id, norm)
        ) STRICT;
        CREATE TABLE clue_messages (
            clue_row INTEGER NOT NULL REFERENCES clues(row) ON DELETE CASCADE,
            message_row INTEGER NOT NULL REFERENCES messages(row) ON DELETE CASCADE,
            PRIMARY KEY (clue_row, message_row)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX clue_messages_message ON clue_messages(message_row);
        CREATE TABLE attributes (
            row INTEGER PRIMARY KEY,
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            person TEXT NOT NULL,
            aspect TEXT NOT NULL,
            value TEXT NOT NULL,
            status TEXT NOT NULL,
            since TEXT,
            until TEXT,
            confidence REAL NOT NULL,
            pinned INTEGER NOT NULL DEFAULT 0,
            superseded_by TEXT,
            recorded INTEGER NOT NULL,
            UNIQUE (user_id, id)
        ) STRICT;
        CREATE INDEX attributes_person ON attributes(user_id, person, aspect);
        CREATE TABLE events (
            row INTEGER PRIMARY KEY,
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            person TEXT NOT NULL,
            event TEXT NOT NULL,
            date TEXT,
            status TEXT NOT NULL,
            confidence REAL NOT NULL,
            recorded INTEGER NOT NULL,
            UNIQUE (user_id, id)
        ) STRICT;
        CREATE INDEX events_person ON events(user_id, person);
        CREATE TABLE evidence (
            row INTEGER PRIMARY KEY,
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            memory TEXT NOT NULL,
            message_row INTEGER NOT NULL REFERENCES messages(row) ON DELETE CASCADE,
            quote TEXT,
            UNIQUE (user_id, memory, message_row)
        ) STRICT;
        CREATE INDEX evidence_message ON evidence(message_row);
        CREATE TABLE decisions (
            row INTEGER PRIMARY KEY,
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            action TEXT NOT NULL,
            reason TEXT NOT NULL,
            aspect TEXT NOT NULL,
            value TEXT NOT NULL,
            message_row INTEGER REFERENCES messages(row) ON DELETE CASCADE,
            target TEXT,
            recorded INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX decisions_target ON decisions(user_id, target);
        CREATE INDEX decisions_message ON decisions(message_row)
        """,
    )


@_step
def m004_claims(db: "Database") -> None:
    """Why: a message that arrives late changes what later ones mean, so a profile must be made again from
    what every message claimed; and what the user has forgotten must not come back with it."""
    _script(
        db,
        """
        ALTER TABLE understandings ADD COLUMN claims TEXT;
        CREATE TABLE forgotten (
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            claim TEXT NOT NULL,
            PRIMARY KEY (user_id, claim)
        ) STRICT, WITHOUT ROWID
        """,
    )


@_step
def m005_versions(db: "Database") -> None:
    """Why: messages can be understood again by a better model. The earlier reading is kept (`replaced` says
    until when), and the new ones wait (`replaced` NULL) until all are there, so that an interrupted redo
    leaves the memory as it was."""
    _script(
        db,
        """
        CREATE TABLE versions (
            row INTEGER PRIMARY KEY,
            message_row INTEGER NOT NULL REFERENCES messages(row) ON DELETE CASCADE,
            model TEXT NOT NULL,
            topic TEXT NOT NULL,
            gate REAL,
            skipped TEXT,
            raw TEXT,
            ms REAL NOT NULL,
            recorded INTEGER NOT NULL,
            claims TEXT,
            clues TEXT NOT NULL,
            replaced INTEGER
        ) STRICT;
        CREATE INDEX versions_message ON versions(message_row);
        CREATE UNIQUE INDEX versions_draft ON versions(message_row) WHERE replaced IS NULL
        """,
    )


@_step
def m006_checkpoints(db: "Database") -> None:
    """Why: states of tasks, a history each. Only some saves are whole; the others are what changed."""
    _script(
        db,
        """
        CREATE TABLE checkpoint_tasks (
            id INTEGER PRIMARY KEY,
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            machine TEXT,
            UNIQUE (user_id, name)
        ) STRICT;
        CREATE TABLE checkpoints (
            task_id INTEGER NOT NULL REFERENCES checkpoint_tasks(id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            saved INTEGER NOT NULL,
            full INTEGER NOT NULL,
            name TEXT,
            schema TEXT,
            data BLOB NOT NULL,
            PRIMARY KEY (task_id, number)
        ) STRICT
        """,
    )


@_step
def m007_edits(db: "Database") -> None:
    """Why: a message edited in its app is the same message. `native` is a key of the source's own id,
    `edits` keeps the texts it had before."""
    _script(
        db,
        """
        ALTER TABLE messages ADD COLUMN native BLOB;
        ALTER TABLE messages ADD COLUMN edited_us INTEGER;
        CREATE UNIQUE INDEX messages_native ON messages(user_id, native) WHERE native IS NOT NULL;
        CREATE TABLE edits (
            message_row INTEGER NOT NULL REFERENCES messages(row) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            native BLOB,
            text TEXT NOT NULL,
            time_us INTEGER,
            offset_min INTEGER,
            edited_us INTEGER,
            path TEXT NOT NULL,
            line INTEGER,
            recorded INTEGER NOT NULL,
            PRIMARY KEY (message_row, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX edits_native ON edits(native) WHERE native IS NOT NULL
        """,
    )


@_step
def m008_erasure(db: "Database") -> None:
    """Why: what was erased must stay out when the same export is read again. Hashes are keyed."""
    _script(
        db,
        """
        CREATE TABLE erasure_keys (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE) STRICT;
        CREATE TABLE tombstones (
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            key_id INTEGER NOT NULL REFERENCES erasure_keys(id),
            hash BLOB NOT NULL,
            PRIMARY KEY (user_id, key_id, hash)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE erased_openings (
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            key_id INTEGER NOT NULL REFERENCES erasure_keys(id),
            public TEXT NOT NULL,
            format TEXT NOT NULL,
            length INTEGER NOT NULL,
            hash BLOB NOT NULL,
            PRIMARY KEY (user_id, key_id, format, public, length)
        ) STRICT;
        CREATE INDEX erased_openings_hash ON erased_openings(user_id, key_id, format, hash)
        """,
    )


@_step
def m009_audit(db: "Database") -> None:
    """Why: whoever holds a memory can see what was done to it, and that nobody changed that record. One chain
    a file; `messages` counts those of all users, so that a change past the log shows."""
    _script(
        db,
        """
        CREATE TABLE audit (
            number INTEGER PRIMARY KEY,
            user_id INTEGER NOT NULL,
            at INTEGER NOT NULL,
            action TEXT NOT NULL,
            detail TEXT NOT NULL,
            messages INTEGER NOT NULL,
            hash BLOB NOT NULL
        ) STRICT;
        CREATE TABLE audit_head (
            only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
            number INTEGER NOT NULL,
            hash BLOB NOT NULL
        ) STRICT
        """,
    )
    for change in ("UPDATE", "DELETE"):
        db.conn.execute(
            f"CREATE TRIGGER audit_{change.lower()} BEFORE {change} ON audit "
            "BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END"
        )


@_step
def m010_people(db: "Database") -> None:
    """Why: one person has several names (`aliases`), and what others say of somebody is kept apart from what
    is known of them (`told`)."""
    _script(
        db,
        """
        CREATE TABLE aliases (
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            alias TEXT NOT NULL,
            person TEXT NOT NULL,
            PRIMARY KEY (user_id, alias)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE told (
            row INTEGER PRIMARY KEY,
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            person TEXT NOT NULL,
            teller TEXT NOT NULL,
            aspect TEXT NOT NULL,
            value TEXT NOT NULL,
            message_row INTEGER NOT NULL REFERENCES messages(row) ON DELETE CASCADE,
            quote TEXT,
            UNIQUE (user_id, id)
        ) STRICT;
        CREATE INDEX told_person ON told(user_id, person);
        CREATE INDEX told_message ON told(message_row)
        """,
    )


@_step
def m011_usage(db: "Database") -> None:
    """Why: what is never shown may go, and a memory that is often asked in vain should know. Apart from the
    memories: `ask` writes nothing there. `asks` counts questions and, by channel, those it brought something
    for."""
    _script(
        db,
        """
        CREATE TABLE usage (
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            memory TEXT NOT NULL,
            shown INTEGER NOT NULL,
            last INTEGER NOT NULL,
            PRIMARY KEY (user_id, memory)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE asks (
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            channel TEXT NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (user_id, channel)
        ) STRICT, WITHOUT ROWID
        """,
    )


@_step
def m012_shares(db: "Database") -> None:
    """Why: memories that others shared stand apart from one's own, with the consent they were given under;
    who shared something can show that it was them (`share_keys`), and take it back. A bundle that was taken
    back stays known (`revoked`), without what it held, so that it does not come again."""
    _script(
        db,
        """
        CREATE TABLE share_keys (
            user_id INTEGER PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
            seed BLOB NOT NULL
        ) STRICT;
        CREATE TABLE shares_given (
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            bundle TEXT NOT NULL,
            signer BLOB NOT NULL,
            recipient TEXT NOT NULL,
            aspects TEXT NOT NULL,
            memories INTEGER NOT NULL,
            given INTEGER NOT NULL,
            expires INTEGER,
            revoked INTEGER,
            PRIMARY KEY (user_id, bundle)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE shares_taken (
            row INTEGER PRIMARY KEY,
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            bundle TEXT NOT NULL,
            signer BLOB NOT NULL,
            person TEXT,
            consent TEXT,
            expires INTEGER,
            taken INTEGER NOT NULL,
            revoked INTEGER,
            UNIQUE (user_id, bundle, signer)
        ) STRICT;
        CREATE TABLE shared (
            row INTEGER PRIMARY KEY,
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            share_row INTEGER NOT NULL REFERENCES shares_taken(row) ON DELETE CASCADE,
            id TEXT NOT NULL,
            aspect TEXT NOT NULL,
            value TEXT NOT NULL,
            since TEXT,
            told TEXT,
            messages INTEGER NOT NULL,
            UNIQUE (user_id, id)
        ) STRICT;
        CREATE INDEX shared_share ON shared(share_row)
        """,
    )


@_step
def m013_vectors(db: "Database") -> None:
    """Why: at a million messages the blocks of whole vectors were 1.5 GB, read for every question. A vector
    now lies under a key of its own, so that a few can be fetched, and `codes` are what a search reads of all.
    `spaces` numbers what can be compared with each other. `data` stands last: the rest is read without it."""
    import numpy as np

    from omem_cli.store.codes import coded, packed

    _script(
        db,
        """
        CREATE TABLE spaces (
            id INTEGER PRIMARY KEY,
            user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            fingerprint TEXT NOT NULL,
            dimension INTEGER NOT NULL,
            UNIQUE (user_id, kind, fingerprint)
        ) STRICT;
        CREATE TABLE vectors (key INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
        CREATE TABLE codes (
            id INTEGER PRIMARY KEY,
            space_id INTEGER NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
            count INTEGER NOT NULL,
            error REAL NOT NULL,
            rows BLOB NOT NULL,
            scales BLOB NOT NULL,
            data BLOB NOT NULL
        ) STRICT;
        CREATE INDEX codes_space ON codes(space_id, count);
        INSERT INTO spaces(user_id, kind, fingerprint, dimension)
            SELECT user_id, kind, fingerprint, max(dimension) FROM vector_blocks GROUP BY 1, 2, 3
        """,
    )
    blocks = db.conn.execute(
        "SELECT s.id, s.dimension, b.rows, b.data FROM vector_blocks b JOIN spaces s "
        "ON s.user_id = b.user_id AND s.kind = b.kind AND s.fingerprint = b.fingerprint ORDER BY b.id"
    )
    for space, dimension, held, data in blocks:
        rows, matrix = np.frombuffer(held, "<i8"), np.frombuffer(data, "<f4").reshape(-1, dimension)
        db.conn.executemany(
            "INSERT INTO vectors VALUES (?, ?)",
            [((space << 40) + row, one.tobytes()) for row, one in zip(rows.tolist(), matrix, strict=True)],
        )
        db.conn.execute(
            "INSERT INTO codes(space_id, count, error, rows, scales, data) VALUES (?, ?, ?, ?, ?, ?)",
            (space, *packed(coded(rows, matrix))),
        )
    db.conn.execute("DROP TABLE vector_blocks")


@_step
def m014_persons(db: "Database") -> None:
    """Why: a question begins with who speaks in the memory; that read every message. Left out are those that
    are nobody's words, half of most memories."""
    _script(db, "CREATE INDEX messages_person ON messages(user_id, person) WHERE person IS NOT NULL")


@_step
def m015_edit_marks(db: "Database") -> None:
    """Why: an older export that comes after one with an edited message has another text in its place. Only
    where the source called the stored one edited, the other is known to be its earlier text."""
    _script(
        db,
        """
        CREATE TABLE edit_marks (
            message_row INTEGER PRIMARY KEY REFERENCES messages(row) ON DELETE CASCADE
        ) STRICT
        """,
    )
