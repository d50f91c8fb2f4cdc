#!/usr/bin/env node
/**
 * The launcher: CommonJS, because libuv reads the size of its thread pool once, before any ES module has run.
 */

'use strict';

const { COLLECT_ALONE, LIBUV_THREADS } = require('./runtime.cjs');

process.env.UV_THREADPOOL_SIZE = String(
  Math.max(LIBUV_THREADS, Number(process.env.UV_THREADPOOL_SIZE) || 0),
);

const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { setFlagsFromString } = require('node:v8');
const { Worker } = require('node:worker_threads');

const OLDEST = [20, 19];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const dist = join(__dirname, '..', 'dist');
const program = join(dist, 'cli', 'index.js');
const isServe = process.argv[2] === 'serve';

/** One sentence, and no stack: nothing of this is the reader's fault in code. */
function refuse(sentence) {
  process.stderr.write(`turnout: ${sentence}\n`);
  process.exitCode = 1;
}

/**
 * Makes libuv's threads with low priority: sharp decodes JPEG on them, and must never take a core from the thread that
 * answers requests. They are all made when one is first needed, with the priority of the thread that needs it: so one of
 * low priority goes first. On Linux alone: elsewhere a priority is that of the whole process.
 */
async function startLowly() {
  if (process.platform !== 'linux' || !isServe) return;
  const first = "require('node:os').setPriority(10); require('node:fs').stat('.', () => {});";
  const worker = new Worker(first, { eval: true });
  // Where the system forbids it everything works all the same, only less politely. The exit comes in either case.
  worker.on('error', () => undefined);
  await new Promise((resolve) => worker.on('exit', resolve));
}

/**
 * Keeps a SIGHUP that comes before the server listens for it, and hands it over then: it asks for a new look at the
 * configuration, and would end a process that does not listen.
 */
function keepHangUp() {
  let isAsked = false;
  const keep = () => {
    isAsked = true;
  };
  const handOver = (event) => {
    if (event !== 'SIGHUP') return;
    process.off('newListener', handOver);
    // The new listener is only being added.
    setImmediate(() => {
      process.off('SIGHUP', keep);
      if (isAsked) process.emit('SIGHUP', 'SIGHUP');
    });
  };
  process.on('SIGHUP', keep);
  process.on('newListener', handOver);
}

async function run() {
  if (isServe) {
    keepHangUp();
    for (const flag of COLLECT_ALONE) setFlagsFromString(flag);
  }
  await startLowly();
  await import(pathToFileURL(program).href);
}

if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  refuse(`expected Node ${OLDEST.join('.')} or later, got ${process.versions.node}`);
} else if (existsSync(program)) {
  run().catch((error) => {
    refuse(`expected a whole installation, got: ${error.message}; run: npm ci && npm run build`);
  });
} else {
  refuse('expected a built program, got none in dist; run: npm run build');
}
