/** Lookups against a store that does what a disk does: it takes time, it fails, and then it may or may not have stored. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEASE_LOOKUPS, Lookups } from '../../../store/access/lookups.ts';
import { settle } from '../../support/fake-clock.ts';
import { RecordedLog } from '../../support/recorded-log.ts';

type Failure = 'none' | 'before' | 'after';

/** One key of `limit` lookups, as SQLite would have it. */
class ScriptedStore {
  taken = 0;
  leases = 0;
  readonly #limit: number;
  readonly #failures: Failure[];

  constructor(limit: number, failures: readonly Failure[] = []) {
    this.#limit = limit;
    this.#failures = [...failures];
  }

  async leaseLookups(_: string, count: number): Promise<{ readonly taken: number }> {
    this.leases += 1;
    return { taken: await this.#do(() => Math.min(this.#limit, this.taken + count)) };
  }

  async settleLookups(changes: readonly { readonly by: number }[]): Promise<void> {
    await this.#do(() => changes.reduce((sum, { by }) => sum + by, this.taken));
  }

  async #do(change: () => number): Promise<number> {
    const failure = this.#failures.shift() ?? 'none';
    if (failure === 'before') throw new Error('disk');
    this.taken = change();
    await settle();
    if (failure === 'after') throw new Error('disk');
    return this.taken;
  }
}

function open(limit: number, failures: readonly Failure[] = []) {
  const store = new ScriptedStore(limit, failures);
  const log = new RecordedLog();
  const lookups = new Lookups({ store, log });
  lookups.add({ id: 'k', lookupLimit: limit, lookupsTaken: 0 });
  return { store, log, lookups };
}

describe('a lookup', () => {
  it('is leased before it is spent, five at a time, and those who wait share the lease', async () => {
    const { store, lookups } = open(100);
    const first = lookups.spend('k');
    const second = lookups.spend('k');
    expect([first, second]).toEqual([expect.any(Promise), expect.any(Promise)]);
    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect([store.leases, store.taken]).toEqual([1, 5]);
    // The rest of the lease costs no question to the store.
    expect([lookups.spend('k'), lookups.spend('k'), lookups.spend('k')]).toEqual([
      true,
      true,
      true,
    ]);
    expect(lookups.spend('k')).toEqual(expect.any(Promise));
    expect(store.leases).toBe(2);
  });

  it('that is given back is there again, and never more is at stake than one lease', async () => {
    const { store, lookups } = open(8);
    for (let spent = 0; spent < 8; spent += 1) expect(await lookups.spend('k')).toBe(true);
    expect(lookups.spend('k')).toBe(false);
    for (let given = 0; given < 6; given += 1) lookups.giveBack('k');
    await settle();
    expect([store.taken, lookups.left('k')]).toEqual([2, 6]);
    for (let given = 0; given < 20; given += 1) lookups.giveBack('k');
    await settle();
    expect([lookups.left('k'), lookups.used('k')]).toEqual([8, 0]);
  });

  it('of a key without a limit costs nothing, and is counted', async () => {
    const { store, lookups } = open(1);
    lookups.add({ id: 'paid', lookupLimit: null, lookupsTaken: 40 });
    for (let spent = 0; spent < 1_000; spent += 1) expect(lookups.spend('paid')).toBe(true);
    lookups.giveBack('paid');
    expect([lookups.used('paid'), lookups.left('paid')]).toEqual([1_039, null]);
    await lookups.settle();
    expect([store.taken, store.leases]).toEqual([999, 0]);
    expect(lookups.used('paid')).toBe(1_039);
  });

  it('of a key that is not known is none', () => {
    const { lookups } = open(1);
    expect(lookups.spend('other')).toBe(false);
    lookups.giveBack('other');
    expect([lookups.left('other'), lookups.used('other')]).toEqual([null, 0]);
  });

  it('cannot be had while the disk fails, and all who wait are told', async () => {
    const { lookups } = open(100, ['before']);
    const asked = [lookups.spend('k'), lookups.spend('k')];
    await expect(asked[0]).rejects.toThrow('disk');
    await expect(asked[1]).rejects.toThrow('disk');
    expect(await lookups.spend('k')).toBe(true);
  });

  it('that could not be settled is lost rather than given twice', async () => {
    const { log, lookups } = open(100, ['none', 'before']);
    await lookups.spend('k');
    await lookups.settle();
    expect(log.of('lookups_not_settled')).toHaveLength(1);
    expect(lookups.left('k')).toBe(95);
  });
});

/** What happens to a key: spends at once, an answer that is not charged, a settlement, or time for the disk. */
const STEPS = fc.array(
  fc.oneof(
    fc.integer({ min: 1, max: 12 }),
    fc.constantFrom('giveBack' as const, 'settle' as const, 'wait' as const),
  ),
  { maxLength: 60 },
);
const FAILURES = fc.array(fc.constantFrom<Failure>('none', 'before', 'after'), {
  maxLength: 40,
});
/** Whether a step has ended before the next begins. */
const WAITS = fc.array(fc.boolean(), { minLength: 1, maxLength: 20 });
const LIMIT = fc.integer({ min: 1, max: 40 });

type Step = 'giveBack' | 'settle' | 'wait' | number;

/** Whoever asks with the key, and what they were charged. */
class Caller {
  charged = 0;
  readonly #lookups: Lookups;

  constructor(lookups: Lookups) {
    this.#lookups = lookups;
  }

  /** Resolves when what the step began has ended. */
  async play(step: Step): Promise<void> {
    if (typeof step === 'number') {
      await Promise.all(Array.from({ length: step }, () => this.#spend()));
    } else if (step === 'settle') {
      await this.#lookups.settle();
    } else if (step === 'wait') {
      await settle();
    } else if (this.charged > 0) {
      this.charged -= 1;
      this.#lookups.giveBack('k');
    }
  }

  async #spend(): Promise<void> {
    try {
      if (await this.#lookups.spend('k')) this.charged += 1;
    } catch (error) {
      expect(error).toMatchObject({ message: 'disk' });
    }
  }
}

describe('whatever happens', () => {
  it('no lookup is given twice, not even when the process dies at that moment', async () => {
    await fc.assert(
      fc.asyncProperty(LIMIT, STEPS, FAILURES, WAITS, async (limit, steps, failures, waits) => {
        const { store, lookups } = open(limit, failures);
        const caller = new Caller(lookups);
        const under: Promise<void>[] = [];
        for (const [at, step] of steps.entries()) {
          under.push(caller.play(step));
          if (waits[at % waits.length]) await Promise.all(under);
          // What the disk has is what a crash here would leave: it covers all that was charged.
          expect(caller.charged).toBeLessThanOrEqual(store.taken);
          expect(store.taken).toBeLessThanOrEqual(limit);
        }
        await Promise.all(under);
        expect(caller.charged).toBeLessThanOrEqual(store.taken);
      }),
      { numRuns: 300 },
    );
  });

  it('with a disk that works the count is exact, and a crash loses one lease at most', async () => {
    await fc.assert(
      fc.asyncProperty(LIMIT, STEPS, async (limit, steps) => {
        const { store, lookups } = open(limit);
        const caller = new Caller(lookups);
        for (const step of steps) {
          const before = caller.charged;
          await caller.play(step);
          await settle();
          if (typeof step === 'number') expect(caller.charged).toBe(Math.min(limit, before + step));
          expect(lookups.left('k')).toBe(limit - caller.charged);
          expect(lookups.used('k')).toBe(caller.charged);
          expect(store.taken - caller.charged).toBeLessThanOrEqual(LEASE_LOOKUPS);
        }
        await lookups.settle();
        expect(store.taken).toBe(caller.charged);
      }),
      { numRuns: 300 },
    );
  });
});
