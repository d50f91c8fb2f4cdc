import { expect, it } from 'vitest';
import { ask } from '../asking.ts';

it.each([
  ['revenue last month', 'revenue'],
  ['Which classes lose money?', 'revenue'],
  ['Which classes lose people?', 'ranking'],
  ['Who has the most no-shows?', 'trainers'],
  ['Which class has the most no-shows?', 'ranking'],
  ['How many no-shows did we have?', 'no_shows'],
  ['Who teaches the most classes?', 'trainers'],
  ['Who teaches Hatha Yoga tonight?', 'schedule'],
  ['How many did Anna teach last week?', 'trainer'],
  ['How busy is it?', 'occupancy'],
  ['How busy was it?', 'summary'],
  ['How busy was it last week?', 'attendance'],
  ['Is Anna better than last month?', 'compare_periods'],
  ['Is Anna better than Ben?', 'compare'],
  ['Is Boxing Basics getting more popular?', 'class'],
  ['How full are our classes?', 'attendance'],
  ['tomorrow', 'schedule'],
  ['yesterday', 'summary'],
])('%s: %s', async (text, report) => {
  expect(await ask(text)).toMatchObject({ query: { report } });
});
