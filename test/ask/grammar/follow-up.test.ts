import { expect, it } from 'vitest';
import { ask, queryOf } from './asking.ts';

it.each([
  [
    ['How did Anna do last week?'],
    'what about Ben?',
    { report: 'trainer', trainer: 'ben-carter', from: '2026-11-09', to: '2026-11-15' },
  ],
  [
    ['How did Anna do last week?'],
    'compare her with Ben',
    {
      report: 'compare',
      kind: 'trainers',
      of: ['anna-petrova', 'ben-carter'],
      from: '2026-11-09',
      to: '2026-11-15',
    },
  ],
  [
    ['How did Anna do last week?'],
    'and her no-shows?',
    { report: 'no_shows', trainer: 'anna-petrova', from: '2026-11-09', to: '2026-11-15' },
  ],
  [
    ['How full is HIIT 45 on Fridays?'],
    'and last month?',
    { report: 'class', class: 'HIIT 45', weekday: 5, from: '2026-10-01', to: '2026-10-31' },
  ],
  [
    ['How many people came last month?'],
    'and the month before?',
    { report: 'attendance', from: '2026-09-01', to: '2026-09-30' },
  ],
  [
    ['How many people came yesterday?'],
    'and the week before?',
    { report: 'attendance', from: '2026-11-09', to: '2026-11-15' },
  ],
  [
    ['best classes'],
    'and the worst?',
    {
      report: 'ranking',
      from: '2026-10-08',
      to: '2026-11-18',
      by: 'fill_rate',
      order: 'lowest',
      limit: 8,
    },
  ],
  [
    ['Which classes should I cut?'],
    'and what do they cost?',
    { report: 'revenue', from: '2026-10-08', to: '2026-11-18', focus: 'dead' },
  ],
  [
    ['How is Anna doing?', 'asdf', 'And last week?'],
    'and Ben?',
    { report: 'trainer', trainer: 'ben-carter', from: '2026-11-09', to: '2026-11-15' },
  ],
])('%j, then “%s”', async (prev, text, query) => {
  expect(await queryOf(text, { prev })).toEqual(query);
});

it('is written out as a whole question, which comes to the same', async () => {
  const reading = await ask('And on Fridays?', { prev: ['How full is HIIT 45?'] });
  expect(reading).toMatchObject({
    decontextualized: 'How full was HIIT 45 on Fridays from 8 October 2026 to 18 November 2026?',
  });
  if (reading.kind !== 'query') return;
  expect(await queryOf(reading.decontextualized)).toEqual(reading.query);
});

it('leaves a whole question alone', async () => {
  const reading = await ask('Which classes should I cut?', {
    prev: ['How did Anna do last week?'],
  });
  expect(reading).toMatchObject({
    query: { report: 'dead_classes', from: '2026-10-08', to: '2026-11-18' },
    decontextualized: 'Which classes should I cut?',
  });
});

it('asks for reasons in vain', async () => {
  expect(await ask('why?', { prev: ['How did Anna do?'] })).toMatchObject({
    reason: 'not_understood',
  });
});
