import { describe, expect, it } from 'vitest';
import { SourceTally } from '../../../engine/cameras/source.ts';

describe('the totals of a source', () => {
  it('begin at nothing', () => {
    expect(new SourceTally().totals()).toEqual({ packets: 0, bytes: 0, keyframes: 0, gopMs: null });
  });

  it('tell the time between the last two keyframes', () => {
    const tally = new SourceTally();
    const gops = [0, 1_000, 3_500].map((mediaMs) => {
      tally.packet(10);
      tally.keyframe(mediaMs);
      return tally.totals().gopMs;
    });
    expect(gops).toEqual([null, 1_000, 2_500]);
    expect(tally.totals()).toMatchObject({ packets: 3, bytes: 30, keyframes: 3 });
  });

  it('do not know the interval on either side of a keyframe without a time', () => {
    const tally = new SourceTally();
    const gops = [0, null, 2_000, 2_500].map((mediaMs) => {
      tally.keyframe(mediaMs);
      return tally.totals().gopMs;
    });
    expect(gops).toEqual([null, null, null, 500]);
  });
});
