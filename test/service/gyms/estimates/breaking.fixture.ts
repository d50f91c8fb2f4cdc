/** The thread of the estimates, but one order ends it: entry for `estimator.test.ts`. */

import { parentPort } from 'node:worker_threads';
import '../../../../service/gyms/estimates/worker.ts';

parentPort?.on('message', (told: { readonly method?: string }) => {
  if (told.method === 'break') throw new Error('it broke');
});
