import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredSample } from '../../../../store/history/samples/rows.ts';
import { ALWAYS, NOON, openTestHistory, sampleAt } from '../folder.fixture.ts';

const MINUTE_MS = 60_000;

describe('questions to the history', () => {
  it('take a range from its first instant up to, but without, its last', async () => {
    const { history } = await openTestHistory();
    history.append(
      'hall',
      [0, 1, 2, 3].map((n) => sampleAt(NOON + n * MINUTE_MS)),
    );
    await history.flush();
    const range = { fromUtcMs: NOON + MINUTE_MS, toUtcMs: NOON + 3 * MINUTE_MS };
    const minutes = await history.minutes('hall', range);
    const samples = await history.samples('hall', range);
    expect(samples.map(({ atUtcMs }) => atUtcMs)).toEqual(minutes.map((one) => one.minuteUtcMs));
    expect(minutes.map((one) => one.minuteUtcMs)).toEqual([NOON + MINUTE_MS, NOON + 2 * MINUTE_MS]);
  });

  it.each([1_000, 2_500])('give all of %s samples, by time', async (total) => {
    const { history } = await openTestHistory();
    history.append(
      'hall',
      Array.from({ length: total }, (_, n) => sampleAt(NOON + n * 5_000, { count: n })),
    );
    history.append('studio', [sampleAt(NOON + 1)]);
    await history.flush();
    const counts = (await history.samples('hall', ALWAYS)).map((one) => one.count);
    expect(counts).toEqual(Array.from({ length: total }, (_, n) => n));
    expect(await history.minutes('hall', ALWAYS)).toHaveLength(Math.ceil(total / 12));
  });

  it('give every figure back as it was', async () => {
    const { history } = await openTestHistory();
    const people = fc.integer({ min: 0, max: 65_534 });
    const anySample: fc.Arbitrary<StoredSample> = fc.record({
      atUtcMs: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
      mediaMs: fc.option(fc.integer({ min: -(2 ** 47), max: 2 ** 47 })),
      count: fc.option(people),
      staff: people,
      ignored: people,
      zones: fc.array(people, { maxLength: 16 }),
      // As the counts store gives them: steps of 1/10000 and 1/256.
      confidence: fc.option(fc.integer({ min: 0, max: 10_000 }).map((steps) => steps / 10_000)),
      flags: fc.integer({ min: 0, max: 2_047 }),
      luma: fc.integer({ min: 0, max: 255 * 256 }).map((steps) => steps / 256),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anySample, { selector: (one) => one.atUtcMs, maxLength: 20 }),
        fc.string({ minLength: 1 }),
        async (samples, name) => {
          run += 1;
          const camera = `${name} ${run}`;
          history.append(camera, samples);
          await history.flush();
          const sorted = samples.toSorted((a, b) => a.atUtcMs - b.atUtcMs);
          expect(await history.samples(camera, ALWAYS)).toEqual(sorted);
        },
      ),
      { numRuns: 50 },
    );
  });
});
