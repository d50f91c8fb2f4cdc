/**
 * Runs in the program before it: collects garbage on SIGUSR2, all that there is, and gives the pages back to the system.
 * What is still there afterwards is held by something.
 */

'use strict';

const { Session } = require('node:inspector');
const { isMainThread } = require('node:worker_threads');

if (isMainThread) {
  const session = new Session();
  session.connect();
  // It asks V8 as a system short of memory does; a plain collection keeps free pages for later.
  process.on('SIGUSR2', () => session.post('HeapProfiler.collectGarbage'));
}
