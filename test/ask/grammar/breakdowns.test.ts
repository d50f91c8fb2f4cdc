/** Questions that were once answered with another figure: each names the figure and the breakdown that are meant. */

import { expect, it } from 'vitest';
import { queryOf } from './asking.ts';

it.each([
  ['attendance per week over the last six weeks', { measures: ['attended'], by: ['week'] }],
  ['revenue per week', { measures: ['revenue'], by: ['week'] }],
  ['revenue by month', { measures: ['revenue'], by: ['month'] }],
  ['no-shows by weekday', { measures: ['no_shows'], by: ['weekday'] }],
  ['attendance by room last week', { measures: ['attended'], by: ['room'] }],
  ['how many spots were empty last week', { measures: ['empty_seats'] }],
  ['how many places were unused last week', { measures: ['empty_seats'] }],
  ['empty places last week', { measures: ['empty_seats'] }],
])('%s', async (text, query) => {
  expect(await queryOf(text)).toMatchObject(query);
});
