import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { Stretch } from '../../../../runtime/timers.ts';
import { HOUR_MS } from '../../../support/times.ts';
import { ALWAYS, NOON, openTestHistory, sampleAt, stored } from '../folder.fixture.ts';
import { COMPLETE, counted, entry, parsed, SOON } from './entries.fixture.ts';

/** More than a batch. */
const MANY = 300;

/** Entries of one file: no two of the same start. */
function file(names: string, booked: number) {
  const entries = Array.from({ length: MANY }, (_, n) =>
    entry(`${names}-${n}`, {
      startsUtcMs: SOON + n * HOUR_MS,
      trainer: { externalId: null, name: `Trainer ${n % 7}` },
      room: `Room ${n % 3}`,
      booked,
    }),
  );
  return parsed(entries, COMPLETE);
}

async function openWithClasses() {
  const { history } = await openTestHistory();
  const { classes } = history;
  await classes.import('north', 'feed', file('a', 3));
  const [record] = await classes.records('north', ALWAYS);
  return { history, classes, record };
}

/** Lets what has given way go on until `done`, and looks at each turn in between. */
async function between(done: Promise<unknown>, look: () => Promise<void>): Promise<void> {
  let isDone = false;
  const end = done.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await look();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await end;
}

beforeEach(() => {
  // As on a computer where each step takes long.
  const isOver = vi.spyOn(Stretch.prototype, 'isOver').mockReturnValue(true);
  onTestFinished(() => isOver.mockRestore());
});

it('an import that gives way at every step lets others have many turns, and is seen whole or not at all', async () => {
  const { classes } = (await openTestHistory()).history;
  const pauses = vi.spyOn(Stretch.prototype, 'pause');
  onTestFinished(() => pauses.mockRestore());
  const seen = new Set<string>();
  const look = async () => {
    const records = await classes.records('north', ALWAYS);
    const trainers = await classes.trainers('north');
    seen.add(`${records.length} ${[...new Set(records.map(({ booked }) => booked))]}`);
    expect(trainers.length === 0 || trainers.length === 7).toBe(true);
  };
  await between(classes.import('north', 'feed', file('a', 4)), look);
  await between(classes.import('north', 'feed', file('a', 5)), look);
  await look();
  expect([...seen]).toEqual(['0 ', `${MANY} 4`, `${MANY} 5`]);
  expect(pauses.mock.calls.length).toBeGreaterThan(4 * MANY);
});

it('an import that gives way at every step lets samples and corrections be stored before it is done', async () => {
  const { history, classes, record } = await openWithClasses();
  const done: string[] = [];
  const importing = classes.import('north', 'feed', file('b', 4)).then(() => done.push('import'));
  await classes.correct(record?.id ?? '', { attended: 2, note: null, by: 'test' });
  done.push('correction');
  expect(await stored(history, [sampleAt(NOON)])).toBe(true);
  done.push('samples');
  await importing;
  expect(done).toEqual(['correction', 'samples', 'import']);
});

it('an import that gives way at every step keeps a second one and a preview waiting until it is done', async () => {
  const { classes, record } = await openWithClasses();
  const [first, preview, second] = await Promise.all([
    classes.import('north', 'feed', file('a', 4)),
    classes.preview('north', 'feed', file('b', 4)),
    classes.import('north', 'till', file('c', 6)),
    classes.correct(record?.id ?? '', { attended: 2, note: null, by: 'test' }),
  ]);
  expect(counted(first)).toEqual({ change: MANY });
  // Each has met the classes as the one before it has left them.
  expect(counted(preview)).toEqual({ add: MANY, remove: MANY });
  expect(counted(second)).toEqual({ change: MANY });
  const records = await classes.records('north', ALWAYS);
  expect(records).toHaveLength(MANY);
  expect(new Set(records.map(({ booked }) => booked))).toEqual(new Set([6]));
  expect(records[0]?.correction?.attended).toBe(2);
  const again = await classes.import('north', 'feed', file('a', 4));
  expect(counted(again)).toEqual({ unchanged: MANY });
});

it('an import that gives way at every step leaves nothing behind when nobody waits for it any more, wherever it is', async () => {
  const { classes } = await openWithClasses();
  const before = await classes.records('north', ALWAYS);
  const leaving = new AbortController();
  const { signal } = leaving;
  const importing = classes.import('north', 'feed', file('z', 9), { signal });
  const failed = expect(importing).rejects.toThrow('stopped');
  await new Promise((resolve) => setTimeout(resolve, 2));
  leaving.abort(new Error('stopped'));
  await failed;
  expect(await classes.records('north', ALWAYS)).toEqual(before);
  const again = await classes.import('north', 'feed', file('a', 3));
  expect(counted(again)).toEqual({ unchanged: MANY });
});

it('an import that gives way at every step changes nothing and says what to do where its time is up', async () => {
  const { classes } = (await openTestHistory()).history;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const importing = classes.import('north', 'feed', file('a', 3));
  const failed = expect(importing).rejects.toThrow(
    'schedule import: expected to be done within 120 s, got no end; nothing was changed',
  );
  await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(120_000);
  await failed;
  expect(await classes.imports('north')).toEqual([]);
});
