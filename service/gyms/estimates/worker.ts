/** Entry of the thread that estimates classes. */

import { parentPort, workerData } from 'node:worker_threads';
import { giveWay, toFault } from '../../../runtime/threads.ts';
import { createTurns } from '../../../runtime/timers.ts';
import type { EstimatesAnswer, EstimatesOrder } from './estimator-thread.ts';
import { historyEstimator } from './history-estimator.ts';

/** A worker's: no one waits for an estimate, and a turn of all classes has half a minute. Chosen here. */
const NICENESS = 10;

const estimator = historyEstimator(workerData as string);
const inTurn = createTurns();

async function follow(told: EstimatesOrder): Promise<void> {
  if (told === 'end') {
    await estimator.stop();
    // Nothing else keeps the thread.
    parentPort?.close();
    return;
  }
  const answer = await estimator
    .estimate(told)
    .catch((error: unknown): EstimatesAnswer => ({ fault: toFault(error) }));
  parentPort?.postMessage(answer);
}

giveWay(NICENESS);

parentPort?.on('message', (told: EstimatesOrder) => void inTurn(() => follow(told)));
