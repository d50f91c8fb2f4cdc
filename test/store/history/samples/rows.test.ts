import { describe, expect, it } from 'vitest';
import { toRow } from '../../../../store/history/samples/rows.ts';
import { NOON, sampleAt } from '../folder.fixture.ts';

describe('a sample as a row', () => {
  it('has its columns in order, and no zones where there are none', () => {
    const sample = sampleAt(NOON, { mediaMs: 5, count: null, zones: [1, 2], confidence: 0.5 });
    expect(toRow('hall', sample)).toEqual(['hall', NOON, null, 0, 0, '[1,2]', 0.5, 0, 100, 5]);
    expect(toRow('hall', sampleAt(NOON))[5]).toBeNull();
  });

  it('has times in whole milliseconds', () => {
    const [, atUtcMs, , , , , , , , mediaMs] = toRow('hall', sampleAt(0.4, { mediaMs: -33.6 }));
    expect([atUtcMs, mediaMs]).toEqual([0, -34]);
  });

  it.each([
    { atUtcMs: Number.NaN },
    { count: 1.5 },
    { staff: Number.POSITIVE_INFINITY },
    { zones: [1, Number.NaN] },
    { confidence: Number.NaN },
    { luma: Number.NaN },
  ])('is refused with %o: SQLite would refuse all that come with it', (fault) => {
    expect(() => toRow('hall', { ...sampleAt(NOON), ...fault })).toThrow(
      expect.objectContaining({ code: 'internal_error' }),
    );
  });
});
