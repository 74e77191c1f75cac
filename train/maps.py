"""Maps for people: check map files, show a map with what it offers, make one from a seed, for any game that has landscapes."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from pathlib import Path

from rulebound.envs import GAMES, game
from rulebound.envs.core.game import Game, MapTools
from rulebound.envs.core.position import Position, write_text
from rulebound.train.decks import ILLEGAL, UNREADABLE, named
from rulebound.train.terminal import error, note, plain_table


def map_game(name: str | None) -> Game:
    """A game with maps; None takes the only one that has some."""
    found = [one for one in GAMES if game(one).maps is not None]
    if name is None and len(found) != 1:
        raise ValueError(f"{', '.join(found)} have maps; say which is meant with --game" if found else "no game is played on maps")
    one = game(found[0] if name is None else name)
    if one.maps is None:
        raise ValueError(f"{one.name} is played without maps; {', '.join(found) or 'no game'} {'has' if len(found) == 1 else 'have'} some")
    return one


def tools(one: Game) -> MapTools:
    """The tools of a game that has maps."""
    assert one.maps is not None
    return one.maps


# ------------------------------------------------------------------------------------------------ check
def check_maps(one: Game, paths: Iterable[Path], say: Callable[[str], None] = print) -> int:
    """Check map files, a line for each good one and for each problem of a bad one; the exit code of the worst."""
    worst = 0
    for path in paths:
        try:
            path.open("rb").close()
        except OSError as problem:
            error(f"cannot read {path}: {problem.strerror}")
            worst = max(worst, UNREADABLE)
            continue
        words, problems = tools(one).check(path)
        for problem in problems:
            error(named(path, problem))
        if problems:
            worst = max(worst, ILLEGAL)
        else:
            say(f"ok: {path}: {words}")
    return worst


# ------------------------------------------------------------------------------------------------ show
def list_maps(one: Game, console) -> None:
    """The maps that come with a game."""
    table = plain_table(f"{one.name}, bundled maps")
    table.add_column("map", no_wrap=True)
    table.add_column("size", no_wrap=True)
    for name in tools(one).names():
        table.add_row(name, tools(one).sheet(tools(one).deal(one, name)).title)
    console.print(table)


def show_map(one: Game, name: str, console, picture: Path | None) -> None:
    """A map as its board, a table of facts and a table of its start sites."""
    position = tools(one).deal(one, name)
    sheet = tools(one).sheet(position)
    console.print(f"{name}: {sheet.title}\n")
    console.print(sheet.board, markup=False, highlight=False, no_wrap=True, soft_wrap=True)
    facts = plain_table()
    facts.add_column("", no_wrap=True)
    facts.add_column("", no_wrap=True)
    for fact in sheet.facts:
        facts.add_row(*fact)
    console.print(facts)
    starts = plain_table("start sites")
    for heading in sheet.columns:
        starts.add_column(heading, justify="right")
    for line in sheet.starts:
        starts.add_row(*line)
    console.print(starts)
    save_picture(position, picture)


# ------------------------------------------------------------------------------------------------ generate
def make_map(
    one: Game,
    seed: int | None,
    size: int | None,
    players: int | None,
    rules: str | None,
    out: Path | None,
    picture: Path | None,
    say: Callable[[str], None] = print,
) -> None:
    """The landscape of a deal as a map file, or as its text if there is none to write."""
    seed = secrets.randbits(31) if seed is None else seed
    variant = one.variant(rules) if size is None else one.variant(rules, size=size)
    position = one.new(num_players=players, rules=variant, seed=seed)
    text = tools(one).text(position)
    if out is None:
        say(text.rstrip("\n"))
    else:
        write_text(out, text)
        note(f"Map of seed {seed} written to {out}")
    save_picture(position, picture)


def save_picture(position: Position, path: Path | None) -> None:
    """Write the picture of a position, if a file is named."""
    if path is None:
        return
    pixels = position.game.picture(position, None)
    from PIL import Image

    Image.fromarray(pixels).save(path)
    note(f"Picture written to {path}")
