/** A worker that is nicer than its process: decodes a JPEG, and tells the niceness of libvips' threads and its own. */

import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { FrameDecoder } from '../../../engine/frames/decoder.ts';
import { greyFrame } from '../../support/jpegs.ts';

// Before it is nicer, so that libuv's threads, which all begin at once, are not.
const frame = await greyFrame(90, { width: 1920, height: 1080 });
setPriority(0, Math.min(19, getPriority(0) + 3));
await new FrameDecoder().decode(frame, { isGrey: false, size: () => ({ width: 96, height: 54 }) });

const threads = readdirSync('/proc/self/task').map(Number);
const vips = threads.filter((id) => {
  const name = readFileSync(`/proc/self/task/${id}/comm`, 'latin1').trimEnd();
  return name === 'libvips worker';
});
const own = getPriority(0);
parentPort?.postMessage({ own, vips: vips.map((id) => getPriority(id)) });
