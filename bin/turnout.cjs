#!/usr/bin/env node
/**
 * The launcher: CommonJS, because libuv reads the size of its thread pool once, before any ES module has run.
 */

'use strict';

const { COLLECT_ALONE, countLibavCameras, LIBUV_THREADS } = require('./runtime.cjs');

const isServe = process.argv[2] === 'serve';
const threads = LIBUV_THREADS + (isServe ? countLibavCameras(process.env) : 0);
const given = Number(process.env.UV_THREADPOOL_SIZE) || 0;
process.env.UV_THREADPOOL_SIZE = String(Math.max(threads, given));

// onnxruntime reports to its makers unless it finds this, also in threads: they share what the process starts with.
process.env.ORT_DISABLE_TELEMETRY = '1';

const { existsSync, readdirSync, stat } = require('node:fs');
const { setPriority } = require('node:os');
const Module = require('node:module');
const { delimiter, join, resolve } = require('node:path');
const { pathToFileURL } = require('node:url');
const { setFlagsFromString } = require('node:v8');

// FFmpeg is fetched into the data folder (engine/ffmpeg.ts): packages there are found by every thread and process.
const { NODE_PATH = '', TURNOUT_DATA } = process.env;
process.env.NODE_PATH = [NODE_PATH, resolve(TURNOUT_DATA || 'data', 'ffmpeg')].join(delimiter);
Module._initPaths();

const OLDEST = [20, 19];
const THREADS = '/proc/self/task';
const LIBUV_NICENESS = 10;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const dist = join(__dirname, '..', 'dist');
const program = join(dist, 'cli', 'index.js');

/** One sentence, and no stack: nothing of this is the reader's fault in code. */
function refuse(sentence) {
  process.stderr.write(`turnout: ${sentence}\n`);
  process.exitCode = 1;
}

/**
 * Gives libuv's threads low priority: sharp decodes JPEG on them, and must never take a core from the thread that answers
 * requests. They are all made by the first call that needs one, and are found as what `/proc` lists after it and not
 * before. On Linux alone: elsewhere a priority is that of the whole process.
 */
function lowerLibuvThreads() {
  if (process.platform !== 'linux' || !isServe) return;
  try {
    const before = new Set(readdirSync(THREADS));
    stat('.', () => undefined);
    for (const id of readdirSync(THREADS)) {
      if (!before.has(id)) setPriority(Number(id), LIBUV_NICENESS);
    }
  } catch {
    // Where the system has no /proc, or forbids it, everything works all the same, only less politely.
  }
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
  // Compiled code of the program, from the second start on; Node 22 and later. Where it cannot be written there is none.
  Module.enableCompileCache?.(join(dist, '.compile-cache'));
  if (isServe) {
    keepHangUp();
    for (const flag of COLLECT_ALONE) setFlagsFromString(flag);
  }
  lowerLibuvThreads();
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
