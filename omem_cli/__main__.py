"""`python -m omem_cli` is `omem`."""

from omem_cli.cli import main

main()
