"""`python -m omem_cli` is `omem`."""

from omem_cli import interrupt


def main() -> None:
    """The `omem` command."""
    interrupt.end_at_once()
    from omem_cli.cli import main as command  # a tenth of a second in which Ctrl-C is no traceback

    command()


if __name__ == "__main__":
    main()
