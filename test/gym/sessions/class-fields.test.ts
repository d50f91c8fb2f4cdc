import { expect, it } from 'vitest';
import { SYNONYMS } from '../../../gym/schedule/values.ts';
import { CLASS_NUMBERS, NEWS_FIELDS } from '../../../gym/sessions/class-fields.ts';

it('a number is read from a column of its own name, and no name means two numbers', () => {
  const names = Object.values(CLASS_NUMBERS).flatMap(({ imported }) => {
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
