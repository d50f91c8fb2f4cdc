/** When a class of a row begins and ends. */

import type { ImportFault } from '../entry.ts';
import { DEFAULT_CLASS_MS } from '../limits.ts';
import type { RowContext } from './context.ts';
import type { Field, RowValues } from './fields.ts';
import { textOf } from './values/blank.ts';
import { readDurationMs } from './values/duration.ts';
import { type Moment, nextWallInstant, readMoment } from './values/moment.ts';
import { wallInstant } from './values/wall-instant.ts';

export interface When {
  readonly startsUtcMs: number;
  readonly endsUtcMs: number;
}

/** Why a row says no time: the fault without its line. */
export type WhenFault = Pick<ImportFault, 'field' | 'expected' | 'got'>;

export function readWhen(values: RowValues, context: RowContext): When | WhenFault {
  const moments = momentsOf(values, context);
  if ('expected' in moments) return moments;
  const start = startOf(moments, context);
  if (typeof start !== 'number') return start;
  const end = endOf(start, { values, moments, context });
  return typeof end === 'number' ? { startsUtcMs: start, endsUtcMs: end } : end;
}

type MomentField = 'date' | 'time' | 'start' | 'end';
type Moments = Readonly<Record<MomentField, Moment | null>>;

/** A cell that says something which is no time makes the whole row doubtful. */
function momentsOf(values: RowValues, { dateOrder }: RowContext): Moments | WhenFault {
  const read: Record<MomentField, Moment | null> = {
    date: null,
    time: null,
    start: null,
    end: null,
  };
  for (const field of ['date', 'time', 'start', 'end'] as const) {
    const value = values[field];
    if (textOf(value) === null) continue;
    read[field] = readMoment(value, dateOrder);
    if (read[field] === null) return fault(field, 'a date, a time or both', textOf(value));
  }
  return read;
}

function startOf({ date, time, start }: Moments, context: RowContext): number | WhenFault {
  const parts = [start, date, time].filter((part) => part !== null);
  const instant = parts.find((part) => part.utcMs !== null)?.utcMs;
  if (instant !== null && instant !== undefined) return instant;
  const day = parts.find((part) => part.date !== null)?.date ?? null;
  const clock = parts.find((part) => part.time !== null)?.time ?? null;
  if (day === null) return fault('date', 'the date of the class', null);
  if (clock === null) return fault('start', 'the time at which the class starts', null);
  return wallInstant(context.timezone, `${day}T${clock}`);
}

interface EndParts {
  readonly values: RowValues;
  readonly moments: Moments;
  readonly context: RowContext;
}

function endOf(startsUtcMs: number, { values, moments, context }: EndParts): number | WhenFault {
  const { timezone } = context;
  const { start, time, end } = moments;
  if (end !== null) {
    if (end.utcMs !== null) return end.utcMs;
    if (end.date !== null && end.time !== null)
      return wallInstant(timezone, `${end.date}T${end.time}`);
    if (end.time !== null) return nextWallInstant(timezone, startsUtcMs, end.time);
    return fault('end', 'the time at which the class ends', textOf(values.end));
  }
  const length = textOf(values.duration);
  if (length !== null) {
    const durationMs = readDurationMs(length);
    return durationMs === null
      ? fault('duration', 'a length such as 45 min', length)
      : startsUtcMs + durationMs;
  }
  const endTime = start?.endTime ?? time?.endTime ?? null;
  if (endTime !== null) return nextWallInstant(timezone, startsUtcMs, endTime);
  context.noteDefaultLength();
  return startsUtcMs + DEFAULT_CLASS_MS;
}

function fault(field: Field, expected: string, got: string | null): WhenFault {
  return { field, expected, got: got ?? 'nothing' };
}
