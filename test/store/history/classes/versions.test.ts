/** How a change is written: what readers see meanwhile, and what a program leaves that is killed in it. */

import { cp } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { planImport } from '../../../../store/history/classes/import.ts';
import { planUndo } from '../../../../store/history/classes/undo.ts';
import { type VersionedChange, writeChange } from '../../../../store/history/classes/versions.ts';
import type { Database, Session } from '../../../../store/history/database.ts';
import { testFolder } from '../../../support/folder.ts';
import { HOUR_MS } from '../../../support/times.ts';
import { ALWAYS, NOON, openTestHistory } from '../folder.fixture.ts';
import { openFile } from '../open-file.fixture.ts';
import { COMPLETE, entry, parsed, SOON } from './entries.fixture.ts';

/** More than two slices. */
const MANY = 600;

const file = (booked: number, first = 0) =>
  parsed(
    Array.from({ length: MANY }, (_, n) =>
      entry(`${first + n}`, { startsUtcMs: SOON + (first + n) * HOUR_MS, booked }),
    ),
    COMPLETE,
  );

const TASK = {
  gymId: 'north',
  sourceId: 'feed',
  roomIdOf: () => null,
  nowUtcMs: NOON,
  origin: 'feed.csv',
  signal: new AbortController().signal,
};

/** Takes so many transactions, and then none: as after a kill, nothing is tidied either. */
function dying(database: Database, transactions: number): Database & { left: number } {
  const mortal = {
    ...database,
    left: transactions,
    transaction: <Result>(work: Parameters<typeof database.transaction<Result>>[0]) => {
      mortal.left -= 1;
      return mortal.left < 0 ? Promise.reject(new Error('killed')) : database.transaction(work);
    },
    get: () => Promise.reject(new Error('killed')),
  };
  return mortal;
}

/** A linked gym with many classes, of which the next import drops a third, changes a third and adds a third. */
async function openGym() {
  const dir = testFolder();
  const { history } = await openTestHistory({ dir });
  await history.outbox.link('north', { run: 'r', afterSeq: 0 });
  await history.classes.import('north', 'feed', file(3), { origin: 'feed.csv' });
  const { link } = (await history.outbox.waiting('north', 1)) ?? {};
  await history.outbox.moveCursor('north', link?.lastSeq ?? 0);
  const [yoga] = await history.classes.records('north', ALWAYS);
  await history.classes.correct(yoga?.id ?? '', { attended: 4, note: null, by: 'Ann' });
  await history.close();
  return dir;
}

async function stateOf(dir: string) {
  const { history } = await openTestHistory({ dir });
  const { classes, outbox } = history;
  const records = await classes.records('north', ALWAYS);
  const waiting = (await outbox.waiting('north', 9_999))?.changes ?? [];
  const state = {
    records: records.map(({ id, booked, correction }) => [id, booked, correction?.attended]),
    imports: (await classes.imports('north')).map((one) => [one.number, one.undoneUtcMs]),
    sessions: waiting
      .filter(({ kind }) => kind === 'session')
      .map(({ key, data }) => [key, data === null]),
  };
  await history.close();
  return { ...state, sessions: state.sessions.toSorted() };
}

type Plan = (session: Session) => Promise<{ change: VersionedChange }>;

it.each<[string, Plan]>([
  ['import', (session) => planImport(session, { ...TASK, parsed: file(5, 200) })],
  ['undo', (session) => planUndo(session, { ...TASK, number: 1, takesRest: false, by: 'Ann' })],
])(
  'an %s that is killed is there whole or not at all, wherever it is, and the head office is told of all of it',
  async (_, plan) => {
    const gym = await openGym();
    const copyOf = async () => {
      const dir = testFolder();
      await cp(gym, dir, { recursive: true });
      return dir;
    };
    const change = async (dir: string, transactions: number) => {
      const database = await openFile(dir);
      const { change: planned } = await database.exclusive(plan);
      const mortal = dying(database, transactions);
      const written = await writeChange(mortal, planned, TASK.signal).then(
        () => true,
        () => false,
      );
      await database.close();
      return { written, isWhole: mortal.left > 0 };
    };
    const whole = await copyOf();
    const before = await stateOf(whole);
    await change(whole, 999);
    const after = await stateOf(whole);
    expect(after).not.toEqual(before);
    const kinds = new Set<boolean>();
    for (let transactions = 0; ; transactions += 1) {
      const dir = await copyOf();
      const { written, isWhole } = await change(dir, transactions);
      kinds.add(written);
      const left = await stateOf(dir);
      expect(left).toEqual(written ? { ...after, imports: left.imports } : before);
      // The next start has tidied: it can be done again, and nothing of the first try is in the way.
      if (!written) {
        expect((await change(dir, 999)).written).toBe(true);
        expect((await stateOf(dir)).records).toEqual(after.records);
      }
      if (isWhole) break;
    }
    expect(kinds).toEqual(new Set([true, false]));
  },
  60_000,
);
