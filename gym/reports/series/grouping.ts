/**
 * The classes of a gym put together by their series. Of the list before only what has changed is put together again: a
 * series none of whose classes came, went or changed stays the same object, and with it all that is cached for it.
 */

import { bySessionStart, type ClassSession } from '../../sessions/session.ts';
import { SeriesFinder } from './series-finder.ts';
import { type SeriesFacts, WeeklySeries } from './weekly-series.ts';

export interface Grouping {
  readonly timezone: string;
  readonly sessions: readonly ClassSession[];
  /** In the order in which their classes first come. */
  readonly series: readonly WeeklySeries[];
  /** By session: index of its series. */
  readonly places: Uint32Array;
}

/** What of a list was in the one before. */
interface Carried {
  /** By session: index of its series among those before; {@link NOWHERE} where it must be found. */
  readonly places: Uint32Array;
  /** By series before: how many of its sessions are in the list still, as they were. */
  readonly stayed: Uint32Array;
}

const NOWHERE = 0xffff_ffff;

/** Groups a list: the less it differs from the one before, of the same zone, the less it costs. O(sessions). */
export function regroup(
  timezone: string,
  sessions: readonly ClassSession[],
  before: Grouping = { timezone, sessions: [], series: [], places: new Uint32Array() },
): Grouping {
  if (isSame(sessions, before.sessions)) return { ...before, sessions };
  const { places, stayed } = carryOver(sessions, before);
  const facts = findRest(sessions, places, before);
  const sizes = new Uint32Array(facts.length);
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? 0;
    sizes[place] = (sizes[place] ?? 0) + 1;
  }
  const kept = facts.map((_, place) => {
    const series = before.series[place];
    const size = sizes[place];
    const stays = series !== undefined && series.sessions.length === size && stayed[place] === size;
    return stays ? series : null;
  });
  const own = handOut(sessions, places, sizes, kept);
  const made = facts.map((one, place) => kept[place] ?? new WeeklySeries(one, own[place] ?? []));
  return inFirstOrder({ timezone, sessions, series: made, places });
}

function isSame(list: readonly ClassSession[], other: readonly ClassSession[]): boolean {
  return list.length === other.length && list.every((session, at) => session === other[at]);
}

/** Walks both lists side by side, by start and id, as the history gives them. */
function carryOver(sessions: readonly ClassSession[], before: Grouping): Carried {
  const places = new Uint32Array(sessions.length);
  const stayed = new Uint32Array(before.series.length);
  let old = 0;
  let at = 0;
  for (const session of sessions) {
    let known = before.sessions[old];
    // Of most nothing is looked at but which object it is: thousands of classes are far apart in memory.
    while (known !== session && known !== undefined && bySessionStart(known, session) < 0) {
      old += 1;
      known = before.sessions[old];
    }
    const beside = before.places[old] ?? NOWHERE;
    const isCarried = known === session;
    if (isCarried) stayed[beside] = (stayed[beside] ?? 0) + 1;
    places[at++] = isCarried || isOfOneSeries(known, session) ? beside : NOWHERE;
    if (isCarried || known?.id === session.id) old += 1;
  }
  return { places, stayed };
}

/** Of a class of which only other things were changed; of others it has to be found out. */
function isOfOneSeries(known: ClassSession | undefined, session: ClassSession): boolean {
  return (
    known !== undefined &&
    known.startsUtcMs === session.startsUtcMs &&
    known.name === session.name &&
    known.roomId === session.roomId &&
    known.roomName === session.roomName
  );
}

/** Finds the places that are not known yet. @returns the facts of all series, by place: those before and new ones. */
function findRest(
  sessions: readonly ClassSession[],
  places: Uint32Array,
  { timezone, series }: Grouping,
): readonly SeriesFacts[] {
  if (!places.includes(NOWHERE)) return series.map(({ facts }) => facts);
  const finder = new SeriesFinder(timezone, series);
  let at = 0;
  for (const session of sessions) {
    if (places[at] === NOWHERE) places[at] = finder.placeOf(session);
    at += 1;
  }
  return finder.facts;
}

/** Gives each changed series its sessions, in a list of just their number: one that grows has room for 17, of which 6 are used. */
function handOut(
  sessions: readonly ClassSession[],
  places: Uint32Array,
  sizes: Uint32Array,
  kept: readonly (WeeklySeries | null)[],
): readonly ClassSession[][] {
  const ends = new Uint32Array(sizes.length);
  let begin = 0;
  for (const [place, size] of sizes.entries()) {
    ends[place] = begin;
    if (kept[place] === null) begin += size;
  }
  // One series after another.
  const lined = sessions.slice(0, begin);
  let at = 0;
  for (const session of sessions) {
    const place = places[at++] ?? 0;
    if (kept[place] !== null) continue;
    const end = ends[place] ?? 0;
    lined[end] = session;
    ends[place] = end + 1;
  }
  return kept.map((series, place) => {
    if (series !== null) return [];
    const end = ends[place] ?? 0;
    const own = lined.slice(end - (sizes[place] ?? 0), end);
    return isSorted(own) ? own : own.sort(bySessionStart);
  });
}

/** The series in the order in which they first come in the list, and only those that do. */
function inFirstOrder({ series, places, ...rest }: Grouping): Grouping {
  const order = new Uint32Array(series.length).fill(NOWHERE);
  const ordered: WeeklySeries[] = [];
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? 0;
    if (order[place] === NOWHERE) {
      order[place] = ordered.length;
      const one = series[place];
      if (one !== undefined) ordered.push(one);
    }
    places[at] = order[place] ?? NOWHERE;
  }
  return { ...rest, series: ordered, places };
}

/** Classes of a view come by their start: only those that start together may be out of order. */
function isSorted(sessions: readonly ClassSession[]): boolean {
  for (let at = 1; at < sessions.length; at += 1) {
    const [before, after] = [sessions[at - 1], sessions[at]];
    if (before !== undefined && after !== undefined && bySessionStart(before, after) > 0) {
      return false;
    }
  }
  return true;
}
