/** The drawn camera as a frame source. */

import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { readScene } from '../../../engine/cameras/scene.ts';
import { frameSource, type SourceOptions } from '../../../engine/cameras/source.ts';
import type { EncodedFrame } from '../../../engine/frames/decoder.ts';
import { stillOf } from '../../../engine/pictures/drawn-room.ts';
import { OpenedSource, sourceOptions } from '../../support/opened-source.ts';

const FULL = 'scene:yoga?people=10&seed=3&empty_s=1';
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

function make(url: string, clock: SourceOptions['clock']) {
  const source = new OpenedSource(
    frameSource(readScene, sourceOptions({ url, wantedPeriodMs: () => 200, clock })),
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

it('shows, where that is asked for, the empty room until a picture of it was taken, and then who is there', async () => {
  const taken = make(FULL, hastyClock());
  await taken.open();
  const pictures = await read(taken, 4, ({ data }) => {
    structuredClone(data.buffer, { transfer: [data.buffer] });
    return undefined;
  });
  expect(isEmpty(pictures[0] ?? new Uint8Array())).toBe(true);
  expect(isEmpty(pictures[3] ?? new Uint8Array())).toBe(false);
  const waiting = make(FULL, hastyClock());
  await waiting.open();
  expect((await read(waiting, 4)).every(isEmpty)).toBe(true);
});
