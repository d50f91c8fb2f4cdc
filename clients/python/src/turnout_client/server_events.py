"""Server-sent events, wherever their bytes are cut.

Source: WHATWG HTML, section 9.2.6, without ``retry``.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple, Optional

_LINE_END = re.compile(r"\r\n|\r|\n")


class ServerEvent(NamedTuple):
    """One event."""

    #: ``message`` where it has no name.
    event: str
    data: str
    #: None where the event names none.
    id: Optional[str] = None


class EventParser:
    """Collects lines into events; one for each stream."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")(errors="replace")
        # What has come of a line whose end has not.
        self._rest = ""
        self._event = ""
        self._data: list[str] = []
        self._id: Optional[str] = None

    def push(self, piece: bytes) -> Iterator[ServerEvent]:
        """The events that these bytes complete. An event that the stream ends in is none."""
        text = self._rest + self._decoder.decode(piece)
        # A CR at the end may be half of a CRLF.
        end = len(text) - 1 if text.endswith("\r") else len(text)
        lines = _LINE_END.split(text[:end])
        self._rest = lines.pop() + text[end:]
        for line in lines:
            yield from self._take(line)

    def _take(self, line: str) -> Iterator[ServerEvent]:
        if line == "":
            if self._data:
                yield ServerEvent(self._event or "message", "\n".join(self._data), self._id)
            self._event, self._data, self._id = "", [], None
            return
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "event":
            self._event = value
        elif name == "data":
            self._data.append(value)
        elif name == "id" and "\0" not in value:
            self._id = value
