"""Placeholder of the memories area until it lands in the next commit."""

from omem_cli.store.database import Session


class Memories:
    """The three memories of one user."""

    def __init__(self, session: Session) -> None:
        self._session = session
