"""A result -> text: tables for people, JSON for programs, a block for a prompt."""
