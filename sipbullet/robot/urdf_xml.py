"""Reading a URDF's XML safely: no document type, no other file, no endless size."""

import xml.etree.ElementTree as ET
from pathlib import Path
from xml.parsers import expat

from sipbullet.config.toml_files import MAX_BYTES
from sipbullet.errors import RobotError


def read_xml(path: Path) -> ET.Element:
    """The file's root element. It may refer to nothing outside itself.

    No document type, no mesh, no texture.
    """

    def refuse(*_: object) -> None:
        raise RobotError(
            f"{path}: it declares a document type (<!DOCTYPE>), which a URDF needs not and may "
            "not here"
        )

    try:
        if path.stat().st_size > MAX_BYTES:
            raise RobotError(
                f"{path}: {path.stat().st_size} bytes; a URDF may hold at most {MAX_BYTES}"
            )
        text = path.read_bytes()
        scanner = expat.ParserCreate()
        scanner.StartDoctypeDeclHandler = refuse
        scanner.Parse(text, True)
        root = ET.fromstring(text)
    except OSError as error:
        raise RobotError(f"{path}: cannot be read: {error.strerror}") from None
    except (
        ET.ParseError,
        expat.ExpatError,
        UnicodeDecodeError,
        ValueError,
        RecursionError,
    ) as error:
        raise RobotError(f"{path}: not an XML file: {error}") from None
    return root


def check_no_files(root: ET.Element, path: Path) -> None:
    """Refuse a URDF that names a mesh or a texture."""
    for tag in ("mesh", "texture"):
        if root.find(f".//{tag}") is not None:
            raise RobotError(
                f"{path}: it has a <{tag}>, another file; shapes must be boxes, cylinders and "
                "spheres"
            )
