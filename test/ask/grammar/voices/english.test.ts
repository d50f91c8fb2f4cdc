/** Words of names that are also everyday English are names only where they stand as one. */

import { expect, it } from 'vitest';
import { ask } from '../asking.ts';
import { type Expected, expectReading, LAST_WEEK, USUAL } from './expected.ts';

it.each([
  'how busy are we early in the week',
  'attendance early last week',
  'is attendance low on Fridays',
  'low numbers last week',
  'low attendance classes',
  'core hours attendance last week',
  'over the stretch to 8 November how many came',
  'spin up a report of last week',
  'stretch the range to last month',
  'attendance on boxing day',
  'slow days',
  'total attendance last week',
])('%s: no class is meant', async (text) => {
  const reading = await ask(text);
  expect(JSON.stringify(reading.kind === 'query' ? reading.query : {})).not.toContain('"class"');
});

it.each<[string, Expected]>([
  ['total attendance last week', { report: 'attendance', ...LAST_WEEK }],
  ['How did Boxing do last week', { report: 'class', class: 'Boxing Basics', ...LAST_WEEK }],
  ['How is Early HIIT doing', { report: 'class', class: 'Early HIIT', ...USUAL }],
  ['core express last week', { report: 'class', class: 'Core Express', ...LAST_WEEK }],
  [
    'attendance in the early morning last week',
    { report: 'attendance', ...LAST_WEEK, from_hour: 5, to_hour: 12 },
  ],
])('%s', async (text, expected) => {
  await expectReading(text, expected);
});
