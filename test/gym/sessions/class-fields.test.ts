import { expect, it } from 'vitest';
import { SYNONYMS } from '../../../gym/schedule/values.ts';
import { CLASS_FIELDS, CLASS_NUMBERS, NEWS_FIELDS } from '../../../gym/sessions/class-fields.ts';

const numbers = Object.values(CLASS_NUMBERS);

it('no two fields share a column, and no two numbers a column of imports or a label', () => {
  const columns = Object.values(CLASS_FIELDS).map(({ column }) => column);
  expect(new Set(columns).size).toBe(columns.length);
  for (const part of ['field', 'label'] as const) {
    expect(new Set(numbers.map(({ imported }) => imported[part])).size).toBe(numbers.length);
  }
});

it('a number is read from a column of its own name, and no name means two numbers', () => {
  const names = numbers.flatMap(({ imported }) => {
    const own = SYNONYMS.flatMap(([name, field]) => (field === imported.field ? [name] : []));
    expect(own).toContain(imported.field.replaceAll('_', ''));
    return own;
  });
  expect(new Set(names).size).toBe(names.length);
});

it('news of a class stands in the order of the places that older imports were stored with', () => {
  expect(NEWS_FIELDS.slice(0, 8)).toEqual([
    ...['isCancelled', 'capacity', 'booked', 'checkedIn'],
    ...['noShows', 'lateCancels', 'waitlisted', 'revenueMilli'],
  ]);
});
