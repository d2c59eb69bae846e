"""Sweeps: many walks, in processes of this machine or on a Dask cluster, a row each.

Rows are kept batch by batch as they come, in files of their own, and put together at the end. A
sweep that was interrupted goes on where it stopped. What the table holds does not depend on who did
the work, or in what
order.
"""

import contextlib
import json
import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from sipbullet._version import __version__
from sipbullet.errors import OutputError
from sipbullet.record.files import atomic_write, make_folder
from sipbullet.study.cases import COLUMNS, Row, run_batch
from sipbullet.study.cluster import on_cluster
from sipbullet.study.sweep_file import SweepDescription, Value

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:
    raise OutputError(
        "sweep: pyarrow is not installed; install it with: pip install 'sipbullet[sweep]'"
    ) from None

BATCH = 10  # walks
TABLE, PARTS, DESCRIPTION = "sweep.parquet", "parts", "sweep.json"
Cases = list[tuple[int, dict[str, Value]]]
TEXTS, COUNTS = ("status", "reason"), ("case", "steps", "violations")


class SweepFolder:
    """The folder of a sweep: its description, the batches that are done, and at last its table."""

    def __init__(self, path: Path, sweep: SweepDescription, force: bool = False) -> None:
        """Open it, or make it.

        Raises:
            OutputError: it holds another sweep (and not `force`), something else, or cannot be
            written.
        """
        self.path, self._parts = path, path / PARTS
        wanted = {"version": __version__, **sweep.model_dump(mode="json")}
        try:
            if path.exists() and not path.is_dir():
                raise OutputError(f"out: {path} is a file; give the name of a folder")
            found = (
                json.loads((path / DESCRIPTION).read_text())
                if (path / DESCRIPTION).exists()
                else None
            )
            if path.is_dir() and any(path.iterdir()) and found != json.loads(json.dumps(wanted)):
                if not force:
                    raise OutputError(
                        f"out: {path} holds something else than this sweep; give another folder, "
                        "or --force"
                    )
                self._clear()
            make_folder(path)
            self._parts.mkdir(exist_ok=True)
            with atomic_write(path / DESCRIPTION) as part:
                part.write_text(json.dumps(wanted, indent=1), encoding="utf-8")
        except (OSError, ValueError) as error:
            raise OutputError(
                f"out: {path}: cannot be used: {getattr(error, 'strerror', None) or error}"
            ) from None

    def _clear(self) -> None:
        for file in [*self._parts.glob("*.parquet"), self.path / TABLE, self.path / DESCRIPTION]:
            file.unlink(missing_ok=True)

    def rows(self) -> list[Row]:
        """The rows of all walks that are done."""
        found: dict[int, Row] = {}
        for file in [self.path / TABLE, *sorted(self._parts.glob("*.parquet"))]:
            if file.exists():
                with contextlib.suppress(pa.ArrowInvalid):  # cut off: done again
                    found |= {row["case"]: row for row in pq.read_table(file).to_pylist()}
        return [found[case] for case in sorted(found)]

    def keep(self, rows: list[Row]) -> None:
        """Keep the rows of a batch."""
        with atomic_write(self._parts / f"{rows[0]['case']:08d}.parquet") as part:
            pq.write_table(table_of(rows), part)

    def finish(self) -> list[Row]:
        """Put the table together; its rows."""
        rows = self.rows()
        with atomic_write(self.path / TABLE) as part:
            pq.write_table(table_of(rows), part)
        for file in self._parts.glob("*.parquet"):
            file.unlink()
        self._parts.rmdir()
        return rows


def read_rows(folder: Path) -> list[Row]:
    """The rows of a finished sweep.

    Raises:
        OutputError: there is no table in the folder.
    """
    try:
        rows: list[Row] = pq.read_table(folder / TABLE).to_pylist()
    except (OSError, pa.ArrowInvalid) as error:
        raise OutputError(
            f"sweep: {folder / TABLE} cannot be read: {str(error).splitlines()[0]}"
        ) from None
    return rows


def table_of(rows: list[Row]) -> pa.Table:
    """Rows as a table whose columns have the same types whatever the rows are."""
    parameters = [name for name in rows[0] if name != "case" and name not in COLUMNS]
    fields = [pa.field("case", pa.int64())]
    for name in parameters:
        kinds = {type(row[name]) for row in rows}
        kind = (
            pa.bool_()
            if kinds == {bool}
            else pa.float64()
            if kinds <= {int, float}
            else pa.string()
        )
        fields.append(pa.field(name, kind))
        if kind == pa.string():
            rows = [{**row, name: str(row[name])} for row in rows]
    fields += [pa.field(name, _kind(name)) for name in COLUMNS]
    return pa.Table.from_pylist(rows, pa.schema(fields))


def _kind(name: str) -> pa.DataType:
    """The type of a column that is no parameter."""
    if name in TEXTS:
        return pa.string()
    return pa.int64() if name in COUNTS else pa.float64()


def run_sweep(
    sweep: SweepDescription,
    folder: SweepFolder,
    workers: int = 1,
    scheduler: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> list[Row]:
    """Walk what is not done yet, and return all rows.

    Args:
        sweep: what to walk.
        folder: where the rows go.
        workers: processes on this machine.
        scheduler: address of a Dask scheduler, whose workers are used instead.
        progress: called with the number of walks that have just been done.

    Raises:
        OutputError: the folder cannot be written, or the scheduler not be reached.
    """
    done = {row["case"] for row in folder.rows()}
    progress(len(done))
    left = [(number, case) for number, case in enumerate(sweep.cases()) if number not in done]
    batches = [left[first : first + BATCH] for first in range(0, len(left), BATCH)]
    work = (
        _local(batches, sweep.walk, workers)
        if scheduler is None
        else on_cluster(batches, sweep.walk, scheduler)
    )
    for rows in work:
        folder.keep(rows)
        progress(len(rows))
    return folder.finish()


def _local(batches: list[Cases], walk: dict[str, Any], workers: int) -> Iterator[list[Row]]:
    """Batches by processes of this machine.

    One that dies costs its batch a second try, case by case.
    """
    waiting = list(reversed(batches))
    while waiting:
        pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
        running: dict[Future[list[Row]], Cases] = {}
        try:
            while waiting or running:
                while waiting and len(running) < 2 * workers:
                    batch = waiting.pop()
                    running[pool.submit(run_batch, batch, walk)] = batch
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    rows = future.result()
                    del running[future]
                    yield rows
        except BrokenProcessPool:
            yield from _finished(running)
            for batch in running.values():
                yield _singly(batch, walk)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _finished(running: dict[Future[list[Row]], Cases]) -> Iterator[list[Row]]:
    """Batches that were done when the pool broke; they are taken out of `running`."""
    for future in list(running):
        if future.done() and future.exception() is None:
            del running[future]
            yield future.result()


def _singly(batch: Cases, walk: dict[str, Any]) -> list[Row]:
    """A batch whose process died, each case in a process of its own.

    The case that kills it is a row.
    """
    rows = []
    for number, parameters in batch:
        with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
            try:
                rows += pool.submit(run_batch, [(number, parameters)], walk).result()
            except BrokenProcessPool:
                lost = {"status": "error", "reason": "the process that walked it died, twice"}
                rows.append({"case": number, **parameters, **dict.fromkeys(COLUMNS), **lost})
    return rows
