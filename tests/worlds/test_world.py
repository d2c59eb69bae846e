import numpy as np
import pytest

from sipbullet.config.resources import world_names
from sipbullet.errors import WorldError
from sipbullet.worlds.catalogue import load_world
from sipbullet.worlds.description import WorldDescription
from sipbullet.worlds.terrain import World

GOOD = """
name = "mine"
width = 1.5
[[section]]
kind = "landing"
length = 1.0
[[section]]
kind = "stairs"
steps = 3
rise = {rise}
run = {run}
"""


def write(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize("name", world_names())
def test_the_shipped_worlds_load_and_hang_together(name):
    world = load_world(name)
    for before, after in zip(world.treads, world.treads[1:], strict=False):
        assert after.start == pytest.approx(before.end, abs=1e-12)
    assert world.heights(np.array([[0.0, 0.0]]))[0] == 0.0


def test_flights_go_up_and_down_by_their_rise(tmp_path):
    world = load_world(write(tmp_path, GOOD.format(rise=-0.12, run=0.25)))
    assert [tread.top for tread in world.treads] == pytest.approx(
        [0, 0, -0.12, -0.24, -0.36, -0.36]
    )
    assert world.length == pytest.approx(1.75)


def test_a_point_on_an_edge_belongs_to_the_higher_tread(tmp_path):
    world = load_world(write(tmp_path, GOOD.format(rise=0.12, run=0.25)))
    points = np.array([[0.999, 0.0], [1.0, 0.0], [1.001, 0.7], [1.1, 0.8]])
    assert world.heights(points) == pytest.approx([0, 0.12, 0.12, -np.inf])


def test_boxes_close_their_risers():
    world = load_world("stairs")
    for before, after in zip(world.treads, world.treads[1:], strict=False):
        higher = before if before.top > after.top else after
        assert higher.thickness >= abs(before.top - after.top) - 1e-12


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (GOOD.format(rise=0.1, run=-0.3), "section.2.stairs.run = -0.3"),
        (GOOD.format(rise=0.1, run="nan"), "finite"),
        (GOOD.format(rise='"high"', run=0.3), "rise"),
        (
            GOOD.format(rise=0.1, run=0.3) + "colour = 'red'\n",
            "unknown key 'section.2.stairs.colour'",
        ),
        (
            "hight = 3\n" + GOOD.format(rise=0.1, run=0.3),
            "unknown key 'hight'; allowed: name, width, section",
        ),
        ('name = "x"\n[[section]]\nkind = "ramp"\n', "ramp"),
        ('name = "x"\n', "section is missing"),
        ("section = 3", "name is missing"),
        ("name = [", "not valid TOML"),
        ('name = "x"\n[[section]]\nkind = "landing"\nlength = 0\n', "greater than 0"),
        ('name = "a/b"\n[[section]]\nkind = "landing"\nlength = 1\n', "name"),
    ],
)
def test_bad_files_are_named_in_one_line(tmp_path, text, words):
    path = write(tmp_path, text)
    with pytest.raises(WorldError) as error:
        load_world(path)
    assert words in str(error.value)
    assert path in str(error.value)
    assert "\n" not in str(error.value)


def test_unknown_worlds_are_told_what_there_is():
    with pytest.raises(WorldError, match="flat, plaza, spiral, stairs"):
        load_world("nowhere")


def test_binary_and_unreadable_files_are_refused(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(WorldError, match="UTF-8"):
        load_world(str(path))


def test_line_ends_and_byte_order_marks_of_other_systems_are_read(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(
        b"\xef\xbb\xbf" + GOOD.format(rise=0.1, run=0.3).replace("\n", "\r\n").encode()
    )
    assert load_world(str(path)).name == "mine"


def test_a_rise_is_at_most_a_third_of_the_leg():
    sections = [
        {"kind": "landing", "length": 1},
        {"kind": "stairs", "steps": 2, "rise": -0.31, "run": 0.3},
    ]
    world = World(WorldDescription.model_validate({"name": "steep", "section": sections}))
    world.check_leg(0.94)
    with pytest.raises(
        WorldError, match="section 2: the rise is -0.31 m; it may be at most a third"
    ):
        world.check_leg(0.9)


def test_distance_to_the_edges_of_a_tread():
    world = load_world("stairs")
    tread = world.treads[3]
    assert world.edge_distance(3, tread.middle + 0.05, 0.1) == pytest.approx(0.10)
    assert world.edge_distance(3, tread.end + 0.02, 0.1) == pytest.approx(-0.02)
