import { describe, expect, it, test } from 'vitest';
import { cursorAfter, isNewer, isWhole } from '../../chain/revision.ts';

test.each([
  [{ epoch: 1, rev: 1 }, null, true],
  [{ epoch: 1, rev: 2 }, { epoch: 1, rev: 1 }, true],
  [{ epoch: 1, rev: 1 }, { epoch: 1, rev: 1 }, false],
  [{ epoch: 1, rev: 1 }, { epoch: 1, rev: 2 }, false],
  [{ epoch: 2, rev: 1 }, { epoch: 1, rev: 9 }, true],
  [{ epoch: 1, rev: 9 }, { epoch: 2, rev: 1 }, false],
])('%j over %j is newer: %j', (coming, stored, wanted) => {
  expect(isNewer(coming, stored)).toBe(wanted);
});

describe('the cursor', () => {
  test.each([
    ['follows a batch that follows it', [11, 20], 20],
    ['follows one that overlaps', [5, 20], 20],
    ['stays after an older one', [1, 5], 10],
    ['stays before a gap', [12, 20], 10],
    ['stays for one without changes', [11, 10], 10],
  ] as const)('%s', (_, [from_seq, to_seq], wanted) => {
    expect(cursorAfter(10, { from_seq, to_seq })).toBe(wanted);
  });

  it('ends the first sending of an epoch', () => {
    expect([isWhole(9, 10), isWhole(10, 10), isWhole(0, 0)]).toEqual([false, true, true]);
  });
});
