import { expect, it } from 'vitest';
import { SourceTally } from '../../../engine/cameras/source.ts';

it('the totals of a source do not know the interval on either side of a keyframe without a time', () => {
  const tally = new SourceTally();
  const gops = [0, null, 2_000, 2_500].map((mediaMs) => {
    tally.keyframe(mediaMs);
    return tally.totals().gopMs;
  });
  expect(gops).toEqual([null, null, null, 500]);
});
