"""Finding a world: a shipped name or the path of a TOML file."""

from pathlib import Path

from sipbullet.config.resources import folder, world_names
from sipbullet.config.toml_files import read_toml, validate
from sipbullet.errors import WorldError
from sipbullet.worlds.description import description_model
from sipbullet.worlds.terrain import World


def load_world(name: str) -> World:
    """The shipped world of this name, or the world of a TOML file.

    Raises:
        WorldError: no such world, or the file is not a world's.
    """
    if name in world_names():
        path = folder("worlds") / f"{name}.toml"
    else:
        path = Path(name)
        if not path.is_file():
            raise WorldError(
                f"world: no world or file {name!r}; shipped worlds: {', '.join(world_names())}"
            )
    return World(validate(description_model(), read_toml(path, WorldError), str(path), WorldError))
