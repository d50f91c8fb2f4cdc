/** Samples and their minutes: as they came, and purged once they are older than they may be kept. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SAMPLE_FLAGS } from '../../../gym/attendance/sample.ts';
import type { MinuteSummary, StoredSample } from '../../../store/history/samples/samples.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../support/times.ts';
import { ALWAYS, NOON, openTestHistory, sampleAt, samplesFrom, stored } from './folder.fixture.ts';
import { openFile } from './open-file.fixture.ts';

/** The definition of a minute, written down a second time without SQL. */
function summarize(minuteUtcMs: number, samples: readonly StoredSample[]): MinuteSummary {
  const good = samples.filter((one) => one.count !== null && one.flags === 0);
  const counts = good.map((one) => one.count ?? 0).sort((a, b) => a - b);
  const sure = good.flatMap((one) => (one.confidence === null ? [] : [one.confidence]));
  const rank = (numerator: number, denominator: number) =>
    counts[Math.ceil((numerator * counts.length) / denominator) - 1] ?? null;
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  const flagged = (flag: number) => samples.filter((one) => (one.flags & flag) !== 0).length;
  return {
    minuteUtcMs,
    samples: samples.length,
    good: good.length,
    sum: good.length === 0 ? null : sum(counts),
    min: counts[0] ?? null,
    max: counts.at(-1) ?? null,
    median: rank(1, 2),
    p90: rank(9, 10),
    staffMax: Math.max(...samples.map((one) => one.staff)),
    confidence: sure.length === 0 ? null : expect.closeTo(sum(sure) / sure.length, 9),
    warmingUp: flagged(SAMPLE_FLAGS.warmingUp),
    black: flagged(SAMPLE_FLAGS.black),
    frozen: flagged(SAMPLE_FLAGS.frozen),
  };
}

function recompute(samples: readonly StoredSample[]): MinuteSummary[] {
  const minutes = new Map<number, Map<number, StoredSample>>();
  for (const sample of samples) {
    const minute = Math.floor(sample.atUtcMs / MINUTE_MS) * MINUTE_MS;
    const seen = minutes.get(minute) ?? new Map<number, StoredSample>();
    minutes.set(minute, seen);
    seen.set(sample.atUtcMs, seen.get(sample.atUtcMs) ?? sample);
  }
  return [...minutes]
    .sort(([a], [b]) => a - b)
    .map(([minute, seen]) => summarize(minute, [...seen.values()]));
}

const EDGES = fc.constantFrom(0, 1, 59_999, 60_000, 119_999, 120_000);
const anySample = fc
  .record({
    // Few instants over three minutes, edges among them, so that repeats and late ones are common.
    atUtcMs: fc.oneof(fc.integer({ min: 0, max: 3 * MINUTE_MS - 1 }), EDGES).map((at) => NOON + at),
    count: fc.option(fc.integer({ min: 0, max: 60 })),
    staff: fc.integer({ min: 0, max: 3 }),
    confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    flags: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 7 })),
  })
  .map(({ atUtcMs, ...rest }) => sampleAt(atUtcMs, rest));

it('minutes equal a recomputation from the samples, in whatever batches these came', async () => {
  const { history } = await openTestHistory();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anySample, { maxLength: 30 }), { maxLength: 5 }),
      async (batches) => {
        run += 1;
        const camera = `camera-${run}`;
        for (const batch of batches) {
          await stored(history, batch, camera);
        }
        expect(await history.minutes(camera, ALWAYS)).toEqual(recompute(batches.flat()));
      },
    ),
    { numRuns: 40 },
  );
});

it('questions to the history give every figure back as it was', async () => {
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
        await stored(history, samples, camera);
        const sorted = samples.toSorted((a, b) => a.atUtcMs - b.atUtcMs);
        expect(await history.samples(camera, ALWAYS)).toEqual(sorted);
      },
    ),
    { numRuns: 50 },
  );
});

const RETENTION = { samplesMs: 30 * DAY_MS, minutesMs: 365 * DAY_MS };

it('purging deletes raw samples and minutes that are older than they may be kept', async () => {
  const { history } = await openTestHistory();
  const kept = [400, 366, 364, 31, 29, 0].map((ago) => sampleAt(NOON - ago * DAY_MS));
  for (const camera of ['hall', 'studio']) await stored(history, kept, camera);
  await history.purge(RETENTION);
  const daysOf = (times: readonly number[]) => times.map((time) => (NOON - time) / DAY_MS);
  const samples = await history.samples('hall', ALWAYS);
  expect(daysOf(samples.map((one) => one.atUtcMs))).toEqual([29, 0]);
  const minutes = await history.minutes('studio', ALWAYS);
  expect(daysOf(minutes.map((one) => one.minuteUtcMs))).toEqual([364, 31, 29, 0]);
  expect(history.status().samplesStored).toBe(4);
});

it('purging goes by the earlier time for a day after the clock was set', async () => {
  const { history, clock } = await openTestHistory();
  await stored(history, [sampleAt(NOON)]);
  clock.stepWallClock(365 * DAY_MS);
  const left: number[] = [];
  for (let hour = 0; hour <= 25; hour += 1) {
    await history.purge(RETENTION);
    left.push(history.status().samplesStored);
    clock.skip(HOUR_MS);
  }
  expect(left.indexOf(0)).toBe(24);
});

it('purging goes on where the computer sleeps every night, a day late', async () => {
  const { history, clock } = await openTestHistory();
  await stored(history, [sampleAt(NOON)]);
  let days = 0;
  for (; history.status().samplesStored > 0 && days < 40; days += 1) {
    for (let hour = 0; hour < 14; hour += 1) {
      await history.purge(RETENTION);
      clock.skip(HOUR_MS);
    }
    clock.stepWallClock(10 * HOUR_MS);
  }
  expect(days).toBe(31);
});

it('purging does not let a late sample replace what a purged minute said', async () => {
  const { history } = await openTestHistory();
  const old = NOON - 31 * DAY_MS;
  await stored(history, [sampleAt(old, { count: 7 }), sampleAt(old + 5_000, { count: 9 })]);
  await history.purge(RETENTION);
  await stored(history, [sampleAt(old + 10_000, { count: 0 })]);
  expect(await history.minutes('hall', ALWAYS)).toMatchObject([{ samples: 2, sum: 16 }]);
});

it('purging deletes more than one batch, lets new samples in between, and gives the space back', async () => {
  const { history, dir } = await openTestHistory();
  await stored(history, samplesFrom(NOON - 40 * DAY_MS, 1_000, 9_000));
  const database = await openFile(dir);
  const pagesOf = async () =>
    (await database.get<{ page_count: number }>('PRAGMA page_count'))?.page_count ?? 0;
  const before = await pagesOf();
  const ends: string[] = [];
  const purging = history.purge(RETENTION).finally(() => ends.push('purge'));
  await stored(history, [sampleAt(NOON)]);
  ends.push('flush');
  await purging;
  expect(history.status().samplesStored).toBe(1);
  expect(ends).toEqual(['flush', 'purge']);
  expect(await pagesOf()).toBeLessThan(before / 2);
});
