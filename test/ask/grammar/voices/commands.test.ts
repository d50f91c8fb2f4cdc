/** People order about: a verb at the head does no harm, and an unknown word is no name without a likeness. */

import { expect, it } from 'vitest';
import { ask } from '../asking.ts';
import { type Expected, expectReading, LAST_WEEK, OCTOBER, USUAL } from './expected.ts';

it.each<[string, Expected]>([
  ['fetch attendance last week', { report: 'attendance', ...LAST_WEEK }],
  ['Rustle up the attendance for last week', { report: 'attendance', ...LAST_WEEK }],
  ['could you kindly dig out the no-shows for october', { report: 'no_shows', ...OCTOBER }],
  ['Run me the revenue numbers, October', { report: 'revenue', focus: 'totals', ...OCTOBER }],
  [
    'summon a detailed attendance report from 9 November to 15 November inclusive',
    { report: 'attendance', ...LAST_WEEK },
  ],
  [
    'classes by fill rate descending limit 5',
    { report: 'ranking', by: 'fill_rate', order: 'highest', limit: 5, ...USUAL },
  ],
  [
    'classes by fill rate ascending limit 3',
    { report: 'ranking', by: 'fill_rate', order: 'lowest', limit: 3, ...USUAL },
  ],
  [
    'no-shows, trainer = anna, week = last week',
    { report: 'no_shows', trainer: 'anna-petrova', ...LAST_WEEK },
  ],
  ['calculate october takings', { report: 'revenue', focus: 'totals', ...OCTOBER }],
  ['attendance flurble last week', 'not_understood'],
  ['Wibble the attendance of last week', { report: 'attendance', ...LAST_WEEK }],
  ['Crossfit last week', 'unknown_name'],
  ['rev oct', { report: 'revenue', focus: 'totals', ...OCTOBER }],
  ['ppl in spin rm rn', { report: 'occupancy', room: 'Spin Room' }],
  ['wot r the nums for last wk thx', { report: 'attendance', ...LAST_WEEK }],
  ['thurs timetable', { report: 'schedule', from: '2026-11-19', to: '2026-11-19' }],
])('%s', async (text, expected) => {
  await expectReading(text, expected);
});

it('names nothing that is not like what was typed', async () => {
  expect(await ask('how is Zxqwvb doing')).toMatchObject({
    reason: 'unknown_name',
    message: expect.not.stringContaining('Nearest'),
  });
});
