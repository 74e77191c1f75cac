"""Rule variants for people: show the parameters of one, check files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import yaml

from rulebound.envs import game
from rulebound.envs.core.rules import Parameter, RuleSchema, RulesError, Variant
from rulebound.train.terminal import error, plain_table


def rule_words(value: object) -> str:
    """A parameter's value as a variant file would have it."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {rule_words(item)}" for key, item in value.items())
    if isinstance(value, list):
        return ", ".join(map(rule_words, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def allowed_words(parameter: Parameter) -> str:
    """What may be written for a parameter, shortly."""
    if parameter.fixed:
        return f"fixed: {parameter.note}" if parameter.note else "fixed"
    if parameter.options:
        return f"{'any' if isinstance(parameter.default, list) else 'one'} of {rule_words(list(parameter.options))}"
    return f"{'each ' if parameter.keys else ''}{parameter.low} to {parameter.high}"


def short_names(schema: RuleSchema) -> dict[str, str]:
    """The knob of each parameter that has one, by path."""
    short = {}
    for knob, target in schema.knobs.items():
        if isinstance(target, str):
            short[target] = knob
        else:
            short.update({path: f"{knob}[{place}]" for place, path in enumerate(target)})
    return short


def show_variant(name: str, rules: str | None, console, everything: bool = False) -> None:
    """All parameters of a variant as a table, those that differ from the default marked."""
    variant = game(name).variant(rules)
    schema, short, changed = variant.schema, short_names(variant.schema), variant.to_dict()
    table = plain_table(f"{schema.game}, rules {variant.name}, hash {variant.hash}")
    for heading, width in (("parameter", 20), ("knob", None), ("value", None), ("allowed", None)):
        table.add_column(heading, overflow="fold", min_width=width)
    for path, parameter in schema.parameters.items():
        if parameter.fixed and not everything:
            continue
        name, value, style = path, rule_words(variant.values[path]), None
        if path in changed:
            name, value, style = f"{path} *", f"{value} (default {rule_words(parameter.default)})", "bold"
        table.add_row(name, short.get(path, ""), value, allowed_words(parameter), style=style)
    console.print(table)
    hidden = sum(parameter.fixed for parameter in schema.parameters.values())
    more = "" if everything else f" {hidden} fixed parameters are not shown (--all)."
    console.print(f"{len(changed)} changed (marked *).{more} Presets: {', '.join(schema.presets)}.")


def read_variant(path: Path) -> Variant:
    """The variant in a file, of the game that the file names."""
    try:
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise RulesError(f"cannot read {path}: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise RulesError(f"{path} is not a text file") from None
    except (yaml.YAMLError, RecursionError) as problem:
        raise RulesError(f"{path} is not YAML: {problem}") from None
    if not isinstance(document, dict) or "game" not in document:
        raise RulesError(f"{path} is not a variant file: it does not name its game")
    try:
        return game(document["game"]).variant(path)
    except ValueError as problem:
        raise RulesError(f"{path}: {str(problem).removeprefix(f'{path.name}: ')}") from None


def check_variants(paths: Iterable[Path], say: Callable[[str], None] = print) -> int:
    """Check variant files, a line for each bad one; the exit code."""
    code = 0
    for path in paths:
        try:
            variant = read_variant(path)
        except ValueError as problem:
            error(str(problem))
            code = 2
            continue
        say(f"ok: {path}: {variant.name}, {variant.schema.game}, hash {variant.hash}")
        for parameter, value in variant.to_dict().items():
            say(f"    {parameter} = {rule_words(value)} (default {rule_words(variant.schema.parameters[parameter].default)})")
    return code
