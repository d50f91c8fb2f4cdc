/** What must stand on each page, as the API has it: texts for each element of a list, in its order. */

import type { FiguresRow } from '../../../../gym/figures/query.ts';
import type { SessionBody } from '../../../../gym/reports/session-row.ts';
import { drawText } from '../../../../web/pages/trainers.tsx';
import { average, date, money, number, percent, range } from '../../../../web/words/format.ts';
import { noShows } from '../../../../web/words/sentences.ts';

/** Of each element that `selector` finds. */
export interface Expected {
  readonly selector: string;
  readonly texts: readonly (readonly string[])[];
}

const some = (value: number | null | undefined, text: (value: number) => string) =>
  value === null || value === undefined ? [] : [text(value)];

export function sessions(rows: readonly SessionBody[], selector = '.sessions > li'): Expected {
  return { selector, texts: rows.map(sessionTexts) };
}

/** A class on a date: never a zero for what is unknown. */
function sessionTexts(one: SessionBody): string[] {
  const texts = [one.starts_at.slice(11, 16)];
  if (one.status === 'in_progress') texts.push(...some(one.occupancy_now, (now) => `${now} now`));
  if (one.status === 'scheduled') texts.push(...some(one.booked, (booked) => `${booked} booked`));
  if (one.status !== 'completed') return texts;
  const of = one.capacity === null ? '' : ` of ${number(one.capacity)}`;
  texts.push(one.attended === null ? 'not counted' : `${number(one.attended)}${of}`);
  const isCounted = one.attended !== null && one.source === 'camera';
  const between = isCounted ? range(one.attended_low, one.attended_high) : null;
  return [
    ...texts,
    ...(between === null ? [] : [between]),
    ...some(one.booked, (booked) => `${number(booked)} booked`),
    ...(one.booked !== null && one.no_shows
      ? [noShows(one.no_shows, one.no_shows_basis) ?? '']
      : []),
    ...(one.booked !== null && one.walk_ins ? [`${number(one.walk_ins)} walk-in`] : []),
  ];
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The cells that have something in them, row by row. */
export function heat(rows: readonly FiguresRow[]): Expected {
  const held = rows.filter(({ held: classes }) => Number(classes) > 0);
  const sorted = held.toSorted(
    (one, other) =>
      WEEKDAYS.indexOf(String(one['weekday'])) - WEEKDAYS.indexOf(String(other['weekday'])) ||
      Number(one['hour']) - Number(other['hour']),
  );
  const texts = sorted.map(({ fill_rate, n }) =>
    typeof fill_rate === 'number'
      ? [String(Math.round(fill_rate * 100)), `${n?.['fill_rate']} class`]
      : ['not known'],
  );
  return { selector: '.heat tbody td:not(.none)', texts };
}

/** Days of a week: who came, the same weekday before, the fill and the classes. */
export function days(
  week: readonly FiguresRow[],
  before: readonly FiguresRow[],
  selector = 'table.days tbody tr',
): Expected {
  const texts = week.map((row, weekday) => {
    const whole = before.filter(
      (one, at) =>
        at % 7 === weekday && typeof one.attended === 'number' && one.n?.['attended'] === one.held,
    );
    const people = whole.map(({ attended }) => Number(attended));
    const usual = people.length === 0 ? '–' : range(Math.min(...people), Math.max(...people));
    const isHeld = Number(row.held) > 0;
    return [
      date(String(row['day']), 'short'),
      ...(isHeld ? [number(row.attended ?? null), percent(row.fill_rate ?? null)] : []),
      usual ?? '–',
      ...some(Number(row.sessions) - Number(row.cancelled) || null, number),
      ...(Number(row.cancelled) > 0 ? [`${number(row.cancelled ?? null)} cancelled`] : []),
    ];
  });
  return { selector, texts };
}

export interface ClassFigures {
  readonly class_id: string;
  readonly fill_rate?: number | null;
  readonly average_attendance?: number | null;
  readonly profit_per_class?: number | null;
  readonly breakeven_attendance?: number | null;
}

/** Rows that lead to a class: in whatever order they stand. */
export function classRow(row: ClassFigures, currency: string | null): Expected {
  const texts = [
    ...(row.fill_rate === undefined ? [] : [percent(row.fill_rate)]),
    ...some(row.average_attendance, average),
    ...some(row.profit_per_class, (amount) => money(amount, currency)),
    ...some(row.breakeven_attendance, number),
  ];
  return { selector: `.ranked a[href="/classes/${row.class_id}"]`, texts: [texts] };
}

export function trainerRow(row: FiguresRow): Expected {
  const isJudged = typeof row.slot_index === 'number' && Number(row.n?.['slot_index']) >= 4;
  const texts = [
    isJudged ? drawText(Number(row.slot_index)) : 'Too early to tell',
    number(row.held ?? null),
    percent(row.fill_rate ?? null),
    percent(row.no_show_rate ?? null),
  ];
  return {
    selector: `table.trainers tr:has(a[href="/trainers/${row['trainer']}"])`,
    texts: [texts],
  };
}

/** One element with all of it. */
export function one(selector: string, texts: readonly (string | null)[]): Expected {
  return { selector, texts: [texts.filter((text) => text !== null)] };
}
