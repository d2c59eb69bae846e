"""HTML from Jinja templates: whatever is put in is escaped."""

from typing import Any


def render(package: str, name: str, **values: Any) -> str:
    """The template `name` in the folder `templates` of `package`, filled in."""
    import jinja2

    loader = jinja2.PackageLoader(package, "templates")
    environment = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True)
    return environment.get_template(name).render(**values)
