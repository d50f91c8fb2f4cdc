/**
 * The clips that benches measure on: made once from the recording of `test/support/fixtures.ts`, in the system's folder
 * for temporary files.
 *
 * H.264 High, a keyframe a second, no B-frames: what a gym's camera sends on its main stream and on its sub-stream. Each
 * picture of the recording (10 a second) becomes one of the clip, so that every picture holds motion.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fixturePath } from '../../test/support/fixtures.ts';
import { isQuick } from './quick.ts';

export interface ClipFormat {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly gopFrames: number;
  readonly bitsPerSecond: number;
  readonly frames: number;
}

/** A main stream: 20 s of 1080p; of a quick run 4 s, which are soon encoded. */
export const CLIP = {
  width: 1920,
  height: 1080,
  fps: 25,
  gopFrames: 25,
  bitsPerSecond: 4_000_000,
  frames: isQuick ? 100 : 500,
} as const satisfies ClipFormat;

/** A sub-stream: as long, as cameras send it out of the box. */
const SUB_CLIP = {
  width: 640,
  height: 360,
  fps: 15,
  gopFrames: 15,
  bitsPerSecond: 512_000,
  frames: isQuick ? 60 : 300,
} as const satisfies ClipFormat;

const RECORDING = fixturePath('one-by-one-person-detection.mp4');

/** Both, each by the name that reports give it. */
export const CLIPS = [
  ['1080p', CLIP],
  ['640 × 360', SUB_CLIP],
] as const;

/** Where the clip lies, or why there is none. */
export type BenchClip =
  | { readonly path: string; readonly reason: null }
  | { readonly path: null; readonly reason: string };

/** The clip, encoded now (some 20 s) or by an earlier bench. In a process of its own: encoders leave memory behind. */
export function benchClip(format: ClipFormat = CLIP): BenchClip {
  const folder = join(tmpdir(), 'turnout-bench-clips');
  const path = join(folder, `1-${Object.values(format).join('-')}.mp4`);
  if (existsSync(path)) return { path, reason: null };
  if (!existsSync(RECORDING))
    return { path: null, reason: 'no recording; npx tsx scripts/fetch-fixtures.ts fetches it' };
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `${process.pid}.mp4`);
  const encoder = fileURLToPath(new URL('./clip-encoder.ts', import.meta.url));
  const args = ['--import', 'tsx', encoder, RECORDING, draft, JSON.stringify(format)];
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) return { path: null, reason: 'the clip could not be encoded' };
  renameSync(draft, path);
  return { path, reason: null };
}
