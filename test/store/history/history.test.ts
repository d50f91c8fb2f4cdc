import { expect, it } from 'vitest';
import { anError } from '../../support/an-error.ts';
import { RecordedLog } from '../../support/recorded-log.ts';
import { ALWAYS, NOON, openTestHistory, sampleAt, samplesFrom, stored } from './folder.fixture.ts';
import { openFile } from './open-file.fixture.ts';

/** Another program in the middle of a write. */
async function holdDatabase(dir: string): Promise<() => Promise<void>> {
  const other = await openFile(dir);
  await other.exec('BEGIN IMMEDIATE');
  return () => other.close();
}

it('the storage is failing while a change waits for 30 s, and ok once it is stored', async () => {
  const { history, dir, clock } = await openTestHistory();
  const release = await holdDatabase(dir);
  const storing = history.emptyRooms.keep({ cameraId: 'hall', view: 'view', body: '{}' });
  clock.skip(29_999);
  expect(history.status().state).toBe('ok');
  clock.skip(1);
  const detail = /^a change has waited more than 30 s to be stored; 0 samples wait/;
  const failing = { state: 'failing', detail: expect.stringMatching(detail) };
  expect(history.status()).toMatchObject(failing);
  await release();
  await storing;
  expect(history.status()).toMatchObject({ state: 'ok', detail: null });
});

it.each([
  { atUtcMs: Number.NaN },
  { count: 1.5 },
  { staff: Number.POSITIVE_INFINITY },
  { zones: [1, Number.NaN] },
  { confidence: Number.NaN },
  { luma: Number.NaN },
])('keeping samples refuses one with %o, and stores others, times in whole ms', async (fault) => {
  const { history } = await openTestHistory();
  history.append('hall', [sampleAt(NOON + 0.4, { mediaMs: -33.6 })]);
  const bad = { ...sampleAt(NOON), ...fault };
  expect(() => history.append('hall', [bad])).toThrow(anError('internal_error'));
  expect(await history.flush()).toBe(true);
  expect(await history.samples('hall', ALWAYS)).toMatchObject([{ atUtcMs: NOON, mediaMs: -34 }]);
});

it('a disk that fails is a state with a reason, and everything is stored when it is well again', async () => {
  const log = new RecordedLog();
  const { history, dir, clock } = await openTestHistory({ log });
  const letGo = await holdDatabase(dir);
  expect(await stored(history, [sampleAt(NOON)])).toBe(false);
  expect(await history.flush()).toBe(false);
  expect(history.status()).toMatchObject({
    state: 'failing',
    detail: 'another program holds the database; 1 samples wait in memory, 0 were lost',
    samplesStored: 0,
  });

  await letGo();
  clock.skip(2_000);
  expect(await stored(history, [sampleAt(NOON + 1)])).toBe(true);
  const written = { samplesStored: 2, lastWriteUtcMs: NOON + 2_000 };
  expect(history.status()).toMatchObject({ state: 'ok', detail: null, ...written });
  const events = log.lines.map(({ event }) => event).filter((name) => name.startsWith('storage'));
  expect(events).toEqual(['storage_failing', 'storage_recovered']);
});

it('a disk that is full keeps samples in memory until space returns', async () => {
  const { history, clock } = await openTestHistory({ limitBytes: 350_000 });
  const old = samplesFrom(NOON - 86_400_000, 4_000, 15_000);
  expect(await stored(history, old.slice(0, 1_000))).toBe(true);
  let next = 1_100;
  while (await stored(history, old.slice(next - 100, next))) next += 100;
  const detail = expect.stringMatching(/^the disk is full; [1-9]\d* samples wait in memory/);
  expect(history.status()).toMatchObject({ state: 'failing', detail });

  clock.skip(1_000);
  await history.purge({ samplesMs: 70_000_000, minutesMs: 70_000_000 });
  expect(await history.flush()).toBe(true);
  expect(history.status().state).toBe('ok');
  expect(history.totals()).toEqual({ pending: 0, dropped: 0 });
  const newest = (await history.samples('hall', ALWAYS)).at(-1);
  expect(newest?.atUtcMs).toBe(old[next - 1]?.atUtcMs);
});

it('a disk that fails costs the oldest samples once too many wait, and says how many', async () => {
  const { history, dir } = await openTestHistory({ pendingLimit: 100 });
  const letGo = await holdDatabase(dir);
  for (let n = 0; n < 150; n += 1) history.append('hall', [sampleAt(NOON + n)]);
  expect(await history.flush()).toBe(false);
  const { pending, dropped } = history.totals();
  expect(pending + dropped).toBe(150);
  expect(pending).toBeLessThanOrEqual(110);
  expect(history.status().detail).toContain(`${dropped} were lost`);
  await letGo();
  expect(await history.flush()).toBe(true);
  const times = (await history.samples('hall', ALWAYS)).map((one) => one.atUtcMs);
  expect(times).toEqual(Array.from({ length: pending }, (_, n) => NOON + dropped + n));
});
