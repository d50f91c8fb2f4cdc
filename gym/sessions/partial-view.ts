/** A gym as somebody sees it who may not see all of it: without money, or the classes of one trainer. Every report takes it like the whole. */

import type { EconomicsConfig } from '../../config/config.ts';
import { knownDays } from '../reports/covered.ts';
import { publishedRoom, publishedSession } from './small-counts.ts';
import type { GymView } from './view.ts';

const UNKNOWN: EconomicsConfig = {
  revenuePerVisitMilli: null,
  flatPayMilli: null,
  perHeadPayMilli: null,
  roomCostMilli: null,
  variableCostMilli: null,
  classes: [],
  trainers: [],
};

type Gym = GymView['gym'];
type Sessions = GymView['sessions'];

/** Parts that are cached with a view. Chosen here: those who look at a time. */
const MAX_CACHED = 8;

/**
 * Parts by what they are of: a view, its list of sessions, which views of one second after another share with the figures
 * that are cached with it, or its gym, so that what reports keep by the gym is of these classes, and theirs of the next view.
 */
const parts = new WeakMap<object, Map<string, object>>();

/** What classes earn and cost is unknown, and judges none of them. O(sessions) for a new list of them. */
export function withoutMoney(view: GymView): GymView {
  return partOf(view, 'without money', { economics: UNKNOWN }, (sessions) =>
    sessions.map((session) => ({ ...session, revenueMilli: null })),
  );
}

/** The classes of one trainer only. Rooms and trainers stay. O(sessions) for a new list of them. */
export function ofTrainer(view: GymView, trainerId: string): GymView {
  return partOf(view, `trainer ${trainerId}`, {}, (sessions) =>
    sessions.filter(({ trainer }) => trainer?.id === trainerId),
  );
}

/** As the gym is written to files and shown on the wall: see `small-counts.ts`. The view itself where all counts are shown. */
export function asPublished(view: GymView): GymView {
  if (view.gym.hidesSmallCounts !== true) return view;
  return cached(view, 'published', () => ({
    ...partOf(view, 'small counts', {}, (sessions) => sessions.map(publishedSession)),
    rooms: view.rooms.map(publishedRoom),
  }));
}

/** The same object for the same view and part while it is cached, so what is computed from it can be cached with it. */
function partOf(
  view: GymView,
  part: string,
  settings: Partial<Gym>,
  cut: (sessions: Sessions) => Sessions,
): GymView {
  return cached(view, part, () => ({
    ...view,
    // Of the gym, whatever is left out.
    known: knownDays(view),
    gym: cached(view.gym, part, () => ({ ...view.gym, ...settings })),
    sessions: cached(view.sessions, part, () => cut(view.sessions)),
  }));
}

/** The part of `owner` that is cached, else a new one; of too many the oldest goes. */
function cached<Part extends object>(owner: object, name: string, make: () => Part): Part {
  const own = parts.get(owner) ?? new Map<string, object>();
  parts.set(owner, own);
  const known = own.get(name) as Part | undefined;
  if (known !== undefined) return known;
  const made = make();
  own.set(name, made);
  const [oldest = name] = own.keys();
  if (own.size > MAX_CACHED) own.delete(oldest);
  return made;
}
