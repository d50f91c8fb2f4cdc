/** The gym at the time of a timetable that is asked about: as it is now, or as it was where a view does not reach back so far. */

import { addDays, formatInstant } from '../../gym/calendar/zone.ts';
import { todayOf } from '../../gym/reports/period.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import { type Days, dateText, daysIn } from './words/wording.ts';

/** Days before today that a view holds, and days of the longest answer. Source: `VIEW_DAYS`, `WINDOW_DAYS`. */
const VIEW_DAYS = 42;
const MAX_DAYS = 42;
/** A gym may be closed for some days: only a longer gap is worth a note. Chosen here. */
const GAP_DAYS = 7;

/** The gym at the time that is asked about. */
export interface Scene {
  /** Holds the classes of `range`: the gym as it is, or as it was. */
  readonly view: GymView;
  /** The gym as it is now: rooms, names. */
  readonly now: GymView;
  /** What is answered: at most 42 days. */
  readonly range: Days;
  /** The date where the gym is, now. */
  readonly today: string;
  /** What is to be said of the range. */
  readonly notes: readonly string[];
}

export interface QueryWorld {
  /** The gym as it was at the end of a date, from its history; null where it has none. */
  readonly asOf: (date: string) => Promise<GymView | null>;
}

/** What is known of a time. */
export type Found =
  | { readonly kind: 'scene'; readonly scene: Scene }
  /** Nothing: one sentence of why. */
  | { readonly kind: 'nothing'; readonly why: string };

/** First date of which a view has all classes. */
export function firstDayOf(view: GymView): string {
  return addDays(todayOf(view), -VIEW_DAYS);
}

export async function sceneOf(asked: Days, view: GymView, world: QueryWorld): Promise<Found> {
  const { range, notes } = bounded(asked);
  const today = todayOf(view);
  const first = firstDayOf(view);
  if (range.from >= first) return sceneIn({ view, now: view, range, today, notes });
  const past = await world.asOf(range.to);
  if (past !== null) return sceneIn({ view: past, now: view, range, today, notes });
  const begin = `Figures exist from ${dateText(first)} on.`;
  if (range.to < first) return { kind: 'nothing', why: begin };
  const rest = { from: first, to: range.to };
  return sceneIn({ view, now: view, range: rest, today, notes: [...notes, begin] });
}

function bounded(range: Days): { readonly range: Days; readonly notes: readonly string[] } {
  if (daysIn(range) <= MAX_DAYS) return { range, notes: [] };
  const from = addDays(range.to, 1 - MAX_DAYS);
  const note = `An answer spans at most ${MAX_DAYS} days: these are from ${dateText(from)} to ${dateText(range.to)}.`;
  return { range: { from, to: range.to }, notes: [note] };
}

function sceneIn(scene: Scene): Found {
  const { view, now, range, notes } = scene;
  const known = firstClassOf(view);
  // A range without classes in a gym that had some before is an answer; one before all of them is not.
  if (known === null || known > range.to) {
    const begin = known ?? firstClassOf(now);
    return {
      kind: 'nothing',
      why:
        begin === null
          ? 'No classes are known yet: import a timetable, or give the gym a calendar of its classes.'
          : `No class of that time is known; the first known after it is of ${dateText(begin)}.`,
    };
  }
  if (known < addDays(range.from, GAP_DAYS)) return { kind: 'scene', scene };
  const begin = `Figures exist from ${dateText(known)} on: no class before is known here.`;
  return { kind: 'scene', scene: { ...scene, notes: [...notes, begin] } };
}

/** Classes come by their start. */
function firstClassOf({ sessions, gym }: GymView): string | null {
  const [first] = sessions;
  return first === undefined ? null : dateAt(gym.timezone, first.startsUtcMs);
}

function dateAt(timezone: string, atUtcMs: number): string {
  return formatInstant(timezone, atUtcMs).slice(0, 10);
}
