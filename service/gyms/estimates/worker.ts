/** Entry of the thread that estimates classes. */

import { parentPort, workerData } from 'node:worker_threads';
import { giveWay, toFault } from '../../../runtime/threads.ts';
import { createQueue } from '../../../runtime/timers.ts';
import type { EstimatesAnswer, EstimatesOrder } from './estimator-thread.ts';
import { historyEstimator } from './history-estimator.ts';

/** A worker's: no one waits for an estimate, and a turn of all classes has half a minute. Chosen here. */
const NICENESS = 10;

const estimator = historyEstimator(workerData as string);
const inTurn = createQueue();

async function follow(order: EstimatesOrder): Promise<void> {
  if (order === 'end') {
    await estimator.stop();
    // Nothing else keeps the thread.
    parentPort?.close();
    return;
  }
  const answer = await estimator
    .estimate(order)
    .catch((error: unknown): EstimatesAnswer => ({ fault: toFault(error) }));
  parentPort?.postMessage(answer);
}

giveWay(NICENESS);

parentPort?.on('message', (order: EstimatesOrder) => void inTurn(() => follow(order)));
