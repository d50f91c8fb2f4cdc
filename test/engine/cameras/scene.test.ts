/** The drawn camera as a frame source. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readScene } from '../../../engine/cameras/scene.ts';
import { frameSource, type SourceOptions } from '../../../engine/cameras/source.ts';
import { stillOf } from '../../../engine/pictures/drawn-room.ts';
import { sourceOptions } from '../../support/opened-source.ts';

const FULL = 'scene:yoga?people=10&seed=3&empty_s=60';
const EMPTY = [0, 1].map((turn) => readFileSync(stillOf({ room: 'yoga' }, 0, turn)));
const isEmpty = (data: Uint8Array) => EMPTY.some((still) => still.equals(data));

/** A clock in whose first class everyone is there; a second passes whenever it is asked. */
function hastyClock(): SourceOptions['clock'] {
  let nowMs = 0;
  return {
    nowUtcMs: () => 1_800_000_000_000 + 20 * 60_000 + nowMs,
    monotonicMs: () => {
      nowMs += 1_000;
      return nowMs;
    },
  };
}

/** Whether each of the first four pictures shows the empty room, while so many of them as it is told were counted. */
async function emptyOnes(url: string, isCounted: (pictures: number) => boolean) {
  const pictures: Uint8Array[] = [];
  const options = sourceOptions({
    url,
    wantedPeriodMs: () => 200,
    clock: hastyClock(),
    isCounted: () => isCounted(pictures.length),
  });
  const enough = new AbortController();
  await frameSource(readScene, options).run(enough.signal, ({ data }) => {
    pictures.push(data.slice());
    if (pictures.length === 4) enough.abort();
  });
  return pictures.map(isEmpty);
}

it('shows, where that is asked for, the empty room until a picture of it was counted, and then who is there', async () => {
  expect(await emptyOnes(FULL, (pictures) => pictures >= 3)).toEqual([true, true, true, false]);
  const neverCounted = await emptyOnes(FULL.replace('=60', '=4'), () => false);
  expect([neverCounted[0], neverCounted[3]]).toEqual([true, false]);
});
