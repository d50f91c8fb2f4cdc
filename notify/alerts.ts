/**
 * What is wrong at a gym now: cameras, rooms, feeds and the disk. A state has to last before it is an alert, and to be over as
 * long before it is solved, so that what comes and goes tells no one twice.
 */

import type { GymConfig } from '../config/config.ts';
import { timeAt } from '../gym/calendar/zone.ts';
import type { GymView } from '../gym/sessions/view.ts';
import { classHoursOf } from '../service/gyms/resolve.ts';
import type { EngineStatus } from '../service/status.ts';

/** How long a state lasts before it is told, ms. Of cameras it is promised; the others are chosen here. */
const LOST_MS = 600_000;
const OVER_MS = 120_000;
const FEED_MS = 3_600_000;
const DISK_MS = 60_000;

/** Events of webhooks that alerts are; the disk is for people alone. */
export type AlertType = 'camera.lost' | 'room.over_capacity' | 'feed.failing' | 'disk.failing';

/** Something that is wrong now. */
export interface Trouble {
  readonly type: AlertType;
  /** Unique among those of its type. */
  readonly id: string;
  readonly text: string;
  /** When it is over. */
  readonly solved: string;
  readonly path: string;
  /** Since when, where it is known; else since it is seen. */
  readonly sinceUtcMs: number | null;
  readonly lastsMs: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An alert that was told, as it is remembered: all that is needed to tell that it is over. */
export type OpenAlert = Pick<Trouble, 'type' | 'id' | 'solved' | 'path' | 'data' | 'lastsMs'> & {
  readonly sinceUtcMs: number;
};

export function troublesOf(gym: GymConfig, view: GymView, status: EngineStatus): Trouble[] {
  return [
    ...lostCameras(gym, view, status),
    ...view.rooms.flatMap(({ id, name, occupancy, capacity }): Trouble[] => {
      if (occupancy === null || capacity === null || occupancy <= capacity) return [];
      return [
        {
          type: 'room.over_capacity',
          id,
          text: `${occupancy} people are in ${name}, which holds ${capacity}.`,
          solved: `${name} is no longer over capacity.`,
          path: '/',
          sinceUtcMs: null,
          lastsMs: OVER_MS,
          data: { room: { id, name }, people: occupancy, capacity },
        },
      ];
    }),
    ...status.schedule.feeds.flatMap(({ gymId, sourceId, fault, lastSuccessUtcMs }): Trouble[] => {
      if (gymId !== gym.id || fault === null) return [];
      return [
        {
          type: 'feed.failing',
          id: sourceId,
          text: `The timetable “${sourceId}” can't be read. Classes and bookings may be out of date.`,
          solved: `The timetable “${sourceId}” is up to date again.`,
          path: '/setup/schedule',
          sinceUtcMs: lastSuccessUtcMs,
          lastsMs: FEED_MS,
          data: { feed: sourceId, reason: fault.code },
        },
      ];
    }),
    ...(status.storage.state === 'ok'
      ? []
      : [
          {
            type: 'disk.failing' as const,
            id: 'disk',
            text: "Turnout can't write to its disk, so counts wait in memory. Check that the disk isn't full.",
            solved: 'Turnout can write to its disk again.',
            path: '/',
            sinceUtcMs: null,
            lastsMs: DISK_MS,
            data: {},
          },
        ]),
  ];
}

/** Outside of class hours a camera may be off. */
function lostCameras(gym: GymConfig, view: GymView, status: EngineStatus): Trouble[] {
  const hours = classHoursOf(view.sessions, gym.attendance);
  const rooms = gym.rooms.flatMap((room) => room.cameras.map(({ id }) => ({ id, room })));
  return rooms.flatMap(({ id, room }): Trouble[] => {
    const camera = status.cameras.find((one) => one.id === id);
    if (camera === undefined || FINE.has(camera.state)) return [];
    const sinceUtcMs = camera.lastKeyframeUtcMs ?? status.startedAtUtcMs;
    // One that was told stays lost until it is back, so hours are asked by who opens it.
    return [
      {
        type: 'camera.lost',
        id,
        text: `The camera “${id}” in ${room.name} hasn't worked since ${timeAt(gym.timezone, sinceUtcMs)}. Check its power and cable.`,
        solved: `The camera “${id}” in ${room.name} works again.`,
        path: `/cameras/${encodeURIComponent(id)}`,
        sinceUtcMs,
        lastsMs: hours.isClassTime(room.id, view.nowUtcMs) ? LOST_MS : Number.POSITIVE_INFINITY,
        data: {
          camera: id,
          room: { id: room.id, name: room.name },
          reason: camera.reasons[0] ?? null,
        },
      },
    ];
  });
}

const FINE: ReadonlySet<string> = new Set(['streaming', 'degraded', 'stopped']);

export interface Changes {
  readonly opened: readonly (OpenAlert & { readonly text: string })[];
  readonly solved: readonly OpenAlert[];
}

/** Follows troubles from look to look. What was told is the caller's to remember, over starts too. */
export class AlertWatch {
  /** Since when each state is seen, and since when what was told is over. */
  readonly #seen = new Map<string, number>();
  readonly #over = new Map<string, number>();

  /** @param open what was told and is not over, by its key. */
  look(
    troubles: readonly Trouble[],
    open: ReadonlyMap<string, OpenAlert>,
    nowUtcMs: number,
  ): Changes {
    const now = new Map(troubles.map((trouble) => [alertKey(trouble), trouble]));
    for (const key of this.#seen.keys()) if (!now.has(key)) this.#seen.delete(key);
    const opened = [...now].flatMap(([key, { text, ...trouble }]) => {
      this.#over.delete(key);
      const sinceUtcMs = trouble.sinceUtcMs ?? this.#seen.get(key) ?? nowUtcMs;
      this.#seen.set(key, sinceUtcMs);
      const isDue = nowUtcMs - sinceUtcMs >= trouble.lastsMs && !open.has(key);
      return isDue ? [{ ...trouble, text, sinceUtcMs }] : [];
    });
    const solved = [...open].flatMap(([key, alert]) => {
      if (now.has(key)) return [];
      const sinceUtcMs = this.#over.get(key) ?? nowUtcMs;
      this.#over.set(key, sinceUtcMs);
      if (nowUtcMs - sinceUtcMs < Math.min(alert.lastsMs, OVER_MS)) return [];
      this.#over.delete(key);
      return [alert];
    });
    return { opened, solved };
  }
}

export function alertKey({ type, id }: Pick<Trouble, 'type' | 'id'>): string {
  return `open/${type}/${id}`;
}
