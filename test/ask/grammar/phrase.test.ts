import { expect, it } from 'vitest';
import { phraseOf } from '../../../ask/grammar/phrase.ts';
import type { Query } from '../../../ask/query.ts';
import { queryOf, surroundings } from './asking.ts';

const days = { from: '2026-10-08', to: '2026-11-18' };
const filters = { weekday: 5, from_hour: 17, to_hour: 24, trainer: 'anna-petrova' };

const QUERIES: readonly Query[] = [
  { report: 'summary', date: '2026-11-17' },
  { report: 'schedule', from: '2026-11-18', to: '2026-11-19', trainer: 'ben-carter' },
  { report: 'schedule', from: '2026-11-18', to: '2026-11-19', class: 'Power Ride', next: true },
  { report: 'attendance', ...days, ...filters },
  { report: 'attendance', ...days, room: 'Yoga Loft' },
  { report: 'trainer', trainer: 'zoe-marchetti', ...days },
  { report: 'trainers', ...days, by: 'fill_rate', order: 'lowest' },
  { report: 'trainers', ...days, by: 'attended', order: 'highest' },
  { report: 'trainers', ...days, by: 'average_attendance', order: 'highest' },
  { report: 'trainers', ...days, by: 'no_show_rate', order: 'highest' },
  { report: 'trainers', ...days, by: 'classes', order: 'highest' },
  { report: 'ranking', ...days, ...filters, by: 'fill_rate', order: 'highest', limit: 3 },
  { report: 'ranking', ...days, by: 'attended', order: 'lowest', limit: 5 },
  { report: 'ranking', ...days, by: 'average_attendance', order: 'highest', limit: 8 },
  { report: 'ranking', ...days, by: 'no_show_rate', order: 'highest', limit: 8 },
  { report: 'ranking', ...days, by: 'trend', order: 'highest', limit: 8 },
  { report: 'ranking', ...days, by: 'trend', order: 'lowest', limit: 8 },
  { report: 'dead_classes', ...days },
  { report: 'class', ...days, class: 'HIIT 45', weekday: 5 },
  { report: 'revenue', ...days, focus: 'totals' },
  { report: 'revenue', ...days, focus: 'totals', class: 'Power Ride' },
  { report: 'revenue', ...days, focus: 'profitable' },
  { report: 'revenue', ...days, focus: 'unprofitable' },
  { report: 'revenue', ...days, focus: 'dead' },
  { report: 'occupancy' },
  { report: 'occupancy', room: 'Spin Room' },
  { report: 'no_shows', ...days, class: 'HIIT 45', trainer: 'darius-khan' },
  { report: 'hours', ...days, weekday: 1, by: 'attended', order: 'lowest' },
  { report: 'hours', ...days, by: 'fill_rate', order: 'highest' },
  { report: 'compare', kind: 'classes', of: ['Power Ride', 'Lunch Ride'], ...days },
  { report: 'compare', kind: 'trainers', of: ['anna-petrova', 'ben-carter'], ...days },
  {
    report: 'compare_periods',
    ...days,
    other_from: '2026-09-01',
    other_to: '2026-09-30',
    weekday: 2,
  },
];

it.each(QUERIES.map((query) => [phraseOf(query, surroundings()), query] as const))(
  '%s is read back',
  async (text, query) => {
    expect(await queryOf(text)).toEqual(query);
  },
);
