/** A worker that is nicer than its process: decodes a picture, and tells the niceness of libvips' threads and its own. */

import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { FrameDecoder } from '../../../engine/frames/decoder.ts';

// Before it is nicer, so that libuv's threads, which all begin at once, are not.
await readFile('/proc/self/stat');
setPriority(0, Math.min(19, getPriority(0) + 3));
const wanted = { isGrey: false, size: () => ({ width: 96, height: 54 }) };
await new FrameDecoder().decode(workerData, wanted);

const threads = readdirSync('/proc/self/task').map(Number);
const vips = threads.filter((id) => {
  const name = readFileSync(`/proc/self/task/${id}/comm`, 'latin1').trimEnd();
  return name === 'libvips worker';
});
const own = getPriority(0);
parentPort?.postMessage({ own, vips: vips.map((id) => getPriority(id)) });
