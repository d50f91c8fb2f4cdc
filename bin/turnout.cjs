#!/usr/bin/env node
/**
 * The launcher: CommonJS, because libuv reads the size of its thread pool once, before any ES module has run.
 *
 * A blocked camera read holds one of these threads, and sharp, SQLite and the file system need them too: with the four
 * of the default, four silent cameras stop everything. 256 cost about 2 MB.
 */

'use strict';

process.env.UV_THREADPOOL_SIZE = '256';

const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const OLDEST = [20, 19];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const program = join(__dirname, '..', 'dist', 'cli', 'index.js');

/** One sentence, and no stack: nothing of this is the reader's fault in code. */
function refuse(sentence) {
  process.stderr.write(`turnout: ${sentence}\n`);
  process.exitCode = 1;
}

if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  refuse(`expected Node ${OLDEST.join('.')} or later, got ${process.versions.node}`);
} else if (existsSync(program)) {
  import(pathToFileURL(program).href).catch((error) => {
    refuse(`expected a whole installation, got: ${error.message}; run: npm ci && npm run build`);
  });
} else {
  refuse('expected a built program, got none in dist; run: npm run build');
}
