/** The gym at the time of a timetable that is asked about: as it is now, or as it was where a view does not reach back so far. */

import { addDays } from '../../gym/calendar/zone.ts';
import { horizonOf, missingNote, sharedDays, todayOf } from '../../gym/reports/period.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import { type Days, dateText, daysIn } from './words/wording.ts';

/** Days before today that a view holds, and days of the longest answer. Source: `VIEW_DAYS`, `WINDOW_DAYS`. */
const VIEW_DAYS = 42;
const MAX_DAYS = 42;

/** What to do about a gym without classes. */
export const IMPORT_ADVICE = 'Import a timetable, or give the gym a calendar of its classes.';

/** The gym at the time that is asked about. */
export interface Scene {
  /** Holds the classes of `range`: the gym as it is, or as it was. */
  readonly view: GymView;
  /** The gym as it is now: rooms, names. */
  readonly now: GymView;
  /** What is answered: at most 42 days. */
  readonly range: Days;
  /** The days of {@link range} that the data cover. */
  readonly covered: Days;
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

function sceneIn({ notes, ...scene }: Omit<Scene, 'covered'>): Found {
  const { range, now } = scene;
  const horizon = horizonOf(now);
  const missing = missingNote(range, horizon);
  const covered = sharedDays(range, horizon.known);
  if (covered === null) {
    const advice = horizon.known === null ? ` ${IMPORT_ADVICE}` : '';
    return { kind: 'nothing', why: `${missing}${advice}` };
  }
  return {
    kind: 'scene',
    scene: { ...scene, covered, notes: [...notes, ...(missing === null ? [] : [missing])] },
  };
}
