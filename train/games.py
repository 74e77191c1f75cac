"""The games as data and as a table."""

from __future__ import annotations

from rulebound.envs import GAMES, game
from rulebound.envs.core.game import Game
from rulebound.train.terminal import plain_table


def game_facts(one: Game) -> dict:
    """What a researcher wants to know before choosing a game."""
    facts = one.facts
    return {
        "name": one.name,
        "id": one.id,
        "registry_id": one.registry_id,
        "title": facts.title,
        "summary": facts.summary,
        "edition": facts.edition,
        "players": list(facts.players),
        "usual_players": facts.usual_players,
        "actions": one.actions.size,
        "observation": one.observation.size,
        "max_decisions": facts.max_decisions,
        "hidden_information": facts.hidden_information,
        "chance": facts.chance,
        "zero_sum": facts.zero_sum,
        "presets": list(one.rules.presets),
    }


def all_facts() -> list[dict]:
    """The facts of all games."""
    return [game_facts(game(name)) for name in GAMES]


def show_games(console) -> None:
    """The facts as a table, with a paragraph for each game below it."""
    from rich.padding import Padding

    table = plain_table()
    for heading in ("id", "players", "actions", "observation", "max decisions", "presets"):
        table.add_column(
            heading, justify="left" if heading in ("id", "presets") else "right", overflow="fold", no_wrap=heading != "presets"
        )
    paragraphs = []
    for facts in all_facts():
        numbers = (facts["actions"], facts["observation"], facts["max_decisions"])
        table.add_row(facts["id"], "-".join(map(str, facts["players"])), *map(str, numbers), ", ".join(facts["presets"]))
        paragraphs.append(
            (facts["id"], f"{facts['title']} ({facts['edition']}). {facts['summary']} Usually {facts['usual_players']} players.")
        )
        paragraphs[-1] += (f"hidden information: {facts['hidden_information']}", f"chance: {facts['chance']}")
    console.print(table)
    for name, *lines in paragraphs:
        console.print(name)
        for line in lines:
            console.print(Padding(line, (0, 0, 0, 4)))
