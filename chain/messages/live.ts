/** What a head office asks a box while someone looks: the rooms now, and who is in the classes that run. It is stored nowhere. */

import { type Static, Type } from 'typebox';
import { VERSION } from './batch.ts';
import { TEXT, UTC_MS } from './kinds.ts';

const PEOPLE = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);

/** `rooms`: {@link LIVE_ROOMS}. `session`: {@link LIVE_SESSION} of the class `id`. */
export const LIVE_QUESTION = Type.Object({
  v: Type.Literal(VERSION),
  what: Type.Enum(['rooms', 'session']),
  id: Type.Union([TEXT, Type.Null()]),
});
export type LiveQuestion = Static<typeof LIVE_QUESTION>;

export const LIVE_ROOMS = Type.Object({
  v: Type.Literal(VERSION),
  now_utc_ms: UTC_MS,
  /** In the order of the configuration. */
  rooms: Type.Array(
    Type.Object({
      id: TEXT,
      occupancy: PEOPLE,
      updated_utc_ms: Type.Union([UTC_MS, Type.Null()]),
      state: Type.Enum(['live', 'stale', 'offline', 'no_camera']),
    }),
  ),
  /** The sixty whole minutes before now, by the id of the room. */
  minutes_from_utc_ms: UTC_MS,
  minutes: Type.Record(Type.String(), Type.Array(PEOPLE, { maxItems: 60 })),
  /** Who is in the classes that are not over, by their ids: what the box's own reports say of them. */
  running: Type.Record(
    Type.String(),
    Type.Object({
      source: TEXT,
      attended: PEOPLE,
      low: PEOPLE,
      high: PEOPLE,
      quality: TEXT,
      reasons: Type.Array(TEXT),
    }),
  ),
});
export type LiveRooms = Static<typeof LIVE_ROOMS>;

/** `body` is what the box answers to `GET /v1/sessions/{id}`; null where it has no such class. */
export const LIVE_SESSION = Type.Object({
  v: Type.Literal(VERSION),
  body: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
});
export type LiveSession = Static<typeof LIVE_SESSION>;
