"""Decks for people: check deck and card files, show a deck card by card, make random ones, for any game that has decks."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from rulebound.envs import GAMES, game
from rulebound.envs.core.game import DeckSheet, DeckTools, Game
from rulebound.envs.core.position import write_text
from rulebound.train.terminal import error, note, plain_table

ILLEGAL, UNREADABLE = 1, 2  # exit codes


class DeckGame:
    """A game whose players bring decks, with the card files and the table that a command is about.

    name      a game; None takes the only one that has decks
    cards     files of further card sets
    players   seats at the table, which decide how large decks are; None takes the usual number
    """

    def __init__(self, name: str | None = None, cards: Sequence[Path] = (), players: int | None = None) -> None:
        self.game, self.tools = deck_game(name)
        self.cards = list(cards)
        low, high = self.game.facts.players
        self.players = self.game.facts.usual_players if players is None else players
        if not low <= self.players <= high:
            raise ValueError(f"--players {players}: {self.game.name} is played by {low} to {high}")


def deck_game(name: str | None) -> tuple[Game, DeckTools]:
    """A game with decks and its tools for them."""
    found = {one: game(one).decks for one in GAMES if game(one).decks is not None}
    if name is None and len(found) > 1:
        raise ValueError(f"{', '.join(found)} have decks; say which is meant with --game")
    one = game(next(iter(found)) if name is None else name)
    if one.decks is None:
        raise ValueError(f"{one.name} is played without decks; {', '.join(found)} {'has' if len(found) == 1 else 'have'} some")
    return one, one.decks


# ------------------------------------------------------------------------------------------------ check
def check_decks(about: DeckGame, paths: Iterable[Path], say: Callable[[str], None] = print) -> int:
    """Check deck and card files, a line for each good one and for each problem of a bad one; the exit code of the worst."""
    worst = 0
    for path in paths:
        try:
            path.open("rb").close()
        except OSError as problem:
            error(f"cannot read {path}: {problem.strerror}")
            worst = max(worst, UNREADABLE)
            continue
        words, problems = about.tools.check(path, about.cards, about.players)
        for problem in problems:
            error(named(path, problem))
        if problems:
            worst = max(worst, ILLEGAL)
        else:
            say(f"ok: {path}: {words}")
    return worst


def named(path: Path, problem: str) -> str:
    """The problem with the path of its file, of which it may know the name."""
    return f"{path}{problem.removeprefix(path.name)}" if problem.startswith(path.name) else f"{path}: {problem}"


# ------------------------------------------------------------------------------------------------ show
def show_deck(about: DeckGame, name: str, console) -> None:
    """A deck as a table by type of card, its sums, and whether it is legal."""
    sheet = about.tools.sheet(name, about.cards, about.players)
    console.print(_cards_table(about, sheet))
    sums = plain_table()
    for place, heading in enumerate(sheet.sum_columns):
        sums.add_column(heading, justify="right" if place else "left", no_wrap=True)
    for line in sheet.sums:
        sums.add_row(*line)
    console.print(sums)
    for problem in sheet.problems:
        console.print(f"illegal: {problem}")
    if not sheet.problems:
        console.print(f"Legal with {about.players} players.")


def _cards_table(about: DeckGame, sheet: DeckSheet):
    """The cards, under a heading for each type."""
    table = plain_table(f"{about.game.name}, {sheet.title}")
    for place, heading in enumerate(sheet.columns):
        table.add_column(heading, justify="right" if place == 0 else "left", overflow="fold", min_width=len(heading))
    for place, (group, lines) in enumerate(sheet.groups.items()):
        if place:
            table.add_row()
        table.add_row("", group, style="bold")
        for line in lines:
            table.add_row(*line)
    return table


# ------------------------------------------------------------------------------------------------ random
def make_deck(
    about: DeckGame, seed: int | None, size: int | None, pool: str | None, out: Path | None, say: Callable[[str], None] = print
) -> None:
    """A random deck as a deck file, or as its text if there is none to write."""
    seed = secrets.randbits(31) if seed is None else seed
    text = about.tools.random(about.game, seed, size, pool, about.cards, about.players)
    if out is None:
        say(text.rstrip("\n"))
    else:
        write_text(out, text)
        note(f"Deck written to {out}")
