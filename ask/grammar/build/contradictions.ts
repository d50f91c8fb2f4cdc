/**
 * Queries that no class can be of: a date with another weekday, an hour outside its part of the day, a bound above and below
 * at once. They are refused, for nobody asks for nothing: the words were read in a way that was not meant.
 */

import { addDays, weekdayOf } from '../../../gym/calendar/zone.ts';
import type { DimensionName } from '../../../gym/figures/dimensions.ts';
import { PARTS_OF_DAY, WEEKDAYS } from '../../../gym/figures/dimensions.ts';
import type { FilterValue, QueryFilter } from '../../../gym/figures/query.ts';
import type { Days } from '../dates/span.ts';
import type { Draft, Stop } from './draft.ts';

const stop = (message: string): Stop => ({ stop: 'not_understood', message });
const NO_DAY = stop(
  'The days and the weekdays that were read do not go together: name one of them.',
);
const SAME_DAYS = stop('The same days would be compared with each other: name the other time.');
const NO_HOUR = stop('The times of the day that were read do not go together: name one of them.');
const NO_VALUE = stop('The same is asked for and left out: name what is wanted.');
const NO_NUMBER = stop('The bounds that were read leave nothing between them.');
const PAIRED = stop('Each with one of its own was not understood: ask for one after the other.');

export function contradictionOf({ range, compare, where, having }: Draft): Stop | null {
  const times = [range, compare].filter((one) => one !== null);
  if (times.some((days) => !hasDay(days, where))) return NO_DAY;
  if (!hasHour(where)) return NO_HOUR;
  if (!where.every((one) => hasValue(one, where))) return NO_VALUE;
  const isBelow = having.some(([measure, op, value]) =>
    having.some(([other, otherOp, least]) => {
      const isHeld = measure === other && op.startsWith('<') && otherOp.startsWith('>');
      return isHeld && (least > value || (least === value && !(op === '<=' && otherOp === '>=')));
    }),
  );
  if (compare !== null && range?.from === compare.from && range.to === compare.to) return SAME_DAYS;
  return isBelow ? NO_NUMBER : null;
}

function hasDay({ from, to }: Days, where: readonly QueryFilter[]): boolean {
  for (let i = 0; i < 7; i++) {
    const date = addDays(from, i);
    const name = WEEKDAYS[weekdayOf(date) - 1];
    if (date <= to && keeps(where, 'weekday', name)) return true;
  }
  return false;
}

/** Whether the filters of one dimension let a value through. */
function keeps(
  where: readonly QueryFilter[],
  of: DimensionName,
  value: FilterValue | undefined,
): boolean {
  return where.every(([dim, op, values]) => {
    if (dim !== of || op === 'between' || value === undefined) return true;
    return values.includes(value) === (op === 'is');
  });
}

/** "Tom's", and then "not Tom". */
function hasValue([dim, op, values]: QueryFilter, where: readonly QueryFilter[]): boolean {
  return op !== 'is' || values.some((value) => keeps(where, dim, value));
}

/** Starts that are named, and whether one of them lies in the parts of the day that are named. */
function hasHour(where: readonly QueryFilter[]): boolean {
  const starts = where.filter(([dim, op]) => dim === 'start_time' && op !== 'is_not');
  return starts.every(([, op, values]) => {
    const [first = 0, last = first] = values.map((value) => Number(String(value).slice(0, 2)));
    const hours =
      op === 'between'
        ? Array.from({ length: Math.max(1, last - first + 1) }, (_, i) => first + i)
        : values.map((value) => Number(String(value).slice(0, 2)));
    return hours.some((hour) => keeps(where, 'part_of_day', partOf(hour)));
  });
}

function partOf(hour: number): string {
  const begun = Object.entries(PARTS_OF_DAY).filter(([, from]) => from <= hour);
  return begun.at(-1)?.[0] ?? 'night';
}

interface Valued {
  readonly dim: DimensionName;
  readonly values: readonly FilterValue[];
  readonly isNot: boolean;
}

/**
 * "Anna on Mondays and Tom on Tuesdays": each with a day of its own, which filters of a query cannot hold apart.
 *
 * @param pieces in the order of the text
 */
export function pairedValues(pieces: readonly Valued[]): Stop | null {
  const asked = pieces.filter(({ isNot }) => !isNot);
  const runs: { dim: DimensionName; values: string }[] = [];
  for (const { dim, values } of asked) {
    if (runs.at(-1)?.dim !== dim) runs.push({ dim, values: values.join() });
    else runs.push({ dim, values: `${runs.pop()?.values},${values.join()}` });
  }
  const valuesOf = (dim: DimensionName): Set<string> =>
    new Set(runs.filter((run) => run.dim === dim).map(({ values }) => values));
  const apart = [...new Set(runs.map(({ dim }) => dim))].filter((dim) => valuesOf(dim).size > 1);
  return apart.length > 1 ? PAIRED : null;
}
