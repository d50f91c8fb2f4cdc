/** Puts the events of one UID together: a series with its exceptions, or an event alone. */

import type { InstantRange } from '../../calendar/zone.ts';
import type { FaultLog } from '../entry-list.ts';
import type { CalendarEvent } from './event.ts';
import { type Budget, occurrencesOf } from './recurrence.ts';
import { type CalendarTime, countUpTo } from './wall.ts';

/** A class on one date, as the calendar has it. */
export interface Instance {
  /** The series, or the exception that stands for this instance. */
  readonly event: CalendarEvent;
  /** The series that an exception is of; null where it is not in the file. */
  readonly series: CalendarEvent | null;
  readonly startsUtcMs: number;
  /** When it was planned at first: what an instance keeps when it is moved. Null for an event that stands alone. */
  readonly plannedUtcMs: number | null;
}

export interface SeriesOptions {
  readonly window: InstantRange;
  /** Whether the window is not for events that stand alone. */
  readonly takesAllSingles: boolean;
  readonly budget: Budget;
  readonly faults: FaultLog;
}

/** Groups by UID in the order of the file; of two states of the same thing the one of the higher sequence counts. */
export function groupByUid(events: readonly CalendarEvent[], faults: FaultLog): CalendarEvent[][] {
  const groups = new Map<string, Map<string, CalendarEvent>>();
  for (const event of events) {
    // Without a UID an event is a thing of its own.
    const uid = event.uid ?? `line ${event.line}`;
    const states = groups.get(uid) ?? new Map<string, CalendarEvent>();
    groups.set(uid, states);
    const key = String(event.recurrence?.utcMs ?? 'series');
    const other = states.get(key);
    const isNewer = other === undefined || event.sequence >= other.sequence;
    if (other !== undefined) {
      const [taken, dropped] = isNewer ? [event, other] : [other, event];
      faults.replaced({
        line: dropped.line,
        field: 'UID',
        expected: 'every event once',
        got: `the same again in line ${taken.line}, which was taken instead`,
      });
    }
    if (isNewer) states.set(key, event);
  }
  return [...groups.values()].map((states) => [...states.values()]);
}

/** All instances that start, or were planned, in the window; see {@link SeriesOptions.takesAllSingles}. */
export function instancesOf(group: readonly CalendarEvent[], options: SeriesOptions): Instance[] {
  const series = group.find((event) => event.recurrence === null) ?? null;
  const exceptions = new Map<number, Instance>();
  for (const event of group) {
    if (event.recurrence === null) continue;
    const plannedUtcMs = event.recurrence.utcMs;
    exceptions.set(plannedUtcMs, {
      event,
      series,
      startsUtcMs: event.start.utcMs,
      plannedUtcMs,
    });
  }
  const planned = series === null ? [] : plannedInstances(series, options);
  const regular = planned.filter(
    ({ startsUtcMs, plannedUtcMs }) => plannedUtcMs === null || !exceptions.has(startsUtcMs),
  );
  const { window, takesAllSingles } = options;
  const isInWindow = (atUtcMs: number) => atUtcMs >= window.fromUtcMs && atUtcMs < window.toUtcMs;
  return [...regular, ...exceptions.values()].filter(({ startsUtcMs, plannedUtcMs }) => {
    const isTaken = plannedUtcMs === null ? takesAllSingles : isInWindow(plannedUtcMs);
    return isTaken || isInWindow(startsUtcMs);
  });
}

function plannedInstances(series: CalendarEvent, options: SeriesOptions): Instance[] {
  const { start, rules, addedTimes } = series;
  if (rules.length === 0 && addedTimes.length === 0) {
    return [{ event: series, series: null, startsUtcMs: start.utcMs, plannedUtcMs: null }];
  }
  const instants = new Set([start.utcMs, ...addedTimes.map((time) => time.utcMs)]);
  for (const rule of rules) {
    const walls = occurrencesOf(rule, start, options.window, options.budget);
    if (walls === null) {
      options.faults.skipped({
        line: series.line,
        field: 'RRULE',
        expected: 'fewer instances: the limit of a file is reached',
        got: 'a series that was left out',
      });
      return [];
    }
    for (const wall of walls) instants.add(start.clock(wall));
  }
  const removed = removedInstants(series.removedTimes);
  return [...instants]
    .filter((instant) => !removed(instant))
    .map((instant) => ({
      event: series,
      series: null,
      startsUtcMs: instant,
      plannedUtcMs: instant,
    }));
}

/** An EXDATE that is a date removes what starts on it. */
function removedInstants(times: readonly CalendarTime[]): (instant: number) => boolean {
  const instants = new Set(times.filter((time) => !time.isDate).map((time) => time.utcMs));
  const days = times
    .filter((time) => time.isDate)
    .map(({ utcMs, wall, clock }) => ({ utcMs, lastMs: clock(`${wall.slice(0, 10)}T23:59:59`) }))
    .sort((one, other) => one.utcMs - other.utcMs);
  return (instant) => {
    if (instants.has(instant)) return true;
    const after = countUpTo(days, instant, ({ utcMs }) => utcMs);
    // Dates of two zones overlap: the one before may still go on.
    return days.slice(Math.max(0, after - 2), after).some(({ lastMs }) => instant <= lastMs);
  };
}
