"""The actions of Age of Mythology: blocks of ids and their words.

Players are counted clockwise from the acting seat; units, cards and tiles go by their own names, so an id means the
same in every position. Picks of several things (a hand, an army, cubes, discards, workers) are made one at a time in
rising order of ids and closed with `done`. Read `rules/__init__.py` next.
"""

from __future__ import annotations

from rulebound.envs.age_of_mythology.state import NUM_PERMANENT, SCOPES, SEATS
from rulebound.envs.age_of_mythology.variant import BUILDINGS, CARDS, GODS, ORDER, RESOURCES, TILES, UNITS
from rulebound.envs.core.layout import ActionLayout, Axis, Block


def _player_name(index: int, seat: int, players: int) -> str:
    return f"player_{(seat + index) % players}" if index < players else PLAYER_WORDS[index]


PLAYER_WORDS = ("me", *(f"+{distance}" for distance in range(1, SEATS)))
PLAYER = Axis("player", PLAYER_WORDS, _player_name)
CARD = Axis("card", CARDS)
GOD = Axis("god", GODS)
TILE = Axis("tile", TILES)
UNIT = Axis("unit", UNITS)
BUILDING = Axis("building", BUILDINGS)
RESOURCE = Axis("resource", RESOURCES)
VICTORY_CARD = Axis("victory_card", tuple(ORDER["victory_cards"]))

ACTIONS = ActionLayout((
    Block("done", "done", "finish, pass this pick, decline, reassign the workers, remove an idle villager"),
    Block("confirm", "confirm", "use the special, swap, buy back, keep the workers where they are"),
    Block("place", "place cube on {victory_card}", "victory cube at the start of a turn", (VICTORY_CARD,)),
    Block("take", "take {card}", "permanent card for the hand of this turn", (Axis("card", CARDS[:NUM_PERMANENT]),), True),
    Block("play", "play {card}", "play a card for its action", (CARD,)),
    Block("invoke", "play {god} with power", "play a god card for its power, then its action", (GOD,)),
    Block("power", "play {god} power only", "play a god card for its power alone", (GOD,)),
    Block("drop", "drop {card}", "pass in a round, or discard at the end of a turn", (CARD,)),
    Block("tile", "tile {tile}", "pick, loot, remove or swap a production tile", (TILE,)),
    Block("gather", "gather {scope}", "name the terrain or the resource", (Axis("scope", SCOPES[:-1]),)),
    Block("villager", "villager {tile}", "put a villager on a tile, or remove the one there", (TILE,)),
    Block("dwarf", "dwarf {tile}", "put a Dwarf on a tile", (TILE,)),
    Block("build", "build {building}", "buy a building", (BUILDING,)),
    Block("discount", "discount {resource}", "one cube less of the price", (RESOURCE,)),
    Block("recruit", "recruit {unit}", "buy a unit", (UNIT,)),
    Block("pay", "pay {resource}", "one cube of the cost of a trade", (RESOURCE,)),
    Block("exchange", "exchange {given} for {received}", "one cube with the bank", (Axis("given", RESOURCES), Axis("received", RESOURCES))),
    Block("buy", "buy victory cube", "with favor, by the Great Temple"),
    Block("player", "player {player}", "whom to attack, or whom the power strikes", (PLAYER,)),
    Block("attack", "attack {area}", "the area that is attacked", (Axis("area", tuple(ORDER["areas"])),)),
    Block("commit", "commit {unit}", "a unit for the battle", (UNIT,), True),
    Block("fight", "fight with {unit}", "the unit that fights this round", (UNIT,), True),
    Block("retreat", "retreat", "give up the battle", (), True),
    Block("choose", "choose {unit}", "unit to send home, kill, give up, turn into a Mummy, gain or bring into the battle", (UNIT,)),
    Block("destroy", "destroy {building}", "a building of the beaten or stricken player", (BUILDING,)),
    Block("cube", "cube {resource}", "take one cube, from a player or the bank", (RESOURCE,)),
))  # fmt: skip

ID = ACTIONS.first
