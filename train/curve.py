"""The page of a training run: the learning curve, the last evaluation, the figures of learning and the config."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import yaml

from rulebound.envs.core.game import Game
from rulebound.train.html import document, picture, section, table
from rulebound.train.plots import COLOURS, address, new_figure, percent_axis
from rulebound.train.stats import percent

SHOWN = {  # figures of learning that the page draws, with what they mean
    "entropy": "entropy of the policy (nats)",
    "explained_variance": "variance of the returns that the value explains",
    "kl": "KL divergence of an update",
    "clipped": "share of clipped decisions",
}


def curve(history: Sequence[dict]):
    """Share of first places against each opponent over the decisions trained on, one panel per number of players."""
    tables = list(dict.fromkeys(match["players"] for match in history[-1]["matches"]))
    figure, panels = new_figure(3.2, len(tables))
    for axes, players in zip(panels, tables, strict=True):
        names = list(dict.fromkeys(match["against"] for match in history[-1]["matches"]))
        for name, colour in zip(names, COLOURS, strict=False):
            points = [
                (entry, match) for entry in history for match in entry["matches"] if (match["players"], match["against"]) == (players, name)
            ]
            x = [entry["decisions"] / 1e6 for entry, _ in points]
            axes.plot(x, [match["share"] for _, match in points], color=colour, marker="o", markersize=3, label=f"against {name}")
            axes.fill_between(x, [m["low"] for _, m in points], [m["high"] for _, m in points], color=colour, alpha=0.2, linewidth=0)
        axes.axhline(1 / players, color="#888888", linestyle=":", linewidth=1)
        axes.set_ylim(0, 1.02)
        percent_axis(axes.yaxis)
        axes.set_title(f"{players} players (dotted: parity)", fontsize=10)
        axes.set_xlabel("million decisions")
        axes.legend(frameon=False, fontsize=9, loc="lower right")
    panels[0].set_ylabel("share of first places")
    return figure


def _learning(history: Sequence[dict]) -> str:
    """The figures of learning, small."""
    figure, panels = new_figure(2.2, len(SHOWN))
    for axes, (name, meaning) in zip(panels, SHOWN.items(), strict=True):
        axes.plot([entry["decisions"] / 1e6 for entry in history], [entry["figures"][name] for entry in history], color=COLOURS[0])
        axes.set_title(meaning, fontsize=7)
        axes.tick_params(labelsize=7)
    return picture(address(figure), "Figures of learning over the run")


def evaluation_rows(entry: dict) -> list[tuple[str, ...]]:
    """An evaluation as cells of text: players, opponent, share, interval, parity."""
    return [
        (str(m["players"]), m["against"], percent(m["share"]), f"{percent(m['low'])} .. {percent(m['high'])}", percent(m["parity"], 0))
        for m in entry["matches"]
    ]


def training_page(game: Game, facts: dict, history: Sequence[dict]) -> str:
    """The whole page of a run that was evaluated at least once."""
    last = history[-1]
    deals = facts["config"]["evaluation"]["deals"]
    cards = "".join(
        f'<div class="card"><b>{value}</b><span>{escape(label)}</span></div>'
        for value, label in (
            (f"{facts['decisions'] / 1e6:.1f} M", "decisions"),
            (f"{facts['minutes']:.1f}", "minutes of training"),
            (f"{last['figures']['decisions_per_second']:,.0f}", "decisions per second, learning included"),
            (f"{last['figures']['decisions_per_game']:.0f}", "decisions per game"),
        )
    )
    parts = [
        f'<div class="cards">{cards}</div>',
        section(
            "Strength",
            "Share of first places of the learner, alone against the named agent in all other seats; every deal is played "
            "under all seat rotations. Bands: 95 % intervals over deals.",
            picture(address(curve(history)), "Learning curve"),
            table(("players", "against", "share", "95 % interval", "parity"), evaluation_rows(last)),
        ),
        section("Learning", "At the evaluations; the horizontal axis is in million decisions.", _learning(history)),
        section(
            "Config",
            f"Rules {facts['rules']}, hash <code>{facts['rules_hash']}</code>.",
            f"<pre>{escape(yaml.safe_dump(facts['config'], sort_keys=False))}</pre>",
        ),
    ]
    return document(f"{game.facts.title}: PPO", f"{deals:,} deals for each number of the evaluation; seed {facts['config']['seed']}", parts)
