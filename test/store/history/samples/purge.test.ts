import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../support/times.ts';
import { ALWAYS, NOON, openTestHistory, sampleAt } from '../folder.fixture.ts';
import { openFile } from '../open-file.fixture.ts';

const RETENTION = { samplesMs: 30 * DAY_MS, minutesMs: 365 * DAY_MS };

it('purging deletes raw samples and minutes that are older than they may be kept', async () => {
  const { history } = await openTestHistory();
  for (const camera of ['hall', 'studio']) {
    const days = [400, 366, 364, 31, 29, 0];
    history.append(
      camera,
      days.map((ago) => sampleAt(NOON - ago * DAY_MS)),
    );
  }
  await history.flush();
  expect(await history.purge(RETENTION)).toEqual({ samples: 8, minutes: 4 });
  const daysOf = (times: readonly number[]) => times.map((time) => (NOON - time) / DAY_MS);
  const samples = await history.samples('hall', ALWAYS);
  expect(daysOf(samples.map((one) => one.atUtcMs))).toEqual([29, 0]);
  const minutes = await history.minutes('studio', ALWAYS);
  expect(daysOf(minutes.map((one) => one.minuteUtcMs))).toEqual([364, 31, 29, 0]);
  expect(history.status().samplesStored).toBe(4);
});

it('purging goes by the earlier time for a day after the clock was set', async () => {
  const { history, clock } = await openTestHistory();
  history.append('hall', [sampleAt(NOON)]);
  await history.flush();
  clock.step(365 * DAY_MS);
  const purged: number[] = [];
  for (let hour = 0; hour <= 25; hour += 1) {
    purged.push((await history.purge(RETENTION)).samples);
    clock.advance(HOUR_MS);
  }
  expect(purged.indexOf(1)).toBe(24);
});

it('purging goes on where the computer sleeps every night, a day late', async () => {
  const { history, clock } = await openTestHistory();
  history.append('hall', [sampleAt(NOON)]);
  await history.flush();
  let days = 0;
  for (; history.status().samplesStored > 0 && days < 40; days += 1) {
    for (let hour = 0; hour < 14; hour += 1) {
      await history.purge(RETENTION);
      clock.advance(HOUR_MS);
    }
    clock.step(10 * HOUR_MS);
  }
  expect(days).toBe(31);
});

it('purging does not let a late sample replace what a purged minute said', async () => {
  const { history } = await openTestHistory();
  const old = NOON - 31 * DAY_MS;
  history.append('hall', [sampleAt(old, { count: 7 }), sampleAt(old + 5_000, { count: 9 })]);
  await history.flush();
  await history.purge(RETENTION);
  history.append('hall', [sampleAt(old + 10_000, { count: 0 })]);
  await history.flush();
  expect(await history.minutes('hall', ALWAYS)).toMatchObject([{ samples: 2, sum: 16 }]);
});

it('purging deletes more than one batch, lets new samples in between, and gives the space back', async () => {
  const { history, dir } = await openTestHistory();
  const old = NOON - 40 * DAY_MS;
  history.append(
    'hall',
    Array.from({ length: 9_000 }, (_, n) => sampleAt(old + n * 1_000)),
  );
  await history.flush();
  const database = await openFile(dir);
  const pagesOf = async () =>
    (await database.get<{ page_count: number }>('PRAGMA page_count'))?.page_count ?? 0;
  const before = await pagesOf();
  const ends: string[] = [];
  const purging = history.purge(RETENTION).finally(() => ends.push('purge'));
  history.append('hall', [sampleAt(NOON)]);
  await history.flush();
  ends.push('flush');
  expect(await purging).toMatchObject({ samples: 9_000 });
  expect(ends).toEqual(['flush', 'purge']);
  expect(await pagesOf()).toBeLessThan(before / 2);
});
