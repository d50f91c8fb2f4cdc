/** Names as people write them, money as people say it. */

import { expect, it } from 'vitest';
import { ask } from '../asking.ts';
import { type Expected, expectReading, LAST_WEEK, OCTOBER, USUAL } from './expected.ts';

it.each<[string, Expected]>([
  ['candle lit yin last week', { report: 'class', class: 'Candlelit Yin', ...LAST_WEEK }],
  ['master class Barre, how full', { report: 'class', class: 'Masterclass Barre', ...USUAL }],
  ['Mr Carter last week', { report: 'trainer', trainer: 'ben-carter', ...LAST_WEEK }],
  [
    'how is Ms. Okafor doing',
    { report: 'trainer', trainer: 'maya-okafor', from: '2026-11-12', to: '2026-11-18' },
  ],
  ['"tom-ashworth" last week', { report: 'trainer', trainer: 'tom-ashworth', ...LAST_WEEK }],
  ['B. Carter last week', { report: 'trainer', trainer: 'ben-carter', ...LAST_WEEK }],
  ['X. Carter last week', 'unknown_name'],
  [
    'attendance of spin classes last week',
    { report: 'attendance', room: 'Spin Room', ...LAST_WEEK },
  ],
  [
    'morning spin last week',
    {
      report: 'attendance',
      room: 'Spin Room',
      from_hour: 5,
      to_hour: 12,
      ...LAST_WEEK,
    },
  ],
  ['which classes pay for themselves', { report: 'revenue', focus: 'profitable', ...USUAL }],
  [
    'does Power Ride pay for itself',
    { report: 'revenue', focus: 'totals', class: 'Power Ride', ...USUAL },
  ],
  [
    'does Induction Circuit lose money',
    { report: 'revenue', focus: 'totals', class: 'Induction Circuit', ...USUAL },
  ],
  [
    'how much did we lose on Power Ride in October',
    { report: 'revenue', focus: 'totals', class: 'Power Ride', ...OCTOBER },
  ],
  ["what's our P&L for october", { report: 'revenue', focus: 'totals', ...OCTOBER }],
  ['yoga', 'choice'],
  ["how full are Tom's rides", 'choice'],
])('%s', async (text, expected) => {
  await expectReading(text, expected);
});

it('asks back with whole questions', async () => {
  const reading = await ask('yoga');
  const options = reading.kind === 'choice' ? reading.options : [];
  expect(options.length).toBeGreaterThan(1);
  for (const option of options) {
    expect(option).toMatch(/^\w+( \S+){3,}\?$/u);
    expect(await ask(option)).toMatchObject({ kind: 'query' });
  }
});

it.each([
  ['anna flurble gribble', 'Anna Petrova'],
  ['HIIT 45 flurble gribble', 'HIIT 45'],
  ['flurble gribble on 3 November', '3 November 2026'],
])('%s: suggests questions about %s', async (text, name) => {
  const reading = await ask(text);
  const suggestions = reading.kind === 'unclear' ? reading.suggestions : [];
  expect(suggestions[0]).toContain(name);
  for (const one of suggestions) expect(await ask(one), one).toMatchObject({ kind: 'query' });
});
