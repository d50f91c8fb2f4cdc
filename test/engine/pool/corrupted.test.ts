/**
 * Keyframes as broken cables, cameras and memory make them, through decoder, detector and pool: each costs its own sample at
 * most, and none the process. By chance, and the same for the same number; `.ci/nightly` takes 100,000 (`CORRUPTED`).
 */

import { onTestFinished, test } from 'vitest';
import { isTurnoutError } from '../../../errors.ts';
import { clip } from '../../support/clips.ts';
import { keyframesOf } from '../../support/keyframes.ts';
import { seededRandom, wholeNumber } from '../../support/seeded-random.ts';
import { choiceOf, NOTHING, startPool } from './pool.fixture.ts';

const FRAMES = Number(process.env['CORRUPTED'] ?? 120) / 3;
/** Of a frame that was corrupted. */
const EXPECTED = ['frame_undecodable', 'frame_too_large'];

/** One of eight kinds, made of one keyframe and another of the same codec. */
function corrupted(frames: readonly Uint8Array[], number: number): Uint8Array<ArrayBuffer> {
  const random = seededRandom(Math.imul(number, 2_654_435_761));
  const below = (most: number) => wholeNumber(random, 0, most);
  const chosen = () => frames[below(frames.length - 1)] ?? new Uint8Array();
  const [whole, other] = [Buffer.from(chosen()), Buffer.from(chosen())];
  const at = below(whole.length);
  const from = below(other.length);
  const flip = (bits: number, within: number) => {
    for (let left = bits; left > 0; left -= 1) {
      const byte = below(within - 1);
      whole.writeUInt8(whole.readUInt8(byte) ^ (1 << below(7)), byte);
    }
    return whole;
  };
  const put = (...parts: readonly Uint8Array[]) =>
    Buffer.concat([whole.subarray(0, at), ...parts, whole.subarray(at)]);
  const kinds = [
    () => flip(1 + below(7), whole.length),
    () => flip(8 + below(392), whole.length),
    // Parameter sets and the first slice's head.
    () => flip(1 + below(15), Math.min(64, whole.length)),
    () => whole.subarray(0, at),
    () => Buffer.concat([whole.subarray(0, at), other.subarray(from)]),
    // A unit of another picture in the middle of this one.
    () => put(Uint8Array.of(0, 0, 0, 1), other.subarray(from, from + 1 + below(2_000))),
    () => whole.fill(random() < 0.5 ? 0 : 0xff, at, Math.min(whole.length, at + 1 + below(4_000))),
    () => put(Uint8Array.from({ length: 1 + below(499) }, () => below(255))),
  ];
  return Uint8Array.from(kinds[number % kinds.length]?.() ?? []);
}

test.each([
  ['h264', 'mp4'],
  ['hevc', 'mp4'],
  ['jpeg', 'avi'],
] as const)(
  'corrupted keyframes of %s cost their own sample at most',
  { timeout: 60_000 + FRAMES * 100 },
  async (codec, container) => {
    const pool = startPool({ taskTimeoutMs: 10_000, heapBytes: 256 * 2 ** 20 });
    onTestFinished(() => pool.close());
    const detector = choiceOf('motion');
    const { stateBytes } = await pool.prepare(detector);
    const task = { ...NOTHING, detector, state: new SharedArrayBuffer(stateBytes) };
    const frames = await keyframesOf(clip({ codec, container }));
    const whole = frames.map(({ data }) => Uint8Array.from(data));
    for (let number = 0; number < FRAMES; number += 1) {
      const frame = { ...frames[0]!, data: corrupted(whole, number) };
      await pool.sample({ ...task, frame }).catch((error: unknown) => {
        if (!isTurnoutError(error) || !EXPECTED.includes(error.code)) throw error;
      });
    }
  },
);
