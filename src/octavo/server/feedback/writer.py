"""Stores data in one thread, with one transaction for all that waits.

While it writes, more data arrives, so batches are as large as needed. A request is answered when
its transaction is on the disk. After a failure, the next batch opens the database again.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future

from octavo.server.feedback.database import Database, DatabaseError, OpenDatabase, Session

Work = Callable[[Session], None]
"""Writes data in the transaction of its batch."""

_MOST_WAITING = 1_000
_MOST_IN_BATCH = 200
_PATIENCE_SECONDS = 6.0
_REST_SECONDS = 1.0
"""The pause in seconds after a failure of the database."""


class Writer:
    """Writes in a separate thread, which starts with the first work."""

    def __init__(
        self,
        open_database: OpenDatabase,
        prepare: Work = lambda _session: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create the writer; `prepare` comes first in every transaction."""
        self._open = open_database
        self._prepare = prepare
        self._clock = clock
        self._waiting: queue.Queue[tuple[Work, Future[None]] | None] = queue.Queue(_MOST_WAITING)
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._database: Database | None = None
        self._rest_until = 0.0
        self._failure = ""
        self._is_closed = False

    async def write(self, work: Work) -> None:
        """Wait until data is stored; raise `DatabaseError` on failure."""
        try:
            await asyncio.wait_for(asyncio.wrap_future(self.put(work)), _PATIENCE_SECONDS)
        except TimeoutError as error:
            raise DatabaseError("it does not answer") from error

    def put(self, work: Work) -> Future[None]:
        """Queue data; raise `DatabaseError` if too much waits already."""
        future: Future[None] = Future()
        with self._lock:
            if self._is_closed:
                raise DatabaseError("the server ends")
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="feedback", daemon=True)
                self._thread.start()
            try:
                self._waiting.put_nowait((work, future))
            except queue.Full:
                raise DatabaseError("too much waits to be written") from None
        return future

    def close(self) -> None:
        """Write waiting data, and close the database."""
        with self._lock:
            self._is_closed = True
            thread = self._thread
        if thread is not None:
            self._waiting.put(None)
            thread.join(_PATIENCE_SECONDS)

    def _run(self) -> None:
        is_closed = False
        while not is_closed:
            batch, is_closed = self._collect()
            if batch:
                self._write_batch(batch)
        self._let_go()

    def _collect(self) -> tuple[list[tuple[Work, Future[None]]], bool]:
        """Wait for work; return all waiting work, and whether it is the last."""
        batch: list[tuple[Work, Future[None]]] = []
        item = self._waiting.get()
        while item is not None:
            batch.append(item)
            if len(batch) == _MOST_IN_BATCH:
                return batch, False
            try:
                item = self._waiting.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True

    def _write_batch(self, batch: list[tuple[Work, Future[None]]]) -> None:
        # Callers that gave up got an error, so their data must not be stored.
        alive = [(work, future) for work, future in batch if future.set_running_or_notify_cancel()]
        failure = self._try_batch([work for work, _future in alive])
        for _work, future in alive:
            if failure is None:
                future.set_result(None)
            else:
                future.set_exception(failure)

    def _try_batch(self, works: list[Work]) -> DatabaseError | None:
        """Write a batch; retry once if a working database fails, because it may be back."""
        for is_last in (self._database is None, True):
            started = self._clock()
            try:
                with self._get_database().write() as session:
                    self._prepare(session)
                    for work in works:
                        work(session)
            # The thread must survive every error of a driver.
            except Exception as error:
                failure = self._note_failure(error)
                if is_last or self._clock() - started > _REST_SECONDS:
                    return failure
                self._rest_until = 0.0
            else:
                return None
        return None

    def _get_database(self) -> Database:
        if self._database is None:
            if self._clock() < self._rest_until:
                raise DatabaseError(self._failure)
            self._database = self._open()
        return self._database

    def _note_failure(self, error: Exception) -> DatabaseError:
        self._failure = str(error) if isinstance(error, DatabaseError) else type(error).__name__
        if self._database is not None or self._clock() >= self._rest_until:
            self._rest_until = self._clock() + _REST_SECONDS
        self._let_go()
        return DatabaseError(self._failure)

    def _let_go(self) -> None:
        if self._database is not None:
            with contextlib.suppress(Exception):
                self._database.close()
            self._database = None
