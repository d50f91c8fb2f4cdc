/** What a row of figures is of, in words: "Monday", "week of 12 Oct", "Power Ride, Mon 18:00". */

import { DIMENSIONS, type DimensionName } from '../../../gym/figures/dimensions.ts';
import type { FiguresRow } from '../../../gym/figures/query.ts';
import type { Item } from '../../findings.ts';
import { dayText, sentence, weekdayName, weekdayOf } from '../words/wording.ts';

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

export function rowName(row: FiguresRow, by: readonly DimensionName[]): string {
  const labelOf = (dim: DimensionName): string | null => {
    const { label } = DIMENSIONS[dim];
    return label === null ? null : (row[label] ?? null);
  };
  return by.map((dim) => keyText(dim, row[dim] ?? null, labelOf(dim))).join(', ');
}

function keyText(dim: DimensionName, value: unknown, label: string | null): string {
  if (label !== null) return label;
  if (value === null) return `no ${dim.replaceAll('_', ' ')}`;
  const text = String(value);
  switch (dim) {
    case 'day':
      return `${weekdayName(weekdayOf(text)).slice(0, 3)} ${dayText(text)}`;
    case 'week':
      return `week of ${dayText(text)}`;
    case 'month':
      return `${MONTHS[Number(text.slice(5, 7)) - 1] ?? text} ${text.slice(0, 4)}`;
    case 'weekday':
    case 'weekpart':
    case 'part_of_day':
      return sentence(text);
    case 'hour':
      return `${text.padStart(2, '0')}:00`;
    case 'substitute':
      return value === true ? 'by a substitute' : 'by the usual trainer';
    case 'quality':
      return `grade ${text}`;
    default:
      return text;
  }
}

const TYPES: Partial<Readonly<Record<DimensionName, Item['@type']>>> = {
  series: 'Class',
  class: 'Class',
  session: 'ClassSession',
  trainer: 'Trainer',
  room: 'Room',
  day: 'Day',
  week: 'Day',
  month: 'Day',
  weekday: 'Day',
  weekpart: 'Day',
  hour: 'Hour',
  part_of_day: 'Hour',
  start_time: 'Hour',
};

/** What the first dimension that has a type is. */
export function typeOf(by: readonly DimensionName[]): Item['@type'] {
  if (by.includes('hour') && by.includes('weekday')) return 'Hour';
  return by.map((dim) => TYPES[dim]).find((type) => type !== undefined) ?? 'Figures';
}
