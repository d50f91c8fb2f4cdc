/** Figures in words: each with its unit, a rate of bookings with what it is of. Unknown is said as unknown, with the reason. */

import { MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import { NULL_REASONS, type RowFigures } from '../../gym/figures/measures.ts';
import { counted } from '../../web/words/format.ts';
import { wordOf } from '../read/phrase.ts';
import { money, percent, plain } from './wording.ts';

/** `31`, `7.7%`, `£120.00`: without a unit where the sentence has the name. */
export function bare(measure: MeasureName, value: number, currency: string | null): string {
  switch (MEASURES[measure].unit) {
    case 'rate':
      return measure === 'trend' ? signedPoints(value) : percent(value);
    case 'money':
      return money(value, currency);
    case 'index':
      return plain(value, 2);
    default:
      return plain(value, 1);
  }
}

function signedPoints(value: number): string {
  const points = plain(Math.round(value * 10_000) / 100, 1);
  return `${value > 0 ? '+' : ''}${points} points`;
}

/** `31 no-shows`, `fill rate 64.1%`, `revenue unknown (no price)`. */
export function figure(measure: MeasureName, row: RowFigures, currency: string | null): string {
  const value = row[measure] ?? null;
  if (value === null) return `${wordOf(measure)} unknown${whyNot(measure, row)}`;
  return `${boundOf(measure, value, row)}${named(measure, value, currency)}`;
}

/** No-shows that are not all of a roster are a lower bound: walk-ins hide some. */
function boundOf(measure: MeasureName, value: number, { basis }: RowFigures): string {
  const isBound = measure === 'no_shows' && value > 0 && basis?.no_shows !== 'roster';
  return isBound ? 'at least ' : '';
}

function whyNot(measure: MeasureName, { reasons }: RowFigures): string {
  const reason = reasons?.[measure];
  if (reason === undefined) return '';
  const why = NULL_REASONS[reason].replace(/\.$/, '');
  return ` (${why.slice(0, 1).toLowerCase()}${why.slice(1)})`;
}

/** What is counted: one of it, several, and what stands behind. */
const NOUNS: Partial<Readonly<Record<MeasureName, readonly [string, string, behind?: string]>>> = {
  attended: ['person', 'people'],
  sessions: ['class', 'classes'],
  held: ['class', 'classes', ' held'],
  cancelled: ['class', 'classes', ' cancelled'],
  over_capacity: ['class', 'classes', ' over capacity'],
  booked: ['booking', 'bookings'],
  no_shows: ['no-show', 'no-shows'],
  walk_ins: ['walk-in', 'walk-ins'],
  late_cancels: ['late cancel', 'late cancels'],
  capacity: ['place', 'places'],
  empty_seats: ['empty place', 'empty places'],
};

function named(measure: MeasureName, value: number, currency: string | null): string {
  const noun = NOUNS[measure];
  if (noun !== undefined) return `${counted(value, noun[0], noun[1])}${noun[2] ?? ''}`;
  switch (measure) {
    case 'waitlisted':
      return `${plain(value, 0)} on the waitlist`;
    case 'fill_rate':
      return `${percent(value)} full`;
    case 'average_attendance':
      return `${plain(value, 1)} people a class on average`;
    case 'profit':
      return `${value < 0 ? 'a loss of' : 'profit'} ${bare(measure, Math.abs(value), currency)}`;
    case 'trend':
      return value === 0
        ? 'just as full in the second half'
        : `${pointsOf(value)} ${value > 0 ? 'fuller' : 'less full'} in the second half`;
    default:
      return `${wordOf(measure)} ${bare(measure, value, currency)}`;
  }
}

/** `, 7.7% of all (790 before, 22 up)`. */
export function versus(measure: MeasureName, row: RowFigures, currency: string | null): string {
  const part = row.share?.[measure] ?? null;
  return `${part === null ? '' : `, ${percent(part)} of all`}${beforeText(measure, row, currency)}`;
}

function beforeText(measure: MeasureName, row: RowFigures, currency: string | null): string {
  if (row.previous === undefined) return '';
  const before = row.previous[measure] ?? null;
  if (before === null) return ' (unknown before)';
  const change = row.change?.[measure] ?? null;
  const how = change === null ? '' : `, ${changeText(measure, change, currency)}`;
  return ` (${bare(measure, before, currency)} before${how})`;
}

function changeText(measure: MeasureName, change: number, currency: string | null): string {
  if (change === 0) return 'unchanged';
  const size =
    MEASURES[measure].unit === 'rate'
      ? pointsOf(change)
      : bare(measure, Math.abs(change), currency);
  return `${change > 0 ? 'up' : 'down'} ${size}`;
}

/** `3.7 points`, of two rates. */
function pointsOf(change: number): string {
  return counted(Number(plain(Math.round(Math.abs(change) * 10_000) / 100, 1)), 'point');
}
