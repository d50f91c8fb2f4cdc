/** Where figures can be read again: only addresses that have the very same ones. */

import { expect, it } from 'vitest';
import { placeOf } from '../../../ask/nlweb/place.ts';
import type { Query } from '../../../ask/query.ts';

const today = '2026-11-18';
const weeks = { from: '2026-10-08', to: today };
const week = { from: '2026-11-12', to: today };
const again = '/ask?query=How%20%26%20why%3F';
const ranking = { report: 'ranking', by: 'fill_rate', order: 'highest', limit: 5 } as const;

it.each<[Query, string]>([
  [{ report: 'summary', date: today }, '/v1/summary'],
  [{ report: 'summary', date: '2026-11-17' }, again],
  [{ report: 'occupancy' }, '/v1/summary'],
  [{ report: 'trainer', trainer: 'anna', ...week }, '/v1/trainers/anna?period=week'],
  [{ report: 'trainer', trainer: 'anna', from: today, to: today }, '/v1/trainers/anna?period=day'],
  [{ report: 'trainer', trainer: 'anna', ...weeks }, again],
  [{ ...ranking, ...weeks }, '/v1/classes/performance?limit=5'],
  [{ ...ranking, ...weeks, weekday: 2 }, again],
  [{ ...ranking, ...weeks, order: 'lowest' }, again],
  [{ ...ranking, ...week }, again],
  [{ report: 'dead_classes', ...weeks }, '/v1/classes/performance'],
  [{ report: 'revenue', focus: 'totals', ...weeks }, '/v1/revenue'],
  [{ report: 'revenue', focus: 'unprofitable', ...weeks }, again],
  [{ report: 'revenue', focus: 'totals', class: 'Spin', ...weeks }, again],
  [{ report: 'no_shows', ...weeks }, again],
])('%j', (query, expected) => {
  expect(placeOf(query, today, 'How & why?')).toBe(expected);
});
