/** Numbers as words, dates as people say them, feasts, clocks. */

import { it } from 'vitest';
import { type Expected, expectReading } from './expected.ts';

const days = (from: string, to: string, filters: object = {}): Expected => ({
  report: 'attendance',
  from: `2026-${from}`,
  to: `2026-${to}`,
  ...filters,
});
const day = (date: string): Expected => ({ report: 'summary', date });

it.each<[string, Expected]>([
  ['attendance past thirty days', days('10-20', '11-18')],
  ['attendance over the last forty two days', days('10-08', '11-18')],
  ['attendance in the last twenty-one days', days('10-29', '11-18')],
  ['attendance last couple weeks', days('11-05', '11-18')],
  ['attendance the past half a dozen days', days('11-13', '11-18')],
  ['attendance last 3 Mondays', days('11-02', '11-16', { weekday: 1 })],
  ['attendance three Fridays ago', day('2026-10-30')],
  ['attendance since the first of the month', days('11-01', '11-18')],
  ['attendance since the 5th', days('11-05', '11-18')],
  ['attendance until the 5th of november', days('09-25', '11-05')],
  ['attendance week ending 8 November', days('11-02', '11-08')],
  ['attendance w/c 2 November', days('11-02', '11-08')],
  ['attendance a month ago', day('2026-10-18')],
  ['attendance first week of October', days('10-01', '10-07')],
  ['attendance in the second half of October', days('10-16', '10-31')],
  ['attendance last week of October', days('10-25', '10-31')],
  ['attendance since halloween', days('10-31', '11-18')],
  ['attendance on bonfire night', day('2026-11-05')],
  ["how busy were we on New Year's Eve", day('2025-12-31')],
  ['attendance yesterday at 17h30', days('11-17', '11-17', { from_hour: 17, to_hour: 18 })],
  ['attendance yesterday at half past six', days('11-17', '11-17', { from_hour: 18, to_hour: 19 })],
  [
    'attendance yesterday after quarter to 6',
    days('11-17', '11-17', { from_hour: 17, to_hour: 24 }),
  ],
])('%s', async (text, expected) => {
  await expectReading(text, expected);
});
