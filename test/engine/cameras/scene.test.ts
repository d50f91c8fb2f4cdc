/** The drawn camera as a frame source. */

import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { readScene } from '../../../engine/cameras/scene.ts';
import { frameSource, type SourceOptions } from '../../../engine/cameras/source.ts';
import type { EncodedFrame } from '../../../engine/frames/decoder.ts';
import { stillOf } from '../../../engine/pictures/drawn-room.ts';
import { OpenedSource, sourceOptions } from '../../support/opened-source.ts';

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

const open: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((source) => source.close())));

function make(url: string, clock: SourceOptions['clock'], isCounted: () => boolean) {
  const source = new OpenedSource(
    frameSource(readScene, sourceOptions({ url, wantedPeriodMs: () => 200, clock, isCounted })),
  );
  open.push(source);
  return source;
}

async function read(
  source: OpenedSource,
  number: number,
  onFrame = (_: EncodedFrame) => undefined,
) {
  const pictures: Uint8Array[] = [];
  await source.read((frame) => {
    pictures.push(frame.data.slice());
    onFrame(frame);
    if (pictures.length === number) void source.close();
  });
  return pictures;
}

it('shows, where that is asked for, the empty room until a picture of it was counted, and then who is there', async () => {
  let counted = 0;
  const slow = make(FULL, hastyClock(), () => counted >= 3);
  await slow.open();
  const pictures = await read(slow, 4, () => {
    counted += 1;
    return undefined;
  });
  expect(pictures.map(isEmpty)).toEqual([true, true, true, false]);
  const neverCounted = make(FULL.replace('=60', '=4'), hastyClock(), () => false);
  await neverCounted.open();
  const shown = (await read(neverCounted, 4)).map(isEmpty);
  expect([shown[0], shown[3]]).toEqual([true, false]);
});
