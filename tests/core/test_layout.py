"""Declared layouts and records: what a game declares is checked when it is declared."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.core.layout import ActionLayout, Axis, Block, ObservationLayout, Slice, rivals
from rulebound.envs.core.record import Field, PositionError, StateLayout

ACTIONS = ActionLayout(
    (Block("pass_on", "pass", "nothing"), Block("hit", "hit {rival} {way}", "strike", (rivals(4), Axis("way", ("high", "low")))))
)
SEEN = ObservationLayout((
    Slice("round", "round", high=9),
    Slice("hand", "cards", high=4, axes=(("a", "b"),)),
    Slice("who", "seat", axes=(("me", "+1"), ("x", "y", "z")), one_hot=True),
))  # fmt: skip
STATE = StateLayout(
    seats=3,
    streams=("dice",),
    axes={"card": ("a", "b"), "pile": 4},
    own=(
        Field("round", "i2", "round", low=1, high=9),
        Field("mood", "i1", "mood", labels=("calm", "angry")),
        Field("hand", "i1", "cards", ("seat", "card"), high=5, seen="owner"),
        Field("deck_size", "i1", "cards left", high=4),
        Field("deck", "i1", "pile", ("pile",), labels=("a", "b"), seen="nobody", count="deck_size"),
    ),
)


def test_ids_follow_the_blocks() -> None:
    """Ids run block after block, the last axis fastest, and read in words of the table."""
    assert ACTIONS.size == 7
    assert ACTIONS.first == (0, 1)
    assert [ACTIONS.text(a) for a in (0, 1, 2, 5)] == ["pass", "hit +1 high", "hit +1 low", "hit +3 high"]
    assert ACTIONS.text(3, seat=1, players=3) == "hit player_0 high"
    assert ACTIONS.text(5, seat=1, players=3) == "hit +3 high"
    assert ACTIONS.parse(" Hit  PLAYER_0 low", 1, 3) == 4
    assert "| 1..6 | 6 |" in ACTIONS.table()


def test_observations_are_described() -> None:
    """Values read back as whole numbers and names; zeros are left out."""
    values = np.zeros(SEEN.size, np.float32)
    values[SEEN.at.round] = 3 / 9
    values[SEEN.at.hand + 1] = 2 / 4
    values[SEEN.at.who + 3 + 2] = 1
    assert SEEN.describe(values) == {"round": 3, "hand": {"b": 2}, "who": {"+1": "z"}}
    with pytest.raises(ValueError, match=r"shape \(9,\)"):
        SEEN.describe(values[:-1])
    with pytest.raises(ValueError, match="no observation slice"):
        SEEN.read(values, "nothing")
    assert "| 1..2 | 2 | `hand` | 0..4 |" in SEEN.table()


def test_features_of_a_table_have_their_own_ranges() -> None:
    """Each is scaled, read and listed by its own highest value; elsewhere one slice has one range."""
    table = Slice("pawns", "pawns", (2, 200), (("0", "1"), ("type", "goods")), table=True)
    layout = ObservationLayout((Slice("round", "round", high=9), table))
    raw = np.array([9, 2, 200, 1, 50], np.uint8)
    assert (raw * layout.scale).tolist() == pytest.approx([1, 1, 1, 0.5, 0.25])
    assert layout.read(raw * layout.scale, "pawns").tolist() == [[2, 200], [1, 50]]
    assert layout.tables == (table,)
    assert "type 0..2, goods 0..200" in layout.table()
    with pytest.raises(ValueError, match="only the features of a table"):
        Slice("pawns", "pawns", (2, 200), (("0", "1"), ("type", "goods")))
    with pytest.raises(ValueError, match=r"high = \(2, 300\), but raw"):
        Slice("pawns", "pawns", (2, 300), (("0", "1"), ("type", "goods")), table=True)
    with pytest.raises(ValueError, match="axes that count its rows"):
        Slice("pawns", "pawns", 2, (("type", "goods"),), table=True)


def test_fields_must_fit_their_type() -> None:
    """A range that the type cannot hold is refused when the field is declared."""
    with pytest.raises(ValueError, match=r"0\.\.200 does not fit i1"):
        Field("cards", "i1", "cards", high=200)
    with pytest.raises(ValueError, match="seen is 'everyone'"):
        Field("cards", "i1", "cards", seen="everyone")


def test_records_have_no_gaps() -> None:
    """Every byte of a record belongs to a field, so that copies compare by their bytes."""
    fields = STATE.dtype.fields
    assert sum(np.dtype(kind).itemsize for kind, _ in fields.values()) == STATE.dtype.itemsize
    assert STATE.dtype.itemsize % 8 == 0


def test_names_go_round() -> None:
    """A record reads as names and values and comes back from them; the top of a pile is listed first."""
    record = np.zeros(1, STATE.dtype)[0]
    record.num_players, record.round, record.offender = 2, 4, -1
    STATE.from_names(record, {"mood": "angry", "deck": ["a", "b", "b"], "players": [{"hand": {"a": 2}}, {"hand": ["b", "b", "b"]}]})
    assert record.deck[:3].tolist() == [1, 1, 0]
    assert record.deck_size == 3
    named = STATE.to_names(record)
    assert named["deck"] == ["a", "b", "b"]
    assert named["players"][1]["hand"] == {"b": 3}
    other = np.zeros(1, STATE.dtype)[0]
    other.num_players = 2
    STATE.from_names(other, named)
    assert other.tobytes() == record.tobytes()
    assert STATE.problems(record) == []
    record.round = 12
    assert STATE.problems(record) == ["round = 12: must be between 1 and 9"]


@pytest.mark.parametrize(
    ("named", "reason"),
    [
        ({"round": 0}, r"position\.round = 0: must be a whole number between 1 and 9"),
        ({"round": "two"}, "whole number"),
        ({"mood": "sad"}, "must be one of calm, angry"),
        ({"colour": 1}, r"position\.colour: no such field"),
        ({"hand": {"a": 1}}, "belongs to a player"),
        ({"players": [{"round": 2}]}, "not a field of one player"),
        ({"players": [{"hand": {"c": 1}}]}, r"players\[0\]\.hand\.c: unknown name; allowed are a, b"),
        ({"players": [{"hand": {"a": 6}}]}, r"hand\.a = 6: must be a whole number between 0 and 5"),
        ({"players": [{}, {}, {}]}, "at most 2 players"),
        ({"deck": ["a"] * 5}, "list of at most 4"),
        ({"deck_size": 2}, "follows from the pile"),
        ({"reward": {"player_0": float("nan")}}, "finite"),
    ],
)
def test_wrong_names_are_refused(named: dict, reason: str) -> None:
    """The error names the place, the value and what is allowed."""
    record = np.zeros(1, STATE.dtype)[0]
    record.num_players = 2
    with pytest.raises(PositionError, match=reason):
        STATE.from_names(record, named)
