"""What happens in a gym while it happens: the events of ``/v1/live``."""

from __future__ import annotations

from typing import Literal, Optional, TypedDict, Union

from .types import ClassSession, RoomHour


class LiveHello(TypedDict):
    """How everything is now."""

    build: str
    gym_id: str
    server_time: str
    role: str
    #: False: events may have been missed, so read again what you show.
    resumed: bool
    minutes_from: str
    rooms: list[RoomHour]
    #: Classes that run now.
    running: list[ClassSession]


class LiveRoom(TypedDict):
    """A room that has changed."""

    id: str
    occupancy: Optional[int]
    state: Literal["live", "stale", "offline", "no_camera"]
    updated_at: Optional[str]


class LiveRooms(TypedDict):
    """Rooms that have changed."""

    changed: list[LiveRoom]


class LiveClass(ClassSession):
    """A class on a date, and what has changed of it."""

    kind: Literal["started", "ended", "estimated", "corrected", "changed"]


class LiveCamera(TypedDict):
    """A camera that has changed."""

    id: str
    state: str
    reasons: list[str]


class LiveCameras(TypedDict):
    """Cameras that have changed."""

    changed: list[LiveCamera]


class LiveTick(TypedDict):
    """The stream lives."""

    server_time: str


class LiveBye(TypedDict):
    """Why the service ends the stream."""

    reason: str


class LiveHelloEvent(TypedDict):
    """Comes first, and again after a gap."""

    event: Literal["hello"]
    id: Optional[str]
    data: LiveHello


class LiveRoomsEvent(TypedDict):
    """Rooms have changed; at most once a second."""

    event: Literal["rooms"]
    id: Optional[str]
    data: LiveRooms


class LiveClassEvent(TypedDict):
    """A class has changed."""

    event: Literal["class"]
    id: Optional[str]
    data: LiveClass


class LiveCamerasEvent(TypedDict):
    """Cameras have changed; to the key of an owner only."""

    event: Literal["cameras"]
    id: Optional[str]
    data: LiveCameras


class LiveTickEvent(TypedDict):
    """Comes every 15 seconds."""

    event: Literal["tick"]
    id: Optional[str]
    data: LiveTick


class LiveByeEvent(TypedDict):
    """Comes before the service ends the stream; the client connects again."""

    event: Literal["bye"]
    id: Optional[str]
    data: LiveBye


#: One event; ``id`` is None for what no one goes on from.
LiveEvent = Union[
    LiveHelloEvent,
    LiveRoomsEvent,
    LiveClassEvent,
    LiveCamerasEvent,
    LiveTickEvent,
    LiveByeEvent,
]

#: What they are called. Newer services may send more.
LIVE_EVENTS = frozenset({"hello", "rooms", "class", "cameras", "tick", "bye"})
