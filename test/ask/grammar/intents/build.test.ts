import { expect, it } from 'vitest';
import { ask, queryOf } from '../asking.ts';

const usual = { from: '2026-10-08', to: '2026-11-18' };
const month = { from: '2026-11-01', to: '2026-11-18' };
const periods = { other_from: '2026-10-01', other_to: '2026-10-31' };

it.each([
  ['Should I cut Afternoon Ride?', { report: 'class', class: 'Afternoon Ride', ...usual }],
  [
    "Tom's attendance on Saturdays",
    { report: 'attendance', trainer: 'tom-ashworth', weekday: 6, ...usual },
  ],
  ['are we busier than last month', { report: 'compare_periods', ...month, ...periods }],
  [
    'HIIT 45 this month vs last month',
    { report: 'compare_periods', class: 'HIIT 45', ...month, ...periods },
  ],
  [
    'what did Maya teach last Tuesday',
    { report: 'schedule', trainer: 'maya-okafor', from: '2026-11-17', to: '2026-11-17' },
  ],
  [
    'how many classes are there tomorrow',
    { report: 'schedule', from: '2026-11-19', to: '2026-11-19' },
  ],
  [
    'when is the spin room busiest',
    { report: 'hours', room: 'Spin Room', by: 'attended', order: 'highest', ...usual },
  ],
  [
    'when is Hatha Yoga fullest',
    { report: 'hours', class: 'Hatha Yoga', by: 'fill_rate', order: 'highest', ...usual },
  ],
  [
    'rank classes by no-shows',
    { report: 'ranking', by: 'no_show_rate', order: 'highest', limit: 8, ...usual },
  ],
  [
    "which of Ben's classes is emptiest",
    {
      report: 'ranking',
      trainer: 'ben-carter',
      by: 'fill_rate',
      order: 'lowest',
      limit: 1,
      ...usual,
    },
  ],
  [
    'which Friday class is the fullest',
    { report: 'ranking', weekday: 5, by: 'fill_rate', order: 'highest', limit: 1, ...usual },
  ],
  ['are we losing money', { report: 'revenue', focus: 'totals', ...usual }],
  ["what's growing", { report: 'ranking', by: 'trend', order: 'highest', limit: 1, ...usual }],
])('%s', async (text, query) => {
  expect(await queryOf(text)).toEqual(query);
});

it.each([
  'which trainer fills Hatha Yoga best',
  'Compare Anna with HIIT 45',
  'compare mondays and tuesdays',
  'compare yesterday with last Tuesday',
  'revenue on Mondays',
  'dead classes in the spin room',
])('%s: no answer to another question', async (text) => {
  expect(await ask(text)).toMatchObject({ kind: 'unclear' });
});

it('reads the trainer who asks', async () => {
  expect(await queryOf('my busiest class', { self: 'zoe-marchetti' })).toMatchObject({
    trainer: 'zoe-marchetti',
  });
  expect(await queryOf('am I better than Ben', { self: 'zoe-marchetti' })).toMatchObject({
    of: ['zoe-marchetti', 'ben-carter'],
  });
  expect(await queryOf('my busiest class')).not.toHaveProperty('trainer');
});
