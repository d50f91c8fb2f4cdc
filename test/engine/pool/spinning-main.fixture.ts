/** A program with a plugin that spins: prints the ids of the processes it has started by then, and waits to be killed. */

import { readFileSync } from 'node:fs';
import { Lanes } from '../../../engine/pool/lanes.ts';
import { type LogFields, silentLog } from '../../../runtime/log/log.ts';
import { delay } from '../../../runtime/timers.ts';
import { pluginChoice } from '../../support/plugins/index.ts';

const { pid } = process;
const log = {
  ...silentLog,
  info: (_: string, { text }: LogFields = {}) => {
    if (text === 'spinning') console.log(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
  },
};
const limits = { workers: 1, taskTimeoutMs: 600_000, heapBytes: 2 ** 26, memoryBytes: 4e9 };
const lanes = new Lanes({ ...limits, counts: null, log });
void lanes.prepare(pluginChoice('faulty', { misdeed: 'spin_create' }));
await delay(600_000);
