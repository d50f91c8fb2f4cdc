/** Entry of the thread of `thread.ts`: reads one schedule and answers once. */

import { parentPort, workerData } from 'node:worker_threads';
import { isTurnoutError } from '../../errors.ts';
import { parseFile } from '../../gym/schedule/parse.ts';
import { toFault } from '../../runtime/threads.ts';
import type { ParseAnswer, ParseOrder } from './thread.ts';

async function answer({ bytes, options }: ParseOrder): Promise<ParseAnswer> {
  try {
    return { parsed: await parseFile(bytes, options) };
  } catch (error) {
    // What is no coded error is a defect: it ends the thread, and the caller gets it.
    if (!isTurnoutError(error)) throw error;
    return { fault: toFault(error) };
  }
}

parentPort?.postMessage(await answer(workerData as ParseOrder));
