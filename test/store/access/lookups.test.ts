/** Lookups against a table that does what a disk does: it takes time, it fails, and then it may or may not have stored. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLookups, type Lookups } from '../../../store/access/access.ts';
import type { Credential, CredentialUse } from '../../../store/history/access.ts';
import { settle } from '../../support/fake-clock.ts';
import { RecordedLog } from '../../support/recorded-log.ts';

type Failure = 'none' | 'before' | 'after';

/** One key of `limit` lookups, as the table would have it. */
class ScriptedTable {
  used = 0;
  transactions = 0;
  readonly #failures: Failure[];

  constructor(failures: readonly Failure[] = []) {
    this.#failures = [...failures];
  }

  async use(uses: readonly CredentialUse[]): Promise<Credential[]> {
    this.transactions += 1;
    const failure = this.#failures.shift() ?? 'none';
    if (failure === 'before') throw new Error('disk');
    const rows = uses.map(({ by, most }) => {
      const used = this.used + by;
      this.used = Math.min(most ?? used, used);
      return { ...KEY, used };
    });
    await settle();
    if (failure === 'after') throw new Error('disk');
    return rows;
  }
}

const KEY: Credential = { hash: 'h', kind: 'key', key: 'k', expires: null, used: 0, data: {} };

function open(limit: number | null, failures: readonly Failure[] = []) {
  const table = new ScriptedTable(failures);
  const log = new RecordedLog();
  const lookups = createLookups((uses) => table.use(uses), log);
  lookups.set(KEY, limit);
  return { table, log, lookups };
}

const many = (lookups: Lookups, count: number) =>
  Promise.all(Array.from({ length: count }, () => lookups.spend('k')));

it('a lookup is stored before it is given, and those that arrive together share one transaction', async () => {
  const { table, lookups } = open(100);
  expect(await many(lookups, 7)).toEqual(Array.from({ length: 7 }, () => true));
  expect([table.transactions, table.used]).toEqual([1, 7]);
  const first = many(lookups, 2);
  while (table.transactions < 2) await Promise.resolve();
  // These arrive while the transaction is under way.
  const others = [many(lookups, 3), many(lookups, 4)];
  await Promise.all([first, ...others]);
  expect([table.transactions, table.used]).toEqual([3, 16]);
});

it('a lookup is given as often as the limit says, to those that came first, and back again', async () => {
  const { table, lookups } = open(100);
  await many(lookups, 97);
  expect(await many(lookups, 5)).toEqual([true, true, true, false, false]);
  expect([table.used, lookups.left('k'), lookups.spend('k')]).toEqual([100, 0, false]);
  for (let given = 0; given < 200; given += 1) lookups.giveBack('k');
  // Also while it is being written.
  await Promise.resolve();
  expect(lookups.left('k')).toBe(100);
  await lookups.settle();
  expect([table.used, lookups.used('k')]).toEqual([0, 0]);
});

it('a lookup cannot be had while the disk fails, and all who wait are told', async () => {
  const { lookups, log } = open(100, ['before']);
  const asked = await Promise.allSettled([lookups.spend('k'), lookups.spend('k')]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(log.of('lookups_not_settled')).toHaveLength(1);
  expect(await lookups.spend('k')).toBe(true);
});

it('a lookup that could not be given back is lost rather than given twice, a count is tried again', async () => {
  const { lookups } = open(100, ['none', 'before']);
  await lookups.spend('k');
  lookups.giveBack('k');
  await lookups.settle();
  expect(lookups.left('k')).toBe(99);
  const { table, lookups: counted } = open(null, ['before']);
  await counted.spend('k');
  await counted.settle();
  expect([table.used, counted.used('k')]).toEqual([0, 1]);
  await counted.settle();
  expect([table.used, counted.used('k')]).toEqual([1, 1]);
});

/** What happens to a key: spends at once, an answer that is not charged, a settlement, or time for the disk. */
const STEPS = fc.array(
  fc.oneof(
    fc.integer({ min: 1, max: 12 }),
    fc.constantFrom('giveBack' as const, 'settle' as const, 'wait' as const),
  ),
  { maxLength: 60 },
);
const FAILURES = fc.array(fc.constantFrom<Failure>('none', 'before', 'after'), { maxLength: 40 });
/** Whether a step has ended before the next begins. */
const WAITS = fc.array(fc.boolean(), { minLength: 1, maxLength: 20 });
const LIMIT = fc.integer({ min: 1, max: 40 });

type Step = 'giveBack' | 'settle' | 'wait' | number;

/** Plays steps as one caller, and counts what they were charged. A step resolves when what it began has ended. */
function caller(lookups: Lookups) {
  const of = { charged: 0 };
  const spend = async () => {
    try {
      if (await lookups.spend('k')) of.charged += 1;
    } catch (error) {
      expect(error).toMatchObject({ message: 'disk' });
    }
  };
  const play = async (step: Step): Promise<void> => {
    if (typeof step === 'number') await Promise.all(Array.from({ length: step }, spend));
    else if (step === 'settle') await lookups.settle();
    else if (step === 'wait') await settle();
    else if (of.charged > 0) {
      of.charged -= 1;
      lookups.giveBack('k');
    }
  };
  return { of, play };
}

it('whatever happens no lookup is given twice, not even when the process dies at that moment', async () => {
  await fc.assert(
    fc.asyncProperty(LIMIT, STEPS, FAILURES, WAITS, async (limit, steps, failures, waits) => {
      const { table, lookups } = open(limit, failures);
      const { of, play } = caller(lookups);
      const under: Promise<void>[] = [];
      for (const [at, step] of steps.entries()) {
        under.push(play(step));
        if (waits[at % waits.length]) await Promise.all(under);
        // What the disk has is what a crash here would leave: it covers all that was charged.
        expect(of.charged).toBeLessThanOrEqual(table.used);
        expect(table.used).toBeLessThanOrEqual(limit);
      }
      await Promise.all(under);
      expect(of.charged).toBeLessThanOrEqual(table.used);
    }),
    { numRuns: 300 },
  );
});
