/** Numbers of people and money of a row. A number that cannot be is left out with a fault; the class is taken. */

import { type ClassNumbers, numbersFrom } from '../../sessions/class-values.ts';
import type { FaultLog } from '../entry-list.ts';
import { type Field, type RowValues, textOf } from './values.ts';

/** More people than any class has: a telephone number, a year in the wrong column. Chosen here. */
const MAX_PEOPLE = 10_000;
/** More than any class earns, thousandths: a billion would be absurd even in rupiah. Chosen here. */
const MAX_MILLI = 1e12;

/** Reads them all; of `12/20` the second number is the capacity where nothing else says it. */
export function readFigures(
  values: RowValues,
  line: number,
  mark: DecimalMark,
  faults: FaultLog,
): ClassNumbers {
  const ignore = (field: Field, expected: string, got: string) => {
    faults.ignored(line, field, expected, got);
    return null;
  };
  const within = (field: Field, people: number, least: number) =>
    people >= least && people <= MAX_PEOPLE
      ? people
      : ignore(field, `${least} to ${MAX_PEOPLE}`, String(people));
  const count = (field: Field): Count | null => {
    const text = textOf(values[field]);
    return text === null ? null : (readCount(text) ?? ignore(field, 'a whole number', text));
  };
  /** @param whole of which a percentage is a share; null where it is not known. */
  const people = (field: Field, found: Count | null, whole: number | null) => {
    if (found === null) return null;
    const size = found.people ?? (whole === null ? null : Math.round((found.share ?? 0) * whole));
    return size === null
      ? ignore(field, 'a number of people', textOf(values[field]) ?? '')
      : within(field, size, 0);
  };
  const money = (field: Field) => {
    const text = textOf(values[field]);
    if (text === null) return null;
    const milli = readMoneyMilli(text, mark);
    const isPossible = milli !== null && milli >= 0 && milli <= MAX_MILLI;
    return isPossible ? milli : ignore(field, 'an amount of 0 or more', text);
  };
  const [booked, attended] = [count('booked'), count('attended')];
  const said = textOf(values.capacity);
  const isOpen = said !== null && /^(?:unlimited|no limit|unbegrenzt|∞)$/i.test(said);
  const seats = said === null || isOpen ? undefined : count('capacity')?.people;
  const size = said === null ? (booked?.places ?? attended?.places) : seats;
  const capacity = size === undefined ? null : within('capacity', size, 1);
  return numbersFrom((name, { field, holds }) => {
    if (name === 'capacity') return capacity;
    if (name === 'booked') return people(field, booked, capacity);
    if (name === 'checkedIn') return people(field, attended, null);
    return holds === 'money' ? money(field) : people(field, count(field), null);
  });
}

/** The sign before the fraction, where a number has only one sign. */
export type DecimalMark = '.' | ',';

/** A count of people: alone, of so many places (`12/20`), or as a share of the places (`60%`), 0..1. */
type Count = { readonly people?: number; readonly places?: number; readonly share?: number };

const OF = /^(-?\d+)\s*(?:\/|of|von|de)\s*(\d+)$/i;
const PERCENT = /^(-?\d+(?:[.,]\d+)?)\s*%$/;
const WHOLE = /^-?\d{1,3}(?:[,.' ]\d{3})+$|^-?\d+(?:[.,]0+)?$/;

/** Null for what is no whole number, number of places or percentage. */
function readCount(text: string): Count | null {
  const [of, people, places] = OF.exec(text) ?? [];
  if (of !== undefined) return { people: Number(people), places: Number(places) };
  const percent = PERCENT.exec(text)?.[1];
  if (percent !== undefined) return { share: Number(percent.replace(',', '.')) / 100 };
  if (!WHOLE.test(text)) return null;
  return { people: Number(text.replace(/[.,]0{1,2}$/, '').replace(/[,.' ]/g, '')) };
}

/** Thousandths of the unit of a currency: `£1,234.50`, `1.234,50 €`, `(12.00)`; null for what is no amount. */
export function readMoneyMilli(text: string, mark: DecimalMark): number | null {
  const isNegative = /^\(.*\)$/.test(text) || /^[^\d]*[-−]/.test(text) || /\d\s*[-−]$/.test(text);
  const number = text.replace(/\p{Sc}|\p{L}{1,3}\.?|[()\s'−-]/gu, '');
  if (!/^\d[\d.,]*$/.test(number)) return null;
  const plain = plainNumber(number, mark);
  if (plain === null) return null;
  const milli = Math.round(Number(plain) * 1000);
  return isNegative && milli !== 0 ? -milli : milli;
}

/** The mark of a column: a comma where any of its amounts can only be read so. */
export function decideDecimalMark(texts: readonly string[]): DecimalMark {
  return texts.some((text) => /\d,\d{1,2}(?!\d)/.test(text)) ? ',' : '.';
}

/** `1.234,5` and `1,234.5` as `1234.5`; null where the signs make no sense. */
function plainNumber(text: string, mark: DecimalMark): string | null {
  const lastComma = text.lastIndexOf(',');
  const lastDot = text.lastIndexOf('.');
  // With both signs the last one marks the fraction, whatever the rest of the column does.
  const decimal = lastComma >= 0 && lastDot >= 0 ? (lastComma > lastDot ? ',' : '.') : mark;
  const [whole = '', fraction, ...more] = text.split(decimal);
  if (more.length > 0) return groups(text);
  const ungrouped = groups(whole);
  if (ungrouped === null || (fraction !== undefined && !/^\d*$/.test(fraction))) return null;
  return fraction === undefined ? ungrouped : `${ungrouped}.${fraction === '' ? '0' : fraction}`;
}

/** A whole number without the signs between its thousands. */
function groups(text: string): string | null {
  return /^\d{1,3}(?:([.,])\d{3}(?:\1\d{3})*)?$|^\d+$/.test(text)
    ? text.replace(/[.,]/g, '')
    : null;
}
