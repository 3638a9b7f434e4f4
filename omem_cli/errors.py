"""Expected failures: each owns its sentence and its exit code."""


class OmemError(Exception):
    """One clear line for the user: what went wrong and what to do. Exit code 1."""

    exit_code = 1


class UsageError(OmemError):
    """The command line itself makes no sense. Exit code 2."""

    exit_code = 2


class UnknownPersonError(OmemError):
    """A name that is nobody's in the memory."""


class UnknownFormatError(OmemError):
    """No transcript format, or more than one, fits a source."""


class StoreError(OmemError):
    """The memory file can't be opened, read or written."""


class ModelError(OmemError):
    """A model is missing, damaged or not the one the memory was built with."""


class RefusedError(ModelError):
    """A model's server won't answer one message, though it answers others."""
