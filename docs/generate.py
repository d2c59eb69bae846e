"""Draws and writes what the documentation takes from the code: python docs/generate.py [--check].

- docs/architecture.svg: the rooms of the package and who imports whom, read from the imports
- docs/run_files.md: the columns of a run's files, from the schema
- README.md, docs/architecture.md: the tables between the marks `<!-- made: NAME -->`
"""

import ast
import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
PACKAGE = ROOT / "sipbullet"
LAYERS = (  # from the top; nobody imports from above
    ("cli",),
    ("gym",),
    ("envs", "study", "exports"),
    ("api",),
    ("runs",),
    ("view",),
    ("plots",),
    ("record",),
    ("simulation",),
    ("engine",),
    ("control",),
    ("footsteps",),
    ("worlds",),
    ("mechanics",),
    ("robot",),
    ("config",),
)
ROOMS = [room for layer in LAYERS for room in layer]


def room_of(module: str) -> str | None:
    """The room of a module's dotted name; None outside of the rooms."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "sipbullet" and parts[1] in ROOMS else None


def imports() -> dict[str, set[str]]:
    """For every room, the rooms that it imports from."""
    found: dict[str, set[str]] = {room: set() for room in ROOMS}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        room = room_of(name)
        if room is None:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                other = room_of(node.module)
                if other is not None and other != room:
                    found[room].add(other)
    return found


def essential(graph: dict[str, set[str]]) -> dict[str, set[str]]:
    """The imports without those that other imports lead to already."""

    def reach(room: str) -> set[str]:
        return graph[room].union(*(reach(other) for other in graph[room]), set())

    return {
        room: {o for o in others if not any(o in reach(between) for between in others - {o})}
        for room, others in graph.items()
    }


def purpose(room: str) -> str:
    """What a room is for: the first sentence of its docstring."""
    folder = PACKAGE / room / "__init__.py"
    path = folder if folder.exists() else PACKAGE / f"{room}.py"
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.split("\n")[0]


def size(room: str) -> int:
    """The number of a room's files."""
    folder = PACKAGE / room
    return len(list(folder.rglob("*.py"))) if folder.is_dir() else 1


def room_table() -> str:
    """The rooms as a table in Markdown."""
    graph = imports()
    rows = []
    for room in ROOMS:
        below = ", ".join(f"`{other}`" for other in ROOMS if other in graph[room]) or "–"
        rows.append(f"| `{room}` | {purpose(room)} | {below} |")
    return "\n".join(["| room | what for | imports from |", "|---|---|---|", *rows]) + "\n"


def column_summary() -> str:
    """The columns of a run's files by what they are about, for the README."""
    from sipbullet.record import schema

    rows = [
        f"| `steps.csv`: {about} | {' '.join(f'`{column.name}`' for column in columns)} |"
        for about, columns in schema.GROUPS.items()
    ]
    samples = " ".join(f"`{column.name}`" for column in schema.TRAJECTORY_COLUMNS)
    return "\n".join(
        ["| file | columns |", "|---|---|", *rows, f"| `trajectory.csv` | {samples} |", ""]
    )


def run_files() -> str:
    """docs/run_files.md."""
    from sipbullet.record import schema

    return (
        "# The files of a run\n\n"
        "Made by `python docs/generate.py` from `sipbullet/record/schema.py`. SI units, radians; "
        "the angles `alpha*` are half the hips' angles, as in the paper.\n\n"
        "## steps.csv, a row a step\n\n"
        f"{schema.markdown_table(schema.STEP_COLUMNS)}\n"
        "## trajectory.csv, a row a sample\n\n"
        f"{schema.markdown_table(schema.TRAJECTORY_COLUMNS)}"
    )


def between_marks(text: str, name: str, made: str) -> str:
    """`text` with what stands between the marks of `name` made anew."""
    pattern = rf"(<!-- made: {name} -->\n).*?(<!-- end -->)"
    return re.sub(pattern, lambda match: f"{match[1]}{made}{match[2]}", text, flags=re.DOTALL)


def draw(path: Path) -> None:
    """The picture: a box a room, an arrow an import, the top importing from below."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    graph = essential(imports())
    with mpl.rc_context({"svg.hashsalt": "sipbullet", "svg.fonttype": "none"}):
        figure = Figure(figsize=(8.5, 10.0), layout="constrained")
        axes = figure.add_subplot()
        places = {}
        for row, layer in enumerate(LAYERS):
            for column, room in enumerate(layer):
                places[room] = (3.4 * (column - (len(layer) - 1) / 2), -row)
        for room, others in sorted(graph.items()):
            for other in sorted(others):
                (x0, y0), (x1, y1) = places[room], places[other]
                bend = 0.0 if y0 - y1 < 1.5 or x0 != x1 else -0.5
                style = {"arrowstyle": "-|>", "color": "#4a6078", "lw": 1.0, "shrinkA": 13}
                style |= {"shrinkB": 13, "connectionstyle": f"arc3,rad={bend}"}
                axes.annotate("", (x1, y1), (x0, y0), arrowprops=style)
        for room, (x, y) in places.items():
            box = {"boxstyle": "round,pad=0.35", "fc": "#eef2f7", "ec": "#33475b"}
            files = f"{room} ({size(room)} files)" if size(room) > 1 else f"{room}.py"
            axes.text(x, y, files, ha="center", va="center", fontsize=9.5, bbox=box, zorder=5)
            if len([p for p in places.values() if p[1] == y]) == 1:
                about = purpose(room).split(":")[0].split(". ")[0].split(";")[0].rstrip(".")
                axes.text(2.5, y, about, va="center", fontsize=8, color="#555555")
        axes.set(xlim=(-4.8, 8.2), ylim=(-len(LAYERS) + 0.3, 0.7))
        axes.axis("off")
        title = "Imports run downwards (an arrow that others lead to is left out)"
        axes.set_title(title, fontsize=11)
        figure.savefig(path, metadata={"Date": None})


def made() -> dict[Path, str]:
    """Every text that is made, by its file."""
    readme, house = ROOT / "README.md", DOCS / "architecture.md"
    return {
        DOCS / "run_files.md": run_files(),
        readme: between_marks(readme.read_text(encoding="utf-8"), "columns", column_summary()),
        house: between_marks(house.read_text(encoding="utf-8"), "rooms", room_table()),
    }


def main() -> int:
    """Make everything, or with --check say what is not as the code is."""
    stale = [
        path.name
        for path, text in made().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    if "--check" in sys.argv:
        print(f"not as the code is: {', '.join(stale)}" if stale else "as the code is")
        return 1 if stale else 0
    for path, text in made().items():
        path.write_text(text, encoding="utf-8")
    draw(DOCS / "architecture.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
