import { expect, it } from 'vitest';
import { fronted } from '../../../../ask/grammar/text/fronted.ts';

it.each([
  ['classes taught by a sub in October, how many?', 'how many classes taught by a sub in October?'],
  ['the classes in the yoga loft - how many were there?', 'how many classes in the yoga loft?'],
  ['no-shows last week: how many', 'how many no-shows last week?'],
])('%s', (typed, read) => {
  expect(fronted(typed)).toBe(read);
});

it.each(['how many', 'When were we full, and how many came?', 'show classes, how many?'])(
  '%s stays as it is',
  (typed) => {
    expect(fronted(typed)).toBe(typed);
  },
);

it('takes no longer for a long run of spaces and signs', () => {
  const begin = performance.now();
  fronted(`a${' ,'.repeat(240)} how manyx`);
  expect(performance.now() - begin).toBeLessThan(50);
});
