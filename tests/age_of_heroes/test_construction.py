"""Construction: costs, Gold, several builds in one action (AOH-079 to AOH-090)."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_heroes.state import Building, Prompt
from rulebound.envs.core.position import IllegalAction, Position
from tests.age_of_heroes.helpers import arrange, asked, boards, cards, discarded, hand, holds, random_game, supply

PIECES = {"army": "armies", "city": "cities", "fortress": "fortresses", "general": "generals"}
START = {"army": 1, "city": 1, "fortress": 0, "general": 0}
PRINTED = {"army": 12, "city": 12, "fortress": 9, "general": 6, "road": 6}


def builder(*names: str, num_players: int = 3) -> Position:
    """Seat 0 at its main action with these cards; the next draws are harmless."""
    return arrange(holds(*names), *[{}] * (num_players - 1), deck=["hero"] * 3)


def buildable(p: Position) -> set[str]:
    """The pieces that may be built now, roads aside."""
    return {text.removeprefix("build ") for text in p.legal() if text.startswith("build ") and "road" not in text}


def owned(p: Position, piece: str) -> int:
    """Pieces of one kind that seat 0 owns."""
    return int(p.record[PIECES[piece]][0])


COSTS = [
    ("army", ("iron", "grain", "grain"), "wood"),
    ("city", ("wood", "wood", "stone"), "iron"),
    ("fortress", ("iron", "wood", "stone"), "grain"),
    ("general", ("iron", "gold"), "grain"),
]


@pytest.mark.rule("AOH-079", "AOH-080", "AOH-081", "AOH-082")
@pytest.mark.parametrize(("piece", "cost", "spare"), COSTS)
def test_building_takes_exactly_its_cost(piece: str, cost: tuple[str, ...], spare: str) -> None:
    """The cost is spent, the spare card kept, one piece comes from the supply, nothing else changes."""
    p = builder(*cost, spare)
    before = boards(p)
    p.play(f"build {piece}")
    assert hand(p, 0) == cards(spare)
    assert discarded(p) == cards(*cost)
    before[PIECES[piece]][0] += 1
    before["supply"][Building[piece.upper()]] -= 1
    assert boards(p) == before
    assert supply(p, Building[piece.upper()]) == PRINTED[piece] - 1


@pytest.mark.rule("AOH-079", "AOH-080", "AOH-081", "AOH-082")
@pytest.mark.parametrize(("piece", "cost", "spare"), COSTS)
def test_building_needs_every_card_of_its_cost(piece: str, cost: tuple[str, ...], spare: str) -> None:
    """Whichever card is missing, the piece cannot be built."""
    assert piece in buildable(builder(*cost))
    for missing in range(len(cost)):
        rest = cost[:missing] + cost[missing + 1 :]
        p = builder(*rest)
        assert piece not in buildable(p)
        with pytest.raises(IllegalAction):
            p.play(f"build {piece}")
        assert piece not in buildable(builder(*rest, "hunger", "special_0", "special_1"))  # no other card stands in


@pytest.mark.rule("AOH-079", "AOH-080", "AOH-081")
@pytest.mark.parametrize(("piece", "short"), [("army", ("iron", "grain")), ("city", ("wood", "stone")), ("fortress", ("iron", "wood"))])
def test_short_hands_of_the_checks_build_nothing(piece: str, short: tuple[str, ...]) -> None:
    """One card short: the piece is not legal, and neither is any other."""
    p = builder(*short)
    assert piece not in buildable(p)
    assert p.legal() == ["tax", "do nothing"]


@pytest.mark.rule("AOH-083")
@pytest.mark.parametrize("side", ["left", "right"])
def test_road_costs_two_stone(side: str) -> None:
    """The neighbour accepts, two Stone are spent, the Wood is kept."""
    p = builder("stone", "stone", "wood").play(f"build road {side}")
    assert p.seat == {"left": 2, "right": 1}[side]
    assert asked(p) == Prompt.ROAD_REPLY
    assert hand(p, 0) == cards("stone", "stone", "wood")
    p.play("road accept")
    assert hand(p, 0) == cards("wood")
    assert discarded(p) == cards("stone", "stone")
    assert supply(p, Building.ROAD) == 5
    assert p.record.road.tolist() == ([0, 0, 1, 0, 0, 0] if side == "left" else [1, 0, 0, 0, 0, 0])


@pytest.mark.rule("AOH-083")
@pytest.mark.parametrize("names", [("stone",), ("stone", "wood", "iron", "grain"), ()])
def test_no_road_request_with_less_than_two_stone(names: tuple[str, ...]) -> None:
    """One Stone asks nobody for a road."""
    assert not any("road" in text for text in builder(*names).legal())


@pytest.mark.rule("AOH-083", "AOH-094")
@pytest.mark.parametrize("seat", [0, 1])
def test_two_players_share_one_road(seat: int) -> None:
    """Whoever builds it, it lies in the only gap of a two-player circle and no second one can be asked for."""
    p = arrange(*[holds("stone", "stone", "stone", "stone")] * 2, starter=seat, deck=["hero"])
    assert [text for text in p.legal() if "road" in text] == ["build road right"]
    p.play("build road right", "road accept")
    assert (asked(p), p.seat) == (Prompt.MAIN, 1 - seat)  # nothing more to build for the first
    assert not any("road" in text for text in p.legal())  # nor for the other
    assert p.record.road.tolist() == [1, 0, 0, 0, 0, 0]
    assert supply(p, Building.ROAD) == 5
    p.validate()


@pytest.mark.rule("AOH-083", "AOH-084")
@pytest.mark.parametrize("names", [("stone", "gold"), ("gold", "gold")])
def test_gold_pays_for_a_road(names: tuple[str, ...]) -> None:
    """Gold stands for missing Stone."""
    p = builder(*names, "wood").play("build road right", "road accept")
    assert hand(p, 0) == cards("wood")
    assert p.record.road[0] == 1


@pytest.mark.rule("AOH-084")
def test_gold_replaces_a_missing_wood() -> None:
    """Wood, Stone and Gold build a city."""
    p = builder("wood", "stone", "gold").play("build city")
    assert owned(p, "city") == 2
    assert hand(p, 0) == {}
    assert discarded(p) == cards("wood", "stone", "gold")


@pytest.mark.rule("AOH-084")
@pytest.mark.parametrize("piece", ["army", "city", "fortress"])
def test_three_gold_build_any_three_card_piece(piece: str) -> None:
    """Three Gold are enough for an army, a city or a fortress, and all are spent."""
    p = builder("gold", "gold", "gold")
    assert buildable(p) == {"army", "city", "fortress", "general"}
    p.play(f"build {piece}")
    assert owned(p, piece) == START[piece] + 1
    assert hand(p, 0) == {}
    assert discarded(p) == cards("gold", "gold", "gold")


@pytest.mark.rule("AOH-084")
@pytest.mark.parametrize(
    ("piece", "cost"), [("army", ("iron", "grain", "grain")), ("city", ("wood", "wood", "stone")), ("fortress", ("iron", "wood", "stone"))]
)
def test_one_gold_replaces_any_one_card(piece: str, cost: tuple[str, ...]) -> None:
    """Each card of the cost can be the missing one; with two missing one Gold is not enough."""
    for missing in range(3):
        rest = cost[:missing] + cost[missing + 1 :]
        p = builder(*rest, "gold")
        assert piece in buildable(p)
        p.play(f"build {piece}")
        assert owned(p, piece) == START[piece] + 1
        assert hand(p, 0) == {}
        assert piece not in buildable(builder(rest[0], "gold"))
        assert piece in buildable(builder(rest[0], "gold", "gold"))


@pytest.mark.rule("AOH-085")
@pytest.mark.parametrize(
    ("piece", "names", "left"),
    [
        ("army", ("iron", "grain", "grain", "gold"), ("gold",)),
        ("city", ("wood", "wood", "stone", "gold", "gold"), ("gold", "gold")),
        ("fortress", ("iron", "wood", "gold", "gold"), ("gold",)),
        ("general", ("iron", "gold", "gold"), ("gold",)),
    ],
)
def test_gold_is_spent_only_for_what_is_missing(piece: str, names: tuple[str, ...], left: tuple[str, ...]) -> None:
    """A held resource is always used before Gold."""
    p = builder(*names).play(f"build {piece}")
    assert hand(p, 0) == cards(*left)


@pytest.mark.rule("AOH-086")
@pytest.mark.parametrize(
    ("names", "legal"),
    [(("gold",), False), (("iron", "iron"), False), (("iron", "gold"), True), (("gold", "gold"), True), (("iron",), False)],
)
def test_general_needs_real_gold_and_a_second_card(names: tuple[str, ...], legal: bool) -> None:
    """Iron and Gold or two Gold; a single Gold does not pay both parts."""
    p = builder(*names)
    assert ("general" in buildable(p)) == legal
    if legal:
        p.play("build general")
        assert owned(p, "general") == 1
        assert hand(p, 0) == {}


@pytest.mark.rule("AOH-087")
@pytest.mark.parametrize("order", [("army", "fortress"), ("fortress", "army")])
def test_one_construction_builds_several_things(order: tuple[str, str]) -> None:
    """Army and fortress in one action, in either order; then the turn is over."""
    p = builder("iron", "iron", "grain", "grain", "wood", "stone").play(f"build {order[0]}")
    assert (asked(p), p.seat) == (Prompt.BUILD, 0)
    assert set(p.legal()) == {f"build {order[1]}", "stop building"}
    p.play(f"build {order[1]}")
    assert (owned(p, "army"), owned(p, "fortress")) == (2, 1)
    assert hand(p, 0) == {}
    assert (asked(p), p.seat) == (Prompt.MAIN, 1)


@pytest.mark.rule("AOH-087")
def test_construction_allows_only_more_building() -> None:
    """Tax and war are no longer possible once building has begun."""
    p = arrange(holds("iron", "iron", "grain", "grain", "wood", "stone"), holds("gold"), day=3).play("build army")
    assert set(p.legal()) == {"build fortress", "stop building"}


@pytest.mark.rule("AOH-088")
def test_builder_may_stop_early() -> None:
    """One army, then STOP: the second one is not built, its cards are kept, the action is over."""
    p = builder(*["iron"] * 2, *["grain"] * 4).play("build army")
    assert set(p.legal()) == {"build army", "stop building"}
    p.play("stop building")
    assert owned(p, "army") == 2
    assert hand(p, 0) == cards("iron", "grain", "grain")
    assert (asked(p), p.seat) == (Prompt.MAIN, 1)


@pytest.mark.rule("AOH-089")
def test_construction_ends_when_nothing_more_can_be_built() -> None:
    """The city used up the cards: no further question."""
    p = builder("wood", "wood", "stone").play("build city")
    assert owned(p, "city") == 2
    assert (asked(p), p.seat) == (Prompt.MAIN, 1)


@pytest.mark.rule("AOH-089")
def test_construction_ends_when_the_supply_is_used_up() -> None:
    """Cards for a second army do not help when there is none left."""
    supplies = {"army": 1, "city": 12, "fortress": 9, "general": 6, "road": 6}
    p = arrange(holds(*["iron"] * 2, *["grain"] * 3, "gold"), {}, {}, supply=supplies, deck=["hero"])
    p.play("build army")
    assert set(p.legal()) == {"build general", "stop building"}
    p.play("build general")
    assert (asked(p), p.seat) == (Prompt.MAIN, 1)


@pytest.mark.rule("AOH-089")
def test_construction_goes_on_while_a_road_can_be_asked_for() -> None:
    """A road request counts as something that can still be built."""
    p = builder("iron", "grain", "grain", "stone", "stone").play("build army")
    assert set(p.legal()) == {"build road left", "build road right", "stop building"}


@pytest.mark.rule("AOH-090")
def test_spent_cards_are_discarded() -> None:
    """One Iron and two Grain join the discard pile."""
    p = arrange(holds("iron", "grain", "grain"), {}, discard={"gold": 1, "iron": 2}, deck=["hero"]).play("build army")
    assert discarded(p) == {"gold": 1, "iron": 3, "grain": 2}
    assert hand(p, 0) == {}


@pytest.mark.rule("AOH-079", "AOH-080", "AOH-081", "AOH-083", "AOH-084", "AOH-086", "AOH-089", "AOH-093", "AOH-094")
@pytest.mark.parametrize("num_players", [2, 3, 4, 6])
def test_legal_builds_of_random_games_follow_the_cost_list(num_players: int) -> None:
    """Whatever the position, exactly what is affordable, in supply and, for roads, joins two living neighbours can be built."""
    costs = {  # Iron, Wood, Grain, Stone, Gold
        "army": (1, 0, 2, 0, 0),
        "city": (0, 2, 0, 1, 0),
        "fortress": (1, 1, 0, 1, 0),
        "general": (1, 0, 0, 0, 1),
        "road": (0, 0, 0, 2, 0),
    }
    seen = 0
    for seed in range(8):
        for p in random_game(num_players, seed):
            if asked(p) not in (Prompt.MAIN, Prompt.BUILD):
                continue
            s, seat = p.record, p.seat
            have = s.hand[seat, :5].tolist()
            expected = set()
            for piece, cost in costs.items():
                short = sum(max(0, need - held) for need, held in zip(cost[:4], have[:4], strict=True))
                if cost[4] + short > have[4] or supply(p, Building[piece.upper()]) == 0:
                    continue
                if piece != "road":
                    expected.add(f"build {piece}")
                    continue
                for bit, side, gap, other in ((1, "left", seat - 1, seat - 1), (2, "right", seat, seat + 1)):
                    if num_players == 2 and side == "left":
                        continue
                    gap = 0 if num_players == 2 else gap % num_players
                    if not s.road[gap] and s.alive[other % num_players] and not s.refused & bit:
                        expected.add(f"build road {side}")
            assert {text for text in p.legal() if text.startswith("build")} == expected
            assert asked(p) != Prompt.BUILD or expected
            seen += bool(expected)
    assert seen > 100
