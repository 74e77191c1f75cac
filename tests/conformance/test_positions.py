"""Positions, replays and rules of every game as names and files: what is written reads back, and what is damaged
or foreign is refused with its reason."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebound.envs import GAMES, game
from rulebound.envs.core.position import Position
from rulebound.envs.core.record import PositionError
from rulebound.envs.core.replay import Replay, ReplayError
from rulebound.envs.core.rules import RulesError
from tests.conformance.cases import every_case, every_game, every_name, few_cases, positions_along_play, random_play

GOLDEN = Path(__file__).parents[1] / "golden"


@every_case
def test_positions_read_back_by_name(env: str, preset: str, players: int) -> None:
    """Names and values written from a position make the same position again."""
    for here in positions_along_play(env, preset, players, every=9):
        again = game(env).position(json.loads(json.dumps(here.to_names())), players, preset)
        assert not again.diff(here)
        assert again == here


@few_cases
def test_positions_are_saved_and_loaded(env: str, preset: str, players: int, tmp_path: Path) -> None:
    """A position file restores position and rules."""
    for here in positions_along_play(env, preset, players, every=60, games=1):
        here.save(tmp_path / "position.json")
        again = Position.load(tmp_path / "position.json")
        assert again == here
        assert again.variant == here.variant
        assert again.variant.name == here.variant.name


@every_game
def test_differences_are_named(env: str) -> None:
    """diff names exactly what differs."""
    one = game(env).new(seed=1)
    two = one.clone()
    assert not one.diff(two)
    two.record.decisions += 1
    assert two.diff(one) == {"decisions": (1, 0)}


@every_game
def test_damaged_position_files_are_refused(env: str, tmp_path: Path) -> None:
    """A wrong file is refused with its reason, whatever is wrong with it."""
    path = tmp_path / "position.json"
    game(env).new(seed=1).save(path)
    good = json.loads(path.read_text())
    cases = [
        ("not json", "not a JSON document"),
        ("[]", "not a rulebound-position"),
        (json.dumps({**good, "format": "other"}), "not a rulebound-position"),
        (json.dumps({**good, "schema": 99}), "schema 99"),
        (json.dumps({**good, "env": "chess_v0"}), "no environment is called"),
        (json.dumps({**good, "env": f"{env}_v99"}), "lives? on as"),
        (json.dumps({**good, "rules_hash": "0"}), "hash"),
        (json.dumps({**good, "rules": {"nothing.here": 1}}), "no such rule"),
        (json.dumps({**good, "position": {**good["position"], "decisions": -5}}), "decisions = -5"),
        (json.dumps({**good, "position": {**good["position"], "bogus": 1}}), "no such field"),
        (json.dumps({**good, "position": 7}), "mapping"),
        (json.dumps({key: value for key, value in good.items() if key != "position"}), "'position' is missing"),
    ]
    for text, reason in cases:
        path.write_text(text)
        with pytest.raises(PositionError, match=reason):
            Position.load(path)
    path.write_bytes(b"\x80\x04\x95cos\nsystem\n")  # a pickle is just a damaged document
    with pytest.raises(PositionError, match="not a JSON document"):
        Position.load(path)
    with pytest.raises(PositionError, match="cannot read"):
        Position.load(tmp_path / "missing.json")


_leaf = st.one_of(st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(), st.text(max_size=8))
_junk = st.recursive(_leaf, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3))


@every_game
@pytest.mark.parametrize("players", [2, 4])
def test_no_value_of_a_field_can_harm(env: str, players: int) -> None:
    """Every field at and around both ends of its range, and at small numbers, gives a sound position or a refusal."""
    g = game(env)
    base = json.dumps(g.new(min(players, g.facts.players[1]), seed=2).to_names())
    taken = 0
    for name, field in g.state.fields.items():
        for value in {-1, 0, 1, 2, 3, 7, 255, field.low - 1, field.low, field.high // 2, field.high, field.high + 1}:
            named = json.loads(base)
            place = named["players"][0] if field.axes[:1] == ("seat",) else named
            place[name] = value
            try:
                position = g.position(named)
            except PositionError:
                continue
            taken += 1
            for here in random_play(position, 1, 40):
                here.validate()
                assert here.legal_ids()
    assert taken > len(g.state.fields) / 2, "most fields have a harmless value among those tried"


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_no_position_file_can_harm(data: st.DataObject) -> None:
    """Any value in any place of a position is taken as a sound position or refused; nothing else happens."""
    g = game(data.draw(st.sampled_from(GAMES)))
    named = json.loads(json.dumps(g.new(seed=2).to_names()))
    name = data.draw(st.sampled_from([*g.state.fields, "players"]))
    if data.draw(st.booleans()) and g.state.fields.get(name) is not None and g.state.fields[name].axes[:1] == ("seat",):
        named["players"][0][name] = data.draw(_junk)
    else:
        named[name] = data.draw(_junk | st.integers(-3, 30))
    try:
        position = g.position(named)
    except PositionError:
        return
    position.validate()
    for here in random_play(position, 1, 40):
        assert here.legal_ids()


# ------------------------------------------------------------------------------------------------ replays
def _random_replay(env: str, preset: str, players: int, seed: int) -> Replay:
    rng = np.random.default_rng(seed)
    return Replay.record(game(env), lambda p: rng.choice(p.legal_ids()), players, preset, seed, ["random"] * players)


@few_cases
def test_replays_verify(env: str, preset: str, players: int, tmp_path: Path) -> None:
    """A saved replay plays again to the same end."""
    replay = _random_replay(env, preset, players, 3)
    replay.save(tmp_path / "replay.json")
    again = Replay.load(tmp_path / "replay.json")
    last = again.verify()
    np.testing.assert_allclose(last.outcome()[:, 0], replay.result)
    assert again.agents == ["random"] * players


@every_game
def test_wrong_replays_are_found_out(env: str, tmp_path: Path) -> None:
    """A changed action, fingerprint, result or seed is found, and a damaged file is refused."""
    replay = _random_replay(env, "standard", 2, 4)
    path = tmp_path / "replay.json"
    replay.save(path)
    good = json.loads(path.read_text())
    changes = [
        ({"actions": [*good["actions"][:-1], good["actions"][-1] + 1]}, "verify"),
        ({"hashes": ["0" * 16, *good["hashes"][1:]]}, "verify"),
        ({"result": good["result"][::-1]}, "verify"),
        ({"seed": good["seed"] + 1}, "verify"),
        ({"actions": good["actions"][:-1], "hashes": good["hashes"][:-1]}, "verify"),
        ({"actions": good["actions"][:-1]}, "load"),
        ({"actions": [10**6]}, "load"),
        ({"actions": "none"}, "load"),
        ({"seed": "7"}, "load"),
        ({"num_players": 99}, "load"),
        ({"rules_hash": "x"}, "load"),
        ({"env": "nothing_v0"}, "load"),
    ]
    for change, found_by in changes:
        path.write_text(json.dumps({**good, **change}))
        if found_by == "load":
            with pytest.raises(ReplayError):
                Replay.load(path)
        else:
            loaded = Replay.load(path)
            with pytest.raises(ReplayError):
                loaded.verify()


@every_name
def test_golden_replays(env: str, preset: str, players: int) -> None:
    """Games recorded earlier play as they did. If this fails, behaviour has changed: raise the environment's
    version and record them again with `python -m tests.conformance.golden`."""
    Replay.load(GOLDEN / f"{game(env).id}-{preset}-{players}.json").verify()


# ------------------------------------------------------------------------------------------------ actions and rules
@every_game
def test_actions_have_words_both_ways(env: str) -> None:
    """Every id has its own words, with and without a table in mind, and reads back from them."""
    layout = game(env).actions
    assert len({layout.text(a) for a in range(layout.size)}) == layout.size
    low, high = game(env).facts.players
    for players in range(low, high + 1):
        for seat in range(players):
            for action in range(layout.size):
                assert layout.parse(layout.text(action, seat, players), seat, players) == action
                assert layout.parse(layout.text(action).upper()) == action
    with pytest.raises(ValueError, match="no action is called"):
        layout.parse("do everything at once")
    with pytest.raises(ValueError, match="does not exist"):
        layout.text(layout.size)


@every_game
def test_variants_round_trip_and_hash(env: str, tmp_path: Path) -> None:
    """Presets, files and mappings that say the same have the same hash; any change changes it."""
    schema = game(env).rules
    for preset in schema.presets:
        variant = schema.variant(preset)
        assert schema.variant(variant.to_dict()).hash == variant.hash
        (tmp_path / "v.yaml").write_text(f"game: {env}\nname: mine\nextends: {preset}\n")
        assert schema.variant(tmp_path / "v.yaml").hash == variant.hash
    hashes = {schema.variant().hash}
    free = [p for p in schema.parameters.values() if not p.fixed and p.path != schema.players and p.low is not None and not p.keys]
    for p in free:
        for value in {p.low, p.high} - {p.default}:
            try:
                hashes.add(schema.variant({p.path: value}).hash)
            except RulesError:
                continue  # a combination that the game refuses
    assert len(hashes) > len(free) / 2


@every_game
def test_variants_refuse_what_is_out_of_range(env: str) -> None:
    """Every parameter refuses the values next to its range, words that are no option and other types, and the
    error names parameter, value and what is allowed."""
    schema = game(env).rules
    for p in schema.parameters.values():
        if p.fixed:
            bad = ["something else"]
        elif p.kind is not None:
            bad = [3, None, [7.5], {}]
        elif p.keys:
            bad = [{p.keys[0]: p.low - 1}, {p.keys[0]: p.high + 1}, {"nothing": 1}, 3]
        elif p.options:
            bad = ["something else", ["something else"], 17]
        else:
            bad = [p.low - 1, p.high + 1, str(p.low), 1.5, True, None]
        for value in bad:
            with pytest.raises(RulesError, match=p.path.replace(".", r"\.")):
                schema.variant({p.path: value})
    with pytest.raises(RulesError, match="no such rule"):
        schema.variant({"nothing.like.this": 1})
    with pytest.raises(RulesError, match="there are standard"):
        schema.variant("nothing")


@every_game
def test_damaged_variant_files_are_refused(env: str, tmp_path: Path) -> None:
    """A wrong file is refused with its name and reason; YAML tags never run code."""
    path = tmp_path / "variant.yaml"
    cases = [
        ("a: [", "not YAML"),
        ("!!python/object/apply:os.system ['true']", "not YAML"),
        ("7", "file"),
        ("name: x", "game"),
        ("game: chess\nname: x", "is for chess"),
        (f"game: {env}\nname: x\nextends: nothing", "no preset"),
        (f"game: {env}\nname: x\nextends: variant.yaml", "extends itself"),
        (f"game: {env}\nname: x\nsurprise: 1", "surprise"),
        (f"game: {env}\nname: x\nrules: {{nothing: 1}}", "no such rule"),
    ]
    for text, reason in cases:
        path.write_text(text)
        with pytest.raises(RulesError, match=reason) as refused:
            game(env).variant(path)
        assert "variant.yaml" in str(refused.value)
    with pytest.raises(RulesError, match="cannot read"):
        game(env).variant(tmp_path / "missing.yaml")


@every_game
def test_bad_arguments_are_named(env: str) -> None:
    """Wrong arguments name the value and what is allowed."""
    low, high = game(env).facts.players
    for number in (low - 1, high + 1, 2.5, "two", True):
        with pytest.raises(RulesError, match=f"played by {low} to {high}"):
            game(env).new(number)
    with pytest.raises(ValueError, match="reward = 'gold'"):
        game(env).new(reward="gold")
    with pytest.raises(ValueError, match="max_decisions = 0"):
        game(env).new(max_decisions=0)
    with pytest.raises(ValueError, match="seat 99 does not exist"):
        game(env).new().observe(99)
    with pytest.raises(ValueError, match="no game is called 'chess'"):
        game("chess")
