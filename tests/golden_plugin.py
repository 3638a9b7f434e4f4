"""`pytest --update-golden` writes the golden files anew instead of comparing with them."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write tests/golden anew")
