"""`omem share …`: chosen memories given to others with consent, and what others gave."""

import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from omem_cli.cli.app import PARTLY, AsJson, Db, Omem, OmemGroup, User, fail, note, note_weak, opened, put
from omem_cli.cli.sealed import KeyFile, OpeningKeyFile, is_sealed, passphrase
from omem_cli.counting import counted
from omem_cli.errors import OmemError, UsageError

if TYPE_CHECKING:
    from omem_cli.memory.share import Outcome

app = typer.Typer(
    cls=OmemGroup,
    no_args_is_help=True,
    help="Chosen memories for others, with your consent, and theirs for you.",
)

Bundle = Annotated[
    str, typer.Argument(metavar="ID", help="A bundle's name, or its beginning.", show_default=False)
]


@app.command("export")
def export_(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The bundle; must not exist yet.")],
    to: Annotated[str, typer.Option("--to", metavar="NAME", help="Whom it is for.", show_default=False)],
    aspects: Annotated[
        list[str],
        typer.Option(
            "--aspects",
            metavar="A,...",
            help="What to share: aspects, such as diet,allergy, and `event`.",
            show_default=False,
        ),
    ],
    until: Annotated[
        str | None,
        typer.Option("--until", metavar="DATE", help="Until the end of this day.", show_default=False),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(
            "--as", metavar="NAME", help="How NAME knows you (default: the user's name).", show_default=False
        ),
    ] = None,
    key_file: KeyFile = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", metavar="", help="Only show what would be shared.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", metavar="", help="You consent; don't ask.")] = False,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Write chosen memories of yours as a signed, encrypted bundle: no message, no quote, nothing of others.

    NAME needs the passphrase, by another way than the bundle. Whoever has both can read it; `omem share
    revoke` takes it back from those who hear of it.
    """
    from omem_cli.memory import share
    from omem_cli.privacy.seal import Sealer
    from omem_cli.render import as_json as shapes
    from omem_cli.render import share as shown
    from omem_cli.store.files import private_bytes

    at = datetime.now(UTC)
    wanted = [part.strip() for one in aspects for part in one.split(",") if part.strip()]
    if unknown := [one for one in wanted if one not in share.KINDS]:
        raise UsageError(f"there is no aspect {unknown[0]!r}; there are {', '.join(share.KINDS)}")
    if not wanted or not to.strip():
        raise UsageError("say what to share with --aspects, and with whom with --to")
    expires = _end(until)
    if expires is not None and expires <= at:
        raise UsageError(f"--until {until} is over already")
    if file.expanduser().exists():
        raise OmemError(f"{file} is there already; choose another name, or delete it first")
    if not (yes or dry_run or sys.stdin.isatty()):
        raise UsageError("sharing needs your consent: look at it with --dry-run, then say --yes")
    with opened(ctx, db, user, as_json, write=not dry_run) as omem:
        pieces = share.choose(omem.store, wanted)
        document: dict[str, Any] = {"dry_run": dry_run, "to": to, "aspects": wanted}
        rows = [shown.piece_json(p) for p in pieces]
        if dry_run:
            _show(omem, shapes.dumps({**document, "expires": shapes.iso(expires), "memories": rows}), pieces)
            return
        if not pieces:
            raise OmemError(f"nothing is known of you under {', '.join(wanted)}: there is nothing to share")
        if not yes:
            _show(omem, None, pieces)
            term = f" until the end of {shown.last_day(expires)}" if expires else " without an end"
            question = f"Share {counted(len(pieces), 'memory', 'memories')} with {to}{term}?"
            if not typer.confirm(question, err=True):
                fail("nothing was shared", OmemError.exit_code)
        words = passphrase(key_file, new=True)
        with omem.store.transaction():
            given, data = share.give(omem.store, name or omem.store.user, to, wanted, pieces, expires, at)
            sealed = BytesIO()
            with Sealer(sealed, words) as sealer:
                sealer.write(data)
            with private_bytes(file.expanduser()) as out:
                out.write(sealed.getvalue())
        if omem.as_json:
            put(shapes.dumps({"dry_run": False, "path": str(file), **shown.given_json(given)}))
        else:
            count = counted(given.memories, "memory", "memories")
            put(f"{count} for {_line(to)} in {file}: bundle {given.bundle}")
        note(
            f"tell {to} the passphrase by another way, and that it is signed by "
            f"{shown.given_json(given)['signer']}"
        )
        note_weak(words, "passphrase")


def _show(omem: Omem, document: str | None, pieces: Any) -> None:
    """What would be shared, as JSON or as a table."""
    if omem.as_json:
        if document is not None:
            put(document)
    elif pieces:
        from omem_cli.render import share as shown
        from omem_cli.render import tables

        tables.show(shown.pieces_table(pieces))
    else:
        put("nothing would be shared")


def _end(until: str | None) -> datetime | None:
    """The moment from which something shared until a date is over, in the zone of this machine: a day, month
    or year counts to its end. Raises UsageError."""
    from omem_cli.store.moments import span

    if until is None:
        return None
    try:
        return span(until.strip())[1].astimezone()
    except (ValueError, OverflowError):
        raise UsageError(f"--until wants a date such as 2027-05-09, 2027-05 or 2027, not {until!r}") from None


def _line(text: str) -> str:
    from omem_cli.render.safe import one_line

    return one_line(text)


@app.command("import")
def import_(
    ctx: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A bundle, or a revocation.", show_default=False)
    ],
    person: Annotated[
        str | None,
        typer.Option("--from", metavar="NAME", help="What to call who shared it.", show_default=False),
    ] = None,
    signer: Annotated[
        str | None,
        typer.Option(
            "--signer",
            metavar="HEX",
            help="Who signed it must be this one, as they told you.",
            show_default=False,
        ),
    ] = None,
    key_file: OpeningKeyFile = None,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Take in what somebody shared; it stays apart from what is known here. A revocation takes it out."""
    from omem_cli.memory import share
    from omem_cli.privacy.seal import MAGIC, Opener
    from omem_cli.render import as_json as shapes

    path = str(file.expanduser())
    try:
        with open(path, "rb") as source:
            if is_sealed(path):
                source.read(len(MAGIC))
                data = _all(Opener(source, passphrase(key_file), path))
            else:
                data = source.read(share.LIMIT + 1)
    except OSError as error:
        raise OmemError(f"cannot read {file}: {error.strerror or error}") from error
    at = datetime.now(UTC)
    with opened(ctx, db, user, as_json, create=True, write=True) as omem:
        try:
            done = share.take(omem.store, data, person=person, signer=signer, at=at)
        except share.ShareError as error:
            raise OmemError(f"{file}: {error}") from error
        _drop_expired(omem)
        wiped = omem.store.erasure.wipe() if done.removed else None
        if omem.as_json:
            put(shapes.dumps(_outcome(done, wiped)))
        else:
            put(_said(done))
        _still_open(wiped)


def _all(opener: Any) -> bytes:
    from omem_cli.memory.share import LIMIT

    data = bytearray()
    for chunk in opener.chunks():
        data += chunk
        if len(data) > LIMIT:
            break
    return bytes(data)


def _outcome(done: "Outcome", wiped: bool | None) -> dict[str, Any]:
    from omem_cli.privacy.sign import fingerprint
    from omem_cli.render.share import taken_json

    names = {} if done.taken is None else taken_json(done.taken)
    return {
        "type": "revocation" if done.revoked else "bundle",
        "bundle": done.bundle,
        "from": names.get("from"),
        "signer": fingerprint(done.signer),
        "known": done.known,
        "added": done.added,
        "removed": done.removed,
        "expires": names.get("expires"),
        "wiped": wiped,
    }


def _said(done: "Outcome") -> str:
    from omem_cli.privacy.sign import fingerprint

    who = _line(done.taken.person or "") if done.taken is not None else ""
    if not done.revoked:
        count = "nothing new" if done.known else counted(done.added, "memory", "memories")
        return f"{count} shared by {who}, signed by {fingerprint(done.signer)}: bundle {done.bundle}"
    if done.known:
        return f"{done.bundle} was taken back before"
    gone = counted(done.removed, "memory is", "memories are")
    if done.taken is None:
        return f"{done.bundle} is not here; it will be refused"
    return f"{who} took {done.bundle} back: {gone} gone"


def _still_open(wiped: bool | None) -> None:
    if wiped is False:
        fail(
            "another process has the memory open, so traces may still lie in the file: close it, then run "
            "`omem forget --wipe`",
            PARTLY,
        )


def _drop_expired(omem: Omem) -> None:
    """Erases what is over. It was not shown any more."""
    from omem_cli.memory import share

    store = omem.store
    if store.readonly or not (over := store.shares.expired()):
        return
    if share.drop(store, over, "share expired"):
        store.erasure.wipe()
    note(f"{counted(len(over), 'bundle')} of others expired and {'was' if len(over) == 1 else 'were'} erased")


@app.command()
def revoke(
    ctx: typer.Context,
    id: Bundle,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="Default: omem-revocation-ID.json here.", show_default=False
        ),
    ] = None,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Take back a bundle of yours: writes a signed revocation for `omem share import` at the other side.

    The revocation holds no text, and may be sent openly.
    """
    from omem_cli.memory import share
    from omem_cli.render import as_json as shapes
    from omem_cli.render import share as shown
    from omem_cli.store.files import private_bytes

    with opened(ctx, db, user, as_json, write=True) as omem:
        one = share.find(omem.store, id)
        path = (out or Path(f"omem-revocation-{one.bundle}.json")).expanduser()
        if path.exists():
            raise OmemError(f"{path} is there already; choose another name with --out, or delete it first")
        with omem.store.transaction():
            data = share.revoke(omem.store, one, datetime.now(UTC))
            with private_bytes(path) as file:
                file.write(data)
        now = share.find(omem.store, one.bundle)
        if omem.as_json:
            put(shapes.dumps({"path": str(path), **shown.given_json(now)}))
        else:
            put(f"{now.bundle} is taken back; send {path} to {_line(now.recipient)}")


@app.command("list")
def list_(ctx: typer.Context, db: Db = None, user: User = None, as_json: AsJson = False) -> None:
    """List the bundles that you gave and those that you took, and how they stand. Expired ones are erased."""
    from omem_cli.render import as_json as shapes
    from omem_cli.render import share as shown

    with opened(ctx, db, user, as_json) as omem:
        _drop_expired(omem)
        given, taken = omem.store.shares.given(), omem.store.shares.taken()
        if omem.as_json:
            rows = {
                "given": [shown.given_json(g) for g in given],
                "taken": [shown.taken_json(t) for t in taken],
            }
            put(shapes.dumps(rows))
        elif not given and not taken:
            fail("nothing was shared yet", 0)
        else:
            from omem_cli.render import tables

            tables.show(*shown.bundles(given, taken))


@app.command()
def show(
    ctx: typer.Context,
    person: Annotated[
        str | None, typer.Option("--from", metavar="NAME", help="Only what they shared.", show_default=False)
    ] = None,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Show what others shared. It is no part of anybody's profile here, and `omem ask` passes it by."""
    from omem_cli.render import as_json as shapes
    from omem_cli.render import share as shown

    with opened(ctx, db, user, as_json) as omem:
        rows = omem.store.shares.shared() if person is None else omem.store.shares.of(person)
        if omem.as_json:
            put(shapes.dumps({"shared": [shown.shared_json(s) for s in rows]}))
        elif not rows:
            fail("nobody has shared anything" + ("" if person is None else f" as {person}"), 0)
        else:
            from omem_cli.render import tables

            tables.show(shown.shared_table(rows))


@app.command()
def drop(ctx: typer.Context, id: Bundle, db: Db = None, user: User = None, as_json: AsJson = False) -> None:
    """Erase a bundle that somebody shared with you; it may be taken in again."""
    from omem_cli.memory import share
    from omem_cli.render import as_json as shapes

    with opened(ctx, db, user, as_json, write=True) as omem:
        taken = omem.store.shares.taken()
        found = [t for t in taken if t.revoked is None and t.bundle.startswith(id)]
        if len(found) != 1:
            many = f"{len(found)} bundles" if found else "no bundle"
            raise OmemError(f"{many} of others has a name that begins {id!r}: `omem share list` has them")
        removed = share.drop(omem.store, found, "share drop")
        wiped = omem.store.erasure.wipe()
        document = {"bundle": found[0].bundle, "removed": removed, "wiped": wiped}
        gone = counted(removed, "memory", "memories")
        put(shapes.dumps(document) if omem.as_json else f"{gone} of {found[0].bundle} erased")
        _still_open(wiped)
