/** What is told to people, whatever the channel: each channel writes the same message in its own form. */

import type { GymConfig } from '../config/config.ts';
import { timeAt } from '../gym/calendar/zone.ts';
import type { GymView } from '../gym/sessions/view.ts';
import { isClassTime } from '../service/gyms/resolve.ts';
import type { EngineStatus } from '../service/status.ts';
import type { HoursData } from '../web/model/figures.ts';

export function hrefOf(publicUrl: string | null, path: string | null): string | null {
  return publicUrl === null || path === null ? null : `${publicUrl}${path}`;
}

export const FOOT = 'Turnout stores counts and times. No video, no pictures, no faces.';

/** A sentence, and the page that has more. Paths are those of the pages: `/week?of=2026-11-16`. */
export interface Line {
  readonly text: string;
  readonly path: string | null;
}

export interface Figure {
  readonly label: string;
  readonly value: string;
  /** How it compares; null for nothing. */
  readonly note: string | null;
  readonly path: string;
}

/** A day as a bar. */
export interface Bar {
  readonly label: string;
  /** People who came; null is unknown. */
  readonly people: number | null;
  readonly note: string;
  readonly path: string;
}

export interface Message {
  /** The result in one line: the subject of a mail. */
  readonly title: string;
  /** Further sentences. */
  readonly intro: readonly string[];
  /** Worth doing first; at most three. */
  readonly doing: readonly Line[];
  readonly figures: readonly Figure[];
  readonly bars: readonly Bar[];
  readonly hours: HoursData | null;
  readonly lines: readonly Line[];
  /** The page of it all. */
  readonly path: string;
}

export const EMPTY = { intro: [], doing: [], figures: [], bars: [], hours: null, lines: [] };

/** Longest list of a message; chosen here: more than this no one reads in a mail. */
export const MAX_LINES = 25;

/** What happened, as a line of a message that has several. */
export interface News extends Line {
  /** Whether it tells that something is over. */
  readonly isSolved: boolean;
}

/** News that belong together, as one message of a gym. */
export function newsMessage(gym: string, news: readonly News[]): Message {
  const [first] = news;
  const alike = news.length === 1 ? first?.text : null;
  const solved = news.filter(({ isSolved }) => isSolved).length;
  const title = alike ?? `${news.length} messages${solved > 0 ? `, ${solved} solved` : ''}`;
  const left = news.length - MAX_LINES;
  const more = left > 0 ? [{ text: `And ${left} more.`, path: '/' }] : [];
  const lines = alike === null ? [...news.slice(0, MAX_LINES), ...more] : [];
  return { ...EMPTY, title: `${gym}: ${title}`, lines, path: first?.path ?? '/' };
}

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

/** What is wrong but for cameras, see {@link lostCameras}. */
export function troublesOf(gym: GymConfig, view: GymView, status: EngineStatus): Trouble[] {
  return [
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

/** Since when cameras are lost, by their ids. Remembered: the status knows nothing from before the start. */
type Since = ReadonlyMap<string, number>;

/** Outside of class hours a camera may be off. */
export function lostCameras(gym: GymConfig, view: GymView, status: EngineStatus, known: Since) {
  const isOn = (id: string) => isClassTime(view.sessions, gym.attendance, id, view.nowUtcMs);
  const rooms = gym.rooms.flatMap((room) => room.cameras.map(({ id }) => ({ id, room })));
  return rooms.flatMap(({ id, room }) => {
    const camera = status.cameras.find((one) => one.id === id);
    if (camera === undefined || FINE.has(camera.state)) return [];
    const sinceUtcMs = camera.lastKeyframeUtcMs ?? known.get(id) ?? view.nowUtcMs;
    // After a start it may well be there: it has not been tried yet.
    const isTried = camera.state !== 'connecting' || camera.reasons.length > 0;
    // One that was told stays lost until it is back, so hours are asked by who opens it.
    return [
      {
        type: 'camera.lost' as const,
        id,
        text: `The camera “${id}” in ${room.name} hasn't worked since ${timeAt(gym.timezone, sinceUtcMs)}. Check its power and cable.`,
        solved: `The camera “${id}” in ${room.name} works again.`,
        path: `/cameras/${encodeURIComponent(id)}`,
        sinceUtcMs,
        lastsMs: isTried && isOn(room.id) ? LOST_MS : Number.POSITIVE_INFINITY,
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
