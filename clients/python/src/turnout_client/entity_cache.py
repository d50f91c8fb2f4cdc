"""Answers that are kept with their entity tags, so that what has not changed is neither sent nor charged again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Optional

#: Answers are a few KB; this many bytes are kept in all, whatever their number. Chosen here.
MOST_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True)
class Entity:
    """An answer and its tag. The bytes are kept, not what was read from them: callers may change that."""

    etag: str
    body: bytes


class EntityCache:
    """The newest answers, the ones not used for longest given up first. Safe to use from many threads."""

    def __init__(self, most_entities: int, most_bytes: int = MOST_BYTES) -> None:
        self._most_entities = most_entities
        self._most_bytes = most_bytes
        self._bytes = 0
        self._entities: OrderedDict[str, Entity] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, target: str) -> Optional[Entity]:
        """The answer that is kept of a path and query."""
        with self._lock:
            entity = self._entities.get(target)
            if entity is not None:
                self._entities.move_to_end(target)
            return entity

    def put(self, target: str, entity: Entity) -> None:
        """Keeps an answer in place of the one before."""
        with self._lock:
            self._drop(target)
            self._entities[target] = entity
            self._bytes += len(entity.body)
            while self._entities and self._is_over():
                self._drop(next(iter(self._entities)))

    def _is_over(self) -> bool:
        return len(self._entities) > self._most_entities or self._bytes > self._most_bytes

    def _drop(self, target: str) -> None:
        entity = self._entities.pop(target, None)
        if entity is not None:
            self._bytes -= len(entity.body)
