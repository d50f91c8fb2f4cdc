import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPending } from '../../../../store/history/samples/pending.ts';
import { type SampleRow, toRow } from '../../../../store/history/samples/rows.ts';
import { sampleAt } from '../folder.fixture.ts';

const row = (n: number): SampleRow => toRow('hall', sampleAt(n));
const numbers = (rows: readonly SampleRow[]) => rows.map(([, atUtcMs]) => atUtcMs);

describe('samples that wait', () => {
  it('come out in the order they went in', () => {
    const pending = createPending(100);
    for (let n = 0; n < 5; n += 1) {
      pending.push(row(n));
    }
    expect(numbers(pending.take(2))).toEqual([0, 1]);
    expect(numbers(pending.take(9))).toEqual([2, 3, 4]);
    expect(pending.size()).toBe(0);
  });

  it('keep their place when they could not be stored', () => {
    const pending = createPending(100);
    pending.push(row(1));
    pending.push(row(2));
    const taken = pending.take(2);
    pending.push(row(3));
    pending.restore(taken);
    expect(numbers(pending.take(9))).toEqual([1, 2, 3]);
  });

  it('are never lost without being counted, nor more than the limit and a tenth', () => {
    const steps = fc.array(fc.constantFrom('push', 'push', 'push', 'store', 'fail'), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 20 }), (actions, limit) => {
        const pending = createPending(limit);
        let pushed = 0;
        let stored = 0;
        for (const action of actions) {
          if (action === 'push') {
            pending.push(row(pushed));
            pushed += 1;
          } else if (action === 'store') {
            stored += pending.take(3).length;
          } else {
            pending.restore(pending.take(3));
          }
          expect(pending.size()).toBeLessThanOrEqual(limit * 1.1);
          expect(pushed).toBe(stored + pending.size() + pending.dropped());
        }
        const left = numbers(pending.take(limit * 2));
        expect(left).toEqual(left.toSorted((a, b) => a - b));
      }),
    );
  });
});
