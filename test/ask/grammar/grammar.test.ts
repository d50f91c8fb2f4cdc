import fc from 'fast-check';
import Value from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { examplesOf } from '../../../ask/grammar/examples.ts';
import { isFigures } from '../../../ask/query.ts';
import { QUERY } from '../../../gym/figures/query.ts';
import { ask, queryOf, read, surroundings } from './asking.ts';

describe('whatever is typed', () => {
  const WORDS =
    'how many people came to anna ben yoga hiit 45 spin room last week on fridays not except and 3/11 31 february 12:75 6.30 between 1 5pm and vs best three classes ? - % é 日本 🏋️ constructor __proto__ toString'.split(
      ' ',
    );
  const typed = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 500 }),
    fc.array(fc.constantFrom(...WORDS), { maxLength: 60 }).map((words) => words.join(' ')),
  );

  it('is read without an error, and comes to a query that exists', async () => {
    const known = surroundings();
    const property = fc.asyncProperty(
      typed,
      fc.array(typed, { maxLength: 2 }),
      async (text, prev) => {
        const reading = await read({ text, prev }, known);
        if (reading.kind === 'query' && isFigures(reading.query)) {
          expect(Value.Check(QUERY, reading.query)).toBe(true);
        }
        if (reading.kind === 'choice') expect(reading.options.length).toBeGreaterThanOrEqual(2);
        if (reading.kind === 'unclear')
          expect(reading.suggestions.length).toBeGreaterThanOrEqual(1);
      },
    );
    await fc.assert(property, { numRuns: 300, seed: 7 });
  });

  it('is read in bounded time, however it repeats', async () => {
    for (const part of [
      '1/1 ',
      'last ',
      'from 1 to ',
      'the the ',
      '9:',
      "a'",
      '- ',
      'anna ',
      '\u0301',
    ]) {
      const reading = await ask(part.repeat(500).slice(0, 500));
      expect(reading.kind).toMatch(/query|choice|unclear/);
    }
  });
});

describe('what is not understood', () => {
  it.each([
    ['attendance for women', 'not_known_here'],
    ['how many under 30s came last week', 'not_understood'],
    ['attendance in Leeds', 'unknown_name'],
    ['how did she do', 'not_understood'],
    ['how did I do last week', 'unknown_name'],
    ['attendance on 31 February', 'no_such_date'],
    ['attendance on Sunday 9 November 2026', 'no_such_date'],
    ['how many people will come on Friday', 'not_known_here'],
    ['how many people came tomorrow', 'not_known_here'],
    ['what is the weather tomorrow', 'not_known_here'],
    ['who came to HIIT 45 yesterday', 'not_known_here'],
    ['who does not turn up', 'not_known_here'],
    ['how many people came on weekdays and at weekends', 'not_understood'],
    ['classes with more than twice as many bookings as places', 'not_understood'],
    ['how many people came apart from walk-ins', 'not_understood'],
    ['asdf qwer', 'not_understood'],
    ['?', 'not_understood'],
  ])('%s: %s', async (text, reason) => {
    const reading = await ask(text);
    expect(reading).toMatchObject({ kind: 'unclear', reason });
    const suggestions = reading.kind === 'unclear' ? reading.suggestions : [];
    expect(suggestions.length).toBeGreaterThanOrEqual(3);
    for (const one of suggestions.slice(0, 3)) {
      expect(await ask(one), one).toMatchObject({ kind: 'query' });
    }
  });

  it.each([
    'Wie viele Leute waren gestern da?',
    '¿Cuántas personas vinieron ayer?',
    '昨日は何人来ましたか',
  ])('another language is named: %s', async (text) => {
    expect(await ask(text)).toMatchObject({ kind: 'unclear', message: 'Only English is read.' });
  });

  it('names what is nearest to an unknown name', async () => {
    const reading = await ask('How is Crossfit doing?');
    expect(reading).toMatchObject({
      reason: 'unknown_name',
      message: expect.stringContaining('Nearest: '),
    });
  });
});

describe('what was assumed', () => {
  it.each([
    ['how is Darrius doing this week', 'Took “Darrius” for Darius Khan.'],
    ['how full is hata yoga', 'Took “hata” for Hatha Yoga.'],
    ['attendence last week', 'Read “attendence” as “attendance”.'],
    ['how was Pilates last week', 'Took “Pilates” for Pilates Mat.'],
    ['how was 3/11', 'Took the date as 3 November 2026.'],
  ])('%s: %s', async (text, assumed) => {
    expect(await ask(text)).toMatchObject({ assumed: expect.arrayContaining([assumed]) });
  });
});

describe('examples', () => {
  it('are 8 to 12 and all understood', async () => {
    const examples = examplesOf(surroundings());
    expect(examples.length).toBeGreaterThanOrEqual(8);
    expect(examples.length).toBeLessThanOrEqual(12);
    for (const text of examples) expect(await ask(text), text).toMatchObject({ kind: 'query' });
  });

  it('name nobody in a gym that has no names', () => {
    const examples = examplesOf({ trainers: [], classNames: [], rooms: [] });
    expect(examples.length).toBeGreaterThanOrEqual(6);
    expect(examples.join(' ')).not.toContain('undefined');
  });
});

describe('the gym’s own clock', () => {
  const auckland = { timezone: 'Pacific/Auckland', nowUtcMs: Date.UTC(2026, 10, 17, 12) };
  const honolulu = { timezone: 'Pacific/Honolulu', nowUtcMs: Date.UTC(2026, 10, 19, 5) };

  it.each([
    ['Auckland, after midnight there', auckland, '2026-11-18'],
    ['Honolulu, the evening before', honolulu, '2026-11-18'],
    [
      'London, in the night the clock goes back',
      { timezone: 'Europe/London', nowUtcMs: Date.UTC(2026, 9, 25, 0, 30) },
      '2026-10-25',
    ],
    [
      'New York, in the night it goes forward',
      { timezone: 'America/New_York', nowUtcMs: Date.UTC(2026, 2, 8, 6, 59) },
      '2026-03-08',
    ],
  ])('says which day is today: %s', async (_where, when, today) => {
    expect(await queryOf('how many people came today', when)).toEqual({
      measures: ['attended'],
      from: today,
      to: today,
    });
  });

  it('says which year a date is of', async () => {
    const newYear = { timezone: 'Pacific/Auckland', nowUtcMs: Date.UTC(2026, 11, 31, 12) };
    expect(await queryOf('attendance on 30 December', newYear)).toMatchObject({
      from: '2026-12-30',
      to: '2026-12-30',
    });
    expect(await queryOf('attendance in December', newYear)).toMatchObject({
      from: '2026-12-01',
      to: '2026-12-31',
    });
  });
});
