"""The command line `rulebound`: each command reads its words here and does its work in a module of this folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from rulebound.train.terminal import (
    INTERRUPTED,
    Commands,
    console,
    error,
    note,
    progress_bar,
    split_names,
    writable,
)  # fmt: skip

# Only Typer is imported here: the games, and with them the compiler, are imported by the command that needs them.
app = typer.Typer(
    cls=Commands, help="Rich tabletop games as fast multi-agent environments.", add_completion=False, pretty_exceptions_enable=False
)
replay_app = typer.Typer(help="Show and verify recorded games.")
variant_app = typer.Typer(help="Show and check rule variants.")
deck_app = typer.Typer(help="Check, show and make decks, for games that have them.")
map_app = typer.Typer(help="Check, show and make landscapes, for games that are played on them.")
app.add_typer(replay_app, name="replay")
app.add_typer(variant_app, name="variant")
app.add_typer(deck_app, name="deck")
app.add_typer(map_app, name="map")

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Name of a game; 'rulebound games' lists them.")]
Players = Annotated[int | None, typer.Option("--players", help="Seats at the table.", show_default="what the rules say")]
Rules = Annotated[str | None, typer.Option("--rules", metavar="PRESET|FILE", help="Rule variant: a preset or a YAML file.")]
GameSeed = Annotated[int | None, typer.Option("--seed", help="Seed of the deal and of the agents.", show_default="random")]
Save = Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Write the replay of the finished game.")]
Threads = Annotated[int, typer.Option("--threads", min=1, help="Threads that share the games.")]
Seeds = Annotated[int, typer.Option("--seeds", min=1, help="Number of deals; each is played under every rotation of the seats.")]
FirstSeed = Annotated[int, typer.Option("--seed", help="First deal, and seed of the agents.")]
Chunk = Annotated[int, typer.Option("--chunk", help="Games played together, by one worker; Ctrl-C keeps whole chunks.")]
Lineup = Annotated[str, typer.Option("--agents", help="Agents with commas: one, two (the second fills the seats), or all.")]
ManyRules = Annotated[list[str] | None, typer.Option("--rules", metavar="PRESET|FILE...", help="Rule variants: presets or YAML files.")]
MoreRules = Annotated[list[str] | None, typer.Argument(metavar="[PRESET|FILE...]", help="Further rule variants.", show_default=False)]
Interval = Annotated[str, typer.Option("--interval", help="95 % intervals: t (Student) or bca (bootstrap).")]
BackendName = Annotated[str, typer.Option("--backend", help="Who plays: local, or ray (a Ray cluster); the result is the same.")]
RayAddress = Annotated[
    str | None,
    typer.Option("--ray-address", metavar="ADDRESS", help="A Ray cluster.", show_default="RAY_ADDRESS, or else one started here"),
]
DeckGameName = Annotated[str | None, typer.Option("--game", metavar="GAME", help="A game with decks.", show_default="the only one")]
CardFiles = Annotated[list[Path] | None, typer.Option("--cards", metavar="FILE", help="A further card set; may be given again.")]
Table = Annotated[int | None, typer.Option("--players", help="Seats at the table; deck sizes differ.", show_default="the usual number")]
MapGameName = Annotated[str | None, typer.Option("--game", metavar="GAME", help="A game with maps.", show_default="the only one")]
Picture = Annotated[Path | None, typer.Option("--picture", metavar="FILE.png", help="Also write a picture.")]

TRAINERS = ("ppo", "sb3")


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and leave.")] = False,
) -> None:
    """Rich tabletop games as fast multi-agent environments: play, watch, match, measure."""
    if version:
        from importlib.metadata import version as installed

        print(f"rulebound {installed('rulebound')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def games(as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False) -> None:
    """List the games with their facts."""
    from rulebound.train.games import all_facts, show_games

    if as_json:
        print(json.dumps(all_facts(), indent=1))
    else:
        show_games(console())


@app.command()
def play(
    game: GameName,
    seat: Annotated[int, typer.Option(help="Your seat.")] = 0,
    players: Players = None,
    opponents: Annotated[str, typer.Option(help="One agent for all other seats, or one for each, with commas.")] = "scripted",
    rules: Rules = None,
    seed: GameSeed = None,
    save: Save = None,
) -> None:
    """Play against agents in the terminal."""
    import sys

    from rulebound.envs import game as game_named
    from rulebound.train.play import play_game
    from rulebound.train.session import Session, fill_seats

    if sys.stdin.isatty():
        import readline  # noqa: F401  (gives input() its line editing and history)

    writable(save)
    one = game_named(game)
    names = fill_seats(one, split_names(opponents), players, rules, seat)
    session = Session(one, names, rules, seed)
    try:
        finished = play_game(session, seat)
    except KeyboardInterrupt:
        print("\nYou left the game.")
        raise typer.Exit(INTERRUPTED) from None
    _save(session, save, finished)


@app.command()
def watch(
    game: GameName,
    agents: Annotated[str, typer.Option(help="Agents with commas: one, two (the second fills the seats), or all.")] = "scripted,random",
    players: Players = None,
    rules: Rules = None,
    seed: GameSeed = None,
    delay: Annotated[float, typer.Option(min=0, help="Seconds to wait after each action.")] = 0.5,
    save: Save = None,
) -> None:
    """Watch agents play a game."""
    from rulebound.envs import game as game_named
    from rulebound.train.match import lineup
    from rulebound.train.session import Session
    from rulebound.train.watch import watch_game

    writable(save)
    one = game_named(game)
    names = lineup(split_names(agents), one.players(players, one.variant(rules)))
    session = Session(one, [str(name) for name in names], rules, seed)
    try:
        watch_game(session, delay)
    except KeyboardInterrupt:
        print("\nStopped.")
        _save(session, save, False)
        raise typer.Exit(INTERRUPTED) from None
    _save(session, save, True)


def _save(session, path: Path | None, finished: bool) -> None:
    """Write the replay of a finished game, if that is wanted."""
    if path is None:
        return
    if not finished:
        note(f"The game was not finished: {path} is not written.")
        return
    session.save(path)
    note(f"Replay written to {path}")


@replay_app.command("show")
def replay_show(
    file: Annotated[Path, typer.Argument(help="A replay.")],
    first: Annotated[int, typer.Option("--from", help="First action to show.")] = 0,
    last: Annotated[int | None, typer.Option("--to", help="Last action to show.", show_default="the last one")] = None,
    seat: Annotated[int | None, typer.Option(help="Show only what this seat may know.")] = None,
    turns: Annotated[bool, typer.Option("--turns", help="Show the position at the beginning of every turn.")] = False,
) -> None:
    """Show a recorded game action by action."""
    from rulebound.train.replays import show_replay

    show_replay(file, first, last, seat, turns)


@replay_app.command("verify")
def replay_verify(files: Annotated[list[Path], typer.Argument(help="Replays.")]) -> None:
    """Play recorded games again and compare: exit code 1 if one differs, 2 if one cannot be read."""
    from rulebound.train.replays import verify_replays

    raise typer.Exit(verify_replays(files))


@app.command()
def match(
    game: GameName,
    agents: Annotated[str, typer.Option(help="Agents with commas: one, two (the second fills the seats), or all.")] = "scripted,random",
    players: Players = None,
    seeds: Annotated[int, typer.Option(min=1, help="Number of deals; each is played under every rotation of the seats.")] = 200,
    seed: Annotated[int, typer.Option(help="First deal, and seed of the agents.")] = 0,
    rules: Rules = None,
    threads: Threads = 1,
    chunk: Annotated[int, typer.Option(help="Games played together; Ctrl-C keeps whole chunks.")] = 2048,
    as_json: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the result as JSON; - for stdout.")] = None,
) -> None:
    """Let agents play a seat-rotated match."""
    from rulebound.envs import game as game_named
    from rulebound.envs.core.position import write_text
    from rulebound.train.match import Match, show_match

    to_stdout = as_json is not None and str(as_json) == "-"
    if not to_stdout:
        writable(as_json)
    one = game_named(game)
    contest = Match(one, split_names(agents), seeds, players, rules, seed=seed, threads=threads, chunk=chunk)
    stopped = False
    try:
        with progress_bar(f"{game} match") as progress:
            contest.run(progress)
    except KeyboardInterrupt:
        stopped = True
    if not contest.done:
        error("stopped before the first games were complete; a smaller --chunk keeps more")
        raise typer.Exit(INTERRUPTED)
    result = contest.result()
    document = json.dumps(result.to_dict(), indent=1)
    if to_stdout:
        print(document)
    else:
        show_match(result, console())
    if as_json is not None and not to_stdout:
        write_text(as_json, document)
        note(f"Result written to {as_json}")
    if stopped:
        raise typer.Exit(INTERRUPTED)


@app.command()
def tournament(
    game: GameName,
    agents: Annotated[str, typer.Option(help="Two or more agents with commas.")] = "random,scripted",
    players: Players = None,
    seeds: Seeds = 200,
    seed: FirstSeed = 0,
    rules: Rules = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Folder of the results; a second run goes on there.")] = None,
    threads: Threads = 1,
    chunk: Chunk = 2048,
    backend: BackendName = "local",
    ray_address: RayAddress = None,
) -> None:
    """Let every agent play every other, with ratings and a pairwise matrix.

    With two players a pairing is a match of two; with N players each pair (a, b) is played twice, one a against N - 1 b and
    the reverse. Ctrl-C keeps the pairings that are complete.
    """
    from rulebound.envs import game as game_named
    from rulebound.train.tournament import Tournament, show_tournament, write_tournament

    _folder(out)
    contest = Tournament(game_named(game), split_names(agents), seeds, players, rules, seed=seed, threads=threads, chunk=chunk, out=out)
    stopped = _run(contest, f"{game} tournament", backend, ray_address)
    if contest.reused:
        note(f"{contest.reused} of {len(contest.pairings)} pairings read from {out}")
    result = contest.result()
    show_tournament(result, console())
    if out is not None:
        note("Results written to " + ", ".join(str(path) for path in write_tournament(result, out)))
    if stopped:
        raise typer.Exit(INTERRUPTED)


@app.command()
def compare(
    game: GameName,
    more: MoreRules = None,
    rules: ManyRules = None,
    agents: Lineup = "scripted",
    players: Players = None,
    seeds: Seeds = 200,
    seed: FirstSeed = 0,
    interval: Interval = "t",
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Folder for compare.json and compare.md.")] = None,
    threads: Threads = 1,
    chunk: Chunk = 2048,
    backend: BackendName = "local",
    ray_address: RayAddress = None,
) -> None:
    """Compare rule variants on the same deals: paired differences with intervals and corrected p-values.

    Example: rulebound compare age_of_heroes --rules standard reference. The first variant is what the others are compared with.
    """
    from rulebound.envs import game as game_named
    from rulebound.envs.core.position import write_text
    from rulebound.train.compare import Comparison, markdown, show_comparison

    variants = [*(rules or []), *(more or [])]
    if len(variants) < 2:
        raise ValueError("a comparison needs two or more variants, e.g. --rules standard my.yaml")
    _folder(out)
    work = Comparison(
        game_named(game), variants, split_names(agents), seeds, players, seed=seed, threads=threads, chunk=chunk, interval=interval
    )
    stopped = _run(work, f"{game} comparison", backend, ray_address)
    result = work.result()
    show_comparison(result, console())
    if out is not None:
        write_text(out / "compare.json", json.dumps(result.to_dict(), indent=1))
        write_text(out / "compare.md", markdown(result))
        note(f"Results written to {out / 'compare.json'}, {out / 'compare.md'}")
    if stopped:
        raise typer.Exit(INTERRUPTED)


@app.command()
def report(
    game: GameName,
    more: MoreRules = None,
    rules: ManyRules = None,
    agents: Lineup = "scripted",
    players: Players = None,
    seeds: Seeds = 200,
    seed: FirstSeed = 0,
    interval: Interval = "t",
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The page to write.")] = Path("report.html"),
    threads: Threads = 1,
    chunk: Chunk = 2048,
    backend: BackendName = "local",
    ray_address: RayAddress = None,
) -> None:
    """Measure one rule variant, or compare two, on one HTML page with plots.

    Example: rulebound report age_of_heroes --rules standard reference --out report.html.
    """
    from rulebound.envs import game as game_named
    from rulebound.envs.core.position import write_text
    from rulebound.train.compare import Comparison
    from rulebound.train.report import MOST_VARIANTS, page
    from rulebound.train.stats import optional

    optional("matplotlib.figure")
    variants = [*(rules or []), *(more or [])] or ["standard"]
    if len(variants) > MOST_VARIANTS:
        raise ValueError(f"a report shows at most {MOST_VARIANTS} variants, not {len(variants)}")
    writable(out)
    one = game_named(game)
    work = Comparison(one, variants, split_names(agents), seeds, players, seed=seed, threads=threads, chunk=chunk, interval=interval)
    stopped = _run(work, f"{game} report", backend, ray_address)
    write_text(out, page(one, work.result()))
    note(f"Report written to {out}")
    if stopped:
        raise typer.Exit(INTERRUPTED)


def _run(work, title: str, backend: str, address: str | None) -> bool:
    """Run a measurement with a progress bar; whether Ctrl-C stopped it. Nothing complete ends the command."""
    from rulebound.train.shards import open_backend

    try:
        with open_backend(backend, address) as work.backend, progress_bar(title) as progress:
            work.run(progress)
            if work.backend.players:
                note(f"Played by {work.backend.players}")
    except KeyboardInterrupt:
        try:
            work.result()
        except ValueError as problem:
            error(f"{problem}; a smaller --chunk or fewer --seeds keep more")
            raise typer.Exit(INTERRUPTED) from None
        return True
    return False


def _folder(path: Path | None) -> None:
    """Refuse a folder that cannot be written to, before the work rather than after."""
    if path is not None:
        if path.exists() and not path.is_dir():
            raise ValueError(f"{path} is a file, not a folder")
        writable(path / "result")


@app.command()
def train(
    game: GameName,
    trainer: Annotated[str, typer.Option(help="ppo (ours, by self-play) or sb3 (MaskablePPO against opponents).")] = "ppo",
    config: Annotated[Path | None, typer.Option(metavar="FILE", help="Config.", show_default="configs/GAME/TRAINER.yaml")] = None,
    changes: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change a value of the config.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder of the run.", show_default="runs/GAME-TRAINER")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in that folder.")] = False,
) -> None:
    """Train an agent; Ctrl-C saves the run, --resume goes on with it.

    Example: rulebound train age_of_heroes --set minutes=10 --out runs/first.
    """
    from rulebound.envs import game as game_named

    one = game_named(game)
    if trainer not in TRAINERS:
        raise ValueError(f"no trainer is called {trainer!r}; there are {', '.join(TRAINERS)}")
    folder = out or Path("runs") / f"{game}-{trainer}"
    _folder(folder)
    try:
        from rulebound.train import training

        work = training.train_ppo if trainer == "ppo" else training.train_sb3
        done = work(one, config, changes or [], folder, resume)
    except ImportError as problem:
        raise ValueError(f'training needs {problem.name or problem}: pip install "rulebound[train,sb3,eval]"') from None
    if not done:
        raise typer.Exit(INTERRUPTED)


@app.command()
def baselines(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME...]", help="Games.", show_default="all of the plan")] = None,
    part: Annotated[
        list[str] | None,
        typer.Option("--part", metavar="PART", help="agent, matches, tables or balance; may be given again.", show_default="all"),
    ] = None,
    plan: Annotated[Path | None, typer.Option(metavar="FILE", help="The plan.", show_default="configs/baselines.yaml")] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder of tables and pages.")] = Path("benchmarks/results/baselines"),
    work: Annotated[Path, typer.Option(metavar="DIR", help="Folder of what a second run goes on with.")] = Path("runs/baselines"),
    zoo: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder of agents.", show_default="agents/zoo")] = None,
) -> None:
    """Make the baselines again: trained agents and their matches, cross-tables of all agents, pages on the balance of the rules.

    Example: rulebound baselines age_of_heroes --part tables. Ctrl-C keeps what is complete; a second run goes on.
    """
    from rulebound.agents.policy import ZOO
    from rulebound.train.baselines import PLAN, load_plan, make
    from rulebound.train.stats import optional

    optional("matplotlib.figure")
    for folder in (out, work, zoo or ZOO):
        _folder(folder)
    if not make(games or [], part or [], load_plan(plan or PLAN), out, work, zoo or ZOO):
        raise typer.Exit(INTERRUPTED)


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Name of a game.", show_default="all games")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="Seconds for each measurement.")] = 2.0,
    threads: Threads = 1,
) -> None:
    """Measure decisions per second of random legal play."""
    from rulebound.envs import GAMES
    from rulebound.train.bench import show_bench

    show_bench(GAMES if game is None else [game], seconds, threads, console())


@app.command()
def warmup(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME...]", help="Names of games.", show_default="all games")] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Games compiled at the same time.", show_default="processors")] = None,
) -> None:
    """Compile the games and their agents now, so that nothing has to wait for it later."""
    from rulebound.train.warmup import show_warmup

    with progress_bar("compiling") as progress:
        show_warmup(games or [], jobs, progress)


@variant_app.command("show")
def variant_show(
    game: GameName,
    rules: Annotated[str | None, typer.Argument(metavar="[NAME|FILE]", help="A preset or a YAML file.", show_default="standard")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show fixed parameters too.")] = False,
) -> None:
    """Show the rule parameters of a variant."""
    from rulebound.train.variants import show_variant

    show_variant(game, rules, console(), everything)


@variant_app.command("check")
def variant_check(files: Annotated[list[Path], typer.Argument(help="YAML files; each names its game.")]) -> None:
    """Check variant files."""
    from rulebound.train.variants import check_variants

    raise typer.Exit(check_variants(files))


@deck_app.command("check")
def deck_check(
    files: Annotated[list[Path], typer.Argument(help="Deck files and card set files.")],
    cards: CardFiles = None,
    players: Table = None,
    game: DeckGameName = None,
) -> None:
    """Check decks and card sets, naming every problem: exit code 1 if one is illegal, 2 if one cannot be read.

    Example: rulebound deck check my_deck.yaml --cards my_cards.yaml.
    """
    from rulebound.train.decks import DeckGame, check_decks

    raise typer.Exit(check_decks(DeckGame(game, cards or (), players), files))


@deck_app.command("show")
def deck_show(
    deck: Annotated[str, typer.Argument(metavar="NAME|FILE", help="A ready-made deck or a deck file.")],
    cards: CardFiles = None,
    players: Table = None,
    game: DeckGameName = None,
) -> None:
    """Show a deck card by card with its effects in words, its curve, and whether it is legal.

    Example: rulebound deck show greeks.
    """
    from rulebound.train.decks import DeckGame, show_deck

    show_deck(DeckGame(game, cards or (), players), deck, console())


@deck_app.command("random")
def deck_random(
    seed: Annotated[int | None, typer.Option(help="Seed of the deck.", show_default="random")] = None,
    size: Annotated[int | None, typer.Option(min=1, help="Cards in the deck.", show_default="the fewest at this table")] = None,
    pool: Annotated[str | None, typer.Option(help="Cards to draw from: mixed, or a card set such as greeks.", show_default="all")] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write a deck file.", show_default="to stdout")] = None,
    cards: CardFiles = None,
    players: Table = None,
    game: DeckGameName = None,
) -> None:
    """Make a legal deck by the game's own rule for random decks.

    Example: rulebound deck random --seed 7 --pool vikings --out my_deck.yaml.
    """
    from rulebound.train.decks import DeckGame, make_deck

    make_deck(DeckGame(game, cards or (), players), seed, size, pool, writable(out))


@map_app.command("check")
def map_check(files: Annotated[list[Path], typer.Argument(help="Map files.")], game: MapGameName = None) -> None:
    """Check map files, naming line and column of every problem: exit code 1 if one is wrong, 2 if one cannot be read.

    Example: rulebound map check my_map.txt.
    """
    from rulebound.train.maps import check_maps, map_game

    raise typer.Exit(check_maps(map_game(game), files))


@map_app.command("show")
def map_show(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME|FILE]", help="A bundled map or a map file.", show_default="list them")
    ] = None,
    picture: Picture = None,
    game: MapGameName = None,
) -> None:
    """Show a map, what it is made of and what its start sites offer; without a name, list the bundled maps.

    Example: rulebound map show crossroads --picture crossroads.png.
    """
    from rulebound.train.maps import list_maps, map_game, show_map

    if name is None:
        list_maps(map_game(game), console())
    else:
        show_map(map_game(game), name, console(), writable(picture))


@map_app.command("generate")
def map_generate(
    seed: Annotated[int | None, typer.Option(help="Seed of the deal.", show_default="random")] = None,
    size: Annotated[int | None, typer.Option(help="Side of the board in studs.", show_default="by the number of players")] = None,
    players: Players = None,
    rules: Rules = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write a map file.", show_default="to stdout")] = None,
    picture: Picture = None,
    game: MapGameName = None,
) -> None:
    """Write the landscape of a deal as a map file, to play on it again or to change it by hand.

    Example: rulebound map generate --seed 7 --players 3 --out my_map.txt.
    """
    from rulebound.train.maps import make_map, map_game

    make_map(map_game(game), seed, size, players, rules, writable(out), writable(picture))


def main() -> None:
    """The console script."""
    app()


if __name__ == "__main__":
    main()
