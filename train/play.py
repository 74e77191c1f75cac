"""A person at the terminal against agents."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulebound.envs.core.layout import Block
from rulebound.envs.core.position import Position
from rulebound.train.session import Session, result_lines, say_position
from rulebound.train.witness import witnessed

FEW = 20  # legal actions that are always listed one by one
SMALL = 6  # actions of one kind that are listed one by one among many
SHOWN = 6  # actions named in a refusal
HELP = """\
Type an action by its number, its words, or the beginnings of its words ("bu ci" for "build city").
  legal          list every legal action      legal WORD   those that contain the word
  show, hand     the position again           ?            this help
  quit           leave the game               Enter        take the only legal action, if there is one"""


class Quit(Exception):
    """The person leaves the game."""


@dataclass(frozen=True)
class Menu:
    """The legal actions of a position, numbered from 1."""

    position: Position
    ids: list[int]
    texts: list[str]

    @classmethod
    def of(cls, position: Position) -> Menu:
        """The menu of the seat to act."""
        ids = position.legal_ids()
        return cls(position, ids, [position.action_text(action) for action in ids])

    # -------------------------------------------------------------------------------------------- listing
    def lines(self) -> list[str]:
        """The actions one by one, or large groups of one kind in a line."""
        if len(self.ids) <= FEW:
            return [self._line(place) for place in range(len(self.ids))]
        found = []
        for block, places in self._groups():
            found += [self._line(place) for place in places] if len(places) <= SMALL else [self._group_line(block, places)]
        return found

    def matching(self, words: str) -> list[str]:
        """The actions that contain all the words, one by one."""
        wanted = words.lower().split()
        return [self._line(place) for place, text in enumerate(self.texts) if all(word in text for word in wanted)]

    def _line(self, place: int) -> str:
        return f"{place + 1:>7}  {self.texts[place]}"

    def _groups(self) -> Iterator[tuple[Block, list[int]]]:
        groups: dict[str, tuple[Block, list[int]]] = {}
        for place, action in enumerate(self.ids):
            block, _ = self.position.game.actions.parts(action)
            groups.setdefault(block.name, (block, []))[1].append(place)
        yield from groups.values()

    def _group_line(self, block: Block, places: list[int]) -> str:
        span = f"{places[0] + 1}-{places[-1] + 1}"
        word = block.text.split()[0]
        hint = f"'legal {word}' lists them" if "{" not in word else "'legal' lists them"
        lines = [f"{span:>7}  {block.text}: {len(places)} ways, {hint}"]
        indices = [self.position.game.actions.parts(self.ids[place])[1] for place in places]
        for number, axis in enumerate(block.axes):
            values = sorted({one[number] for one in indices})
            labels = (axis.label(value, self.position.seat, self.position.num_players) for value in values)
            lines.append(f"{'':9}  {axis.name}: {', '.join(labels)}")
        return "\n".join(lines)

    # -------------------------------------------------------------------------------------------- choosing
    def find(self, typed: str) -> int:
        """The action that the person means; ValueError says why there is none."""
        if typed.isdecimal():
            if not 1 <= int(typed) <= len(self.ids):
                raise ValueError(f"{typed} is not on the list: the numbers run from 1 to {len(self.ids)}")
            return self.ids[int(typed) - 1]
        wanted = typed.lower().split()
        exact = self.exact(typed)
        if exact is not None:
            return exact
        found = [place for place, text in enumerate(self.texts) if _begins(text.split(), wanted)]
        if not found:
            raise ValueError(self._unknown(typed))
        if len(found) > 1:
            more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
            raise ValueError(f"{typed!r} could be {', '.join(self.texts[place] for place in found[:SHOWN])}{more}: type more of it")
        return self.ids[found[0]]

    def exact(self, typed: str) -> int | None:
        """The action with exactly these words."""
        words = " ".join(typed.lower().split())
        return self.ids[self.texts.index(words)] if words in self.texts else None

    def _unknown(self, typed: str) -> str:
        position = self.position
        try:
            action = position.game.actions.parse(typed, position.seat, position.num_players)
        except ValueError:
            return f"no legal action begins with {typed!r}; 'legal' lists them, '?' helps"
        return f"{position.action_text(action)!r} is not legal now; 'legal' lists what is"


def _begins(words: list[str], wanted: list[str]) -> bool:
    """Whether each wanted word begins the word in its place."""
    return bool(wanted) and len(wanted) <= len(words) and all(word.startswith(begin) for word, begin in zip(words, wanted, strict=False))


# ------------------------------------------------------------------------------------------------ the game
def play_game(session: Session, seat: int, say: Callable[[str], None] = print, ask: Callable[[str], str] = input) -> bool:
    """Play a game with a person in a seat; whether it was played to its end."""
    say(f"{session.title()}. You are player_{seat}.\n{HELP}")
    try:
        while not session.over:
            before = session.position
            if before.seat == seat:
                action = ask_action(before, seat, say, ask)
                say(f"* you: {before.action_text(action)}")
                session.play(action)
                continue
            action = session.choose()
            session.play(action)
            line = witnessed(before, action, seat)
            if line is not None:
                say(f"* player_{before.seat} ({session.names[before.seat]}): {line}")
    except Quit:
        say("You left the game.")
        return False
    except EOFError:
        say("\nThe input ended; so does the game.")
        return False
    say_position(session.position, seat, say)
    say("\n".join(result_lines(session.position, session.names)))
    return True


def ask_action(position: Position, seat: int, say: Callable[[str], None], ask: Callable[[str], str]) -> int:
    """Show the position and ask until the person names a legal action."""
    menu = Menu.of(position)
    say_position(position, seat, say)
    say("\n".join(menu.lines()))
    while True:
        only = f" [Enter: {menu.texts[0]}]" if len(menu.ids) == 1 else ""
        typed = " ".join(ask(f"player_{seat}{only}> ").split())
        if not typed:
            if only:
                return menu.ids[0]
            continue
        if menu.exact(typed) is None and _command(typed, menu, position, seat, say):
            continue
        try:
            return menu.find(typed)
        except ValueError as problem:
            say(str(problem))


def _command(typed: str, menu: Menu, position: Position, seat: int, say: Callable[[str], None]) -> bool:
    """Do what a command asks for; False if the words are not a command."""
    word, _, rest = typed.lower().partition(" ")
    if word in ("quit", "exit", "q") and not rest:
        raise Quit
    if word in ("?", "help") and not rest:
        say(HELP)
    elif word == "legal":
        say("\n".join(menu.matching(rest)) or f"no legal action contains {rest!r}")
    elif word in ("show", "hand", "position") and not rest:
        say_position(position, seat, say)
    else:
        return False
    return True
