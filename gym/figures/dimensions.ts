/** The dimensions of the catalogue: what classes can be grouped and filtered by. */

import { VERDICTS } from '../reports/classes/verdict.ts';

/** What the values of a dimension are on the wire. */
export type DimensionValues =
  /** `2026-10-12`; a month `2026-10`. */
  | 'date'
  | 'month'
  /** `18:30`. */
  | 'time'
  /** One of {@link Dimension.words}. */
  | 'word'
  /** 0..23. */
  | 'hour'
  | 'boolean'
  /** Name of a thing that has an id too: filters take either, rows give the id. */
  | 'name'
  /** Id of one class of one date. */
  | 'id';

export interface Dimension {
  readonly values: DimensionValues;
  /** All values, in order, where they are few. */
  readonly words?: readonly string[];
  /** Whether `between` can be said of it; from a later to an earlier value goes round where it is a cycle. */
  readonly order: 'line' | 'cycle' | 'none';
  /** Member of a row that says the value for people; null where the value does. */
  readonly label: string | null;
  /** Whether a class may have none: null in rows and filters. */
  readonly isNullable: boolean;
  /** Whether weeks and days without classes can be filled in. */
  readonly isDense: boolean;
  /** One sentence for people. */
  readonly sentence: string;
  /** Whether it is worked out from money or from others' classes: keys of role `trainer` are refused. */
  readonly isRestricted: boolean;
}

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

export const WEEKPARTS = ['weekday', 'weekend'] as const;

/** With the hour that each begins at; the last ends at midnight. Chosen here, as people speak of a day. */
export const PARTS_OF_DAY = { night: 0, morning: 5, afternoon: 12, evening: 17 } as const;

export const STATUS_WORDS = ['scheduled', 'in_progress', 'completed', 'cancelled'] as const;
export const QUALITY_WORDS = ['A', 'B', 'C', 'none'] as const;
export const SOURCE_WORDS = ['camera', 'manual', 'import'] as const;

/** Of most dimensions. */
const PLAIN = {
  order: 'none',
  label: null,
  isNullable: false,
  isDense: false,
  isRestricted: false,
} as const;

export const DIMENSIONS = {
  day: {
    ...PLAIN,
    values: 'date',
    order: 'line',
    isDense: true,
    sentence: 'Date of the start on the wall.',
  },
  week: {
    ...PLAIN,
    values: 'date',
    order: 'line',
    isDense: true,
    sentence: 'Calendar week of the start: the date of its Monday.',
  },
  month: {
    ...PLAIN,
    values: 'month',
    order: 'line',
    isDense: true,
    sentence: 'Calendar month of the start.',
  },
  weekday: {
    ...PLAIN,
    values: 'word',
    words: WEEKDAYS,
    order: 'cycle',
    sentence: 'Weekday of the start.',
  },
  weekpart: {
    ...PLAIN,
    values: 'word',
    words: WEEKPARTS,
    sentence: 'Monday to Friday, or Saturday and Sunday: `weekday` or `weekend`.',
  },
  hour: {
    ...PLAIN,
    values: 'hour',
    order: 'cycle',
    sentence: 'Hour in which classes start, 0 to 23.',
  },
  part_of_day: {
    ...PLAIN,
    values: 'word',
    words: Object.keys(PARTS_OF_DAY),
    sentence:
      'Part of the day of the start: night from 00:00, morning from 05:00, afternoon from 12:00, evening from 17:00.',
  },
  start_time: {
    ...PLAIN,
    values: 'time',
    order: 'cycle',
    sentence: 'Time of the start on the wall.',
  },
  room: {
    ...PLAIN,
    values: 'name',
    label: 'room_name',
    isNullable: true,
    sentence: 'Room: its id, or its name where the schedule names one that is not configured.',
  },
  trainer: {
    ...PLAIN,
    values: 'name',
    label: 'trainer_name',
    isNullable: true,
    sentence: 'Who teaches, substitutes included.',
  },
  class: {
    ...PLAIN,
    values: 'name',
    sentence: 'Name of the class, whatever its weekday, time and room.',
  },
  series: {
    ...PLAIN,
    values: 'name',
    label: 'series_name',
    sentence: 'Class of the week: a name, weekday, start time and room; its `class_id`.',
  },
  session: {
    ...PLAIN,
    values: 'id',
    label: 'session_name',
    sentence:
      'One class on one date; its rows also have its day, start, class, series, room, trainer, substitute and status.',
  },
  quality: {
    ...PLAIN,
    values: 'word',
    words: QUALITY_WORDS,
    isNullable: true,
    sentence: 'Grade of the count; null where no one was to be counted yet.',
  },
  status: {
    ...PLAIN,
    values: 'word',
    words: STATUS_WORDS,
    sentence: 'State of the class now.',
  },
  source: {
    ...PLAIN,
    values: 'word',
    words: SOURCE_WORDS,
    isNullable: true,
    sentence: 'Where the attendance comes from; null where there is none.',
  },
  substitute: {
    ...PLAIN,
    values: 'boolean',
    sentence: 'Whether a substitute taught.',
  },
  verdict: {
    ...PLAIN,
    values: 'word',
    words: VERDICTS,
    isRestricted: true,
    sentence: 'What the class of the week comes to over the range, see the verdicts.',
  },
} as const satisfies Record<string, Dimension>;

/** What a row of one class on one date also says: which class, when, where, by whom and whether it took place. */
const OF_SESSION = [
  'day',
  'start_time',
  'class',
  'series',
  'room',
  'trainer',
  'substitute',
  'status',
] as const;

/** The dimensions whose values stand in a row: those that it is of, and behind a session all that it says. */
export function shownDimensions(by: readonly DimensionName[]): readonly DimensionName[] {
  return by.includes('session') ? [...new Set([...by, ...OF_SESSION])] : by;
}

export type DimensionName = keyof typeof DIMENSIONS;
/** What the value of a dimension is called: `room_name`. */
export type DimensionLabel = NonNullable<(typeof DIMENSIONS)[DimensionName]['label']>;

/** The members of a row that say what it is of: values, each before what it is called. */
export function keyColumns(by: readonly DimensionName[]): (DimensionName | DimensionLabel)[] {
  return shownDimensions(by).flatMap((name) => {
    const { label } = DIMENSIONS[name];
    return label === null ? [name] : [name, label];
  });
}

export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as readonly DimensionName[];

export function isDimension(name: string): name is DimensionName {
  return Object.hasOwn(DIMENSIONS, name);
}
