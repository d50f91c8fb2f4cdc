/**
 * What the program asks of Node, libuv and V8. Apart from the launcher, so that benches ask the same: they are not started by it.
 */

'use strict';

const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/**
 * Threads of libuv: sharp, SQLite and the file system need them, and with the four of the default they wait for each
 * other. Each keeps memory of the pictures that sharp made on it: 64 of them 79 MB after 2,500 of 1080p.
 */
exports.LIBUV_THREADS = 16;

/**
 * How many cameras of the configuration libav may read: a read that waits for a packet holds a thread. By the text alone,
 * since nothing of the program is loaded yet: every address but those of RTSP and drawn rooms counts, and RTSP over UDP.
 * A camera that comes later, or turns out to be libav's, shares the threads there are (engine/cameras/libav/input.ts).
 */
exports.countLibavCameras = ({ TURNOUT_CONFIG, TURNOUT_DATA }) => {
  const places = TURNOUT_CONFIG
    ? [TURNOUT_CONFIG]
    : ['turnout.yaml', join(TURNOUT_DATA || 'data', 'turnout.yaml')];
  for (const place of places) {
    try {
      const text = readFileSync(place, 'utf8');
      return text.match(LIBAV_ADDRESS)?.length ?? 0;
    } catch {
      // What is wrong with the file is said where it is read in earnest.
    }
  }
  return 0;
};
const LIBAV_ADDRESS = /\burl["']?:(?!\s*["']?(?:rtsp|scene):)|\btransport["']?:\s*["']?udp\b/gi;

/**
 * Each thread collects its own garbage alone. V8 shares the work with helper threads and waits for them: while workers
 * held every core the thread that answers requests stood still for up to 140 ms, for a millisecond of work, and a worker
 * for up to 25 before it could tell its count.
 */
exports.COLLECT_ALONE = [
  '--no-parallel-scavenge',
  '--no-concurrent-array-buffer-sweeping',
  '--no-concurrent-marking',
];
