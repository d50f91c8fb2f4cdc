/** Numbers of people and money of a row. A number that cannot be is left out with a fault; the class is taken. */

import { type ClassNumbers, numbersFrom } from '../../sessions/class-values.ts';
import type { RowContext, RowLine } from './context.ts';
import type { Field, RowValues } from './fields.ts';
import { textOf } from './values/blank.ts';
import { type Count, readCount, readMoneyMilli } from './values/number.ts';

/** More people than any class has: a telephone number, a year in the wrong column. Chosen here. */
const MAX_PEOPLE = 10_000;
/** More than any class earns, thousandths: a billion would be absurd even in rupiah. Chosen here. */
const MAX_MILLI = 1e12;

/** Reads them all; of `12/20` the second number is the capacity where nothing else says it. */
export function readFigures(values: RowValues, line: RowLine, context: RowContext): ClassNumbers {
  const reader = new FigureReader(values, line, context);
  const booked = reader.count('booked');
  const attended = reader.count('attended');
  const said = textOf(values.capacity) !== null;
  const capacity = said ? reader.capacity() : reader.places(booked?.places ?? attended?.places);
  return numbersFrom((name, { field, holds }) => {
    if (name === 'capacity') return capacity;
    if (name === 'booked') return reader.people(field, booked, capacity);
    if (name === 'checkedIn') return reader.people(field, attended, null);
    return holds === 'money'
      ? reader.moneyMilli(field)
      : reader.people(field, reader.count(field), null);
  });
}

class FigureReader {
  readonly #values: RowValues;
  readonly #line: RowLine;
  readonly #context: RowContext;

  constructor(values: RowValues, line: RowLine, context: RowContext) {
    this.#values = values;
    this.#line = line;
    this.#context = context;
  }

  count(field: Field): Count | null {
    const text = textOf(this.#values[field]);
    if (text === null) return null;
    return readCount(text) ?? this.#ignore(field, 'a whole number', text);
  }

  /** @param whole of which a percentage is a share; null where a percentage cannot be distinguished from another. */
  people(field: Field, count: Count | null, whole: number | null): number | null {
    if (count === null) return null;
    const text = textOf(this.#values[field]) ?? '';
    if (count.people === null && whole === null) {
      return this.#ignore(field, 'a number of people', text);
    }
    const people = count.people ?? Math.round((count.share ?? 0) * (whole ?? 0));
    return this.#within(field, people, 0);
  }

  capacity(): number | null {
    const text = textOf(this.#values.capacity);
    if (text === null || /^(?:unlimited|no limit|unbegrenzt|∞)$/i.test(text)) return null;
    return this.places(this.count('capacity')?.people);
  }

  places(places: number | null | undefined): number | null {
    return places === null || places === undefined ? null : this.#within('capacity', places, 1);
  }

  moneyMilli(field: Field): number | null {
    const text = textOf(this.#values[field]);
    if (text === null) return null;
    const milli = readMoneyMilli(text, this.#context.decimalMark);
    const isPossible = milli !== null && milli >= 0 && milli <= MAX_MILLI;
    return isPossible ? milli : this.#ignore(field, 'an amount of 0 or more', text);
  }

  #within(field: Field, people: number, least: number): number | null {
    if (people >= least && people <= MAX_PEOPLE) return people;
    return this.#ignore(field, `${least} to ${MAX_PEOPLE}`, String(people));
  }

  #ignore(field: Field, expected: string, got: string): null {
    this.#context.faults.ignored({ line: this.#line, field, expected, got });
    return null;
  }
}
