/**
 * What the program asks of Node, libuv and V8. Apart from the launcher, so that benches ask the same: they are not started by it.
 */

'use strict';

/**
 * Threads of libuv. A blocked read of libav holds one of them (cameras of H.264 and H.265 over TCP are read without), and
 * sharp, SQLite and the file system need them too: with the four of the default, four silent cameras stop everything. Each
 * keeps memory of the pictures that sharp made on it: 64 of them 79 MB after 2,500 of 1080p, 256 of them 115 MB, still
 * growing. Whoever has more cameras than that behind libav sets a higher number.
 */
exports.LIBUV_THREADS = 64;

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
