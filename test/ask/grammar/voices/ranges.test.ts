/** Both ends of a range count, and a range that runs backwards is none. */

import { expect, it } from 'vitest';
import { ask } from '../asking.ts';
import { type Expected, expectReading } from './expected.ts';

const attendance = (from: string, to: string): Expected => ({
  report: 'attendance',
  from: `2026-${from}`,
  to: `2026-${to}`,
});

it.each<[string, Expected]>([
  ['attendance 12/10/2026 - 25/10/2026', attendance('10-12', '10-25')],
  ['how many came 12/10/2026 to 25/10/2026', attendance('10-12', '10-25')],
  ['visitors 2026-10-12 through 2026-10-25', attendance('10-12', '10-25')],
  ['Footfall Oct 13 - Oct 19', attendance('10-13', '10-19')],
  ['turnout Oct 13th through 19th please', attendance('10-13', '10-19')],
  ['headcount between the 3rd and the 10th', attendance('11-03', '11-10')],
  ['attendance the 3rd to the 9th of November', attendance('11-03', '11-09')],
  ['attendance from the 25th to the 2nd', attendance('10-25', '11-02')],
  ['how many came after 5 November', attendance('11-06', '11-18')],
  ['attendance since 5 November', attendance('11-05', '11-18')],
  ['attendance up to 8 November', attendance('09-28', '11-08')],
  ['attendance before 1 November', attendance('09-20', '10-31')],
  ['the fortnight to 8 November, attendance', attendance('10-26', '11-08')],
  ['attendance for the 10 days ending 8 November', attendance('10-30', '11-08')],
  ['attendance over the week up to 8 November', attendance('11-02', '11-08')],
  ['attendance from 14 November to 3 November', 'no_such_date'],
  ['attendance 14/11/2026 - 3/11/2026', 'no_such_date'],
  ['revenue between 10 November and 5 November', 'no_such_date'],
  ['attendance in 2019', 'no_such_date'],
  ['revenue last year', 'no_such_date'],
  ['this month against last year', 'no_such_date'],
  ['attendance next year', 'no_such_date'],
  ['timetable next year', 'no_such_date'],
  ['growth since October', 'not_understood'],
])('%s', async (text, expected) => {
  await expectReading(text, expected);
});

it.each([
  ['attendance up to 8 November', 'No beginning was named'],
  ['attendance yesterday between 6 and 8', '18:00 up to 20:00'],
  ['attendance on 3/11', '3 November 2026'],
])('%s: says “%s”', async (text, said) => {
  expect(JSON.stringify(await ask(text))).toContain(said);
});

it('says the other reading of a date in figures that is still to come', async () => {
  expect(await ask('attendance on 11/12/2026')).toMatchObject({
    reason: 'no_such_date',
    message: expect.stringContaining('12 November 2026'),
  });
});
