"""The bare parts of our HTML pages: one style, sections, tables and pictures; nothing is loaded from the network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

STYLE = """
:root { --ink: #222; --soft: #666; --line: #e2e2e2; --back: #f6f5f2; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 940px; margin: 0 auto; padding: 2.2rem 1.2rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.2rem; margin: 0 0 .3rem; }
section { background: #fff; border: 1px solid var(--line); border-radius: 8px; padding: 1.1rem 1.3rem; margin: 1.1rem 0; }
p { margin: .3rem 0 .8rem; }
.soft { color: var(--soft); font-size: .93rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: .7rem; margin: 1.2rem 0; }
.card { background: #fff; border: 1px solid var(--line); border-radius: 8px; padding: .7rem .9rem; }
.card b { display: block; font-size: 1.3rem; line-height: 1.3; font-variant-numeric: tabular-nums; }
.card span { color: var(--soft); font-size: .85rem; }
.key { display: inline-block; width: .75em; height: .75em; border-radius: 2px; margin-right: .4em; }
img { display: block; width: 100%; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .3rem .55rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; border-bottom-color: #aaa; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 7.5rem; }
tr.moved td { background: #fdf3e7; font-weight: 600; }
code { font-size: .9em; background: #f0efeb; border-radius: 3px; padding: 0 .25em; overflow-wrap: anywhere; }
details { margin: .5rem 0; } summary { cursor: pointer; }
@media print { body { background: #fff; } section { break-inside: avoid; } }
"""


def document(title: str, subtitle: str, parts: Iterable[str]) -> str:
    """A whole page; empty parts are left out."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{escape(title)}</h1>\n"
        f'<p class="soft">{escape(subtitle)}</p>\n' + "\n".join(filter(None, parts)) + "\n</main>\n</body>\n</html>\n"
    )


def section(title: str, text: str, *parts: str) -> str:
    """A titled part of a page with a line of explanation."""
    return f"<section>\n<h2>{escape(title)}</h2>\n<p class='soft'>{text}</p>\n" + "\n".join(filter(None, parts)) + "\n</section>"


def picture(address: str, alt: str) -> str:
    """A picture from its (data) address."""
    return f'<img alt="{escape(alt)}" src="{address}">'


def table(titles: Sequence[str], rows: Iterable[Sequence[str]], marked: Sequence[bool] = ()) -> str:
    """A table of escaped texts; marked rows stand out."""
    head = "".join(f"<th>{escape(title)}</th>" for title in titles)
    lines = []
    for place, row in enumerate(rows):
        tag = '<tr class="moved">' if place < len(marked) and marked[place] else "<tr>"
        lines.append(tag + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>")
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>\n' + "\n".join(lines) + "\n</tbody></table></div>"
