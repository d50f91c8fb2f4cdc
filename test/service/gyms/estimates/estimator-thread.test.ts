/** What the contract of estimators (`estimator.test.ts`) does not say of the one on a thread of its own. */

import { expect, test } from 'vitest';
import { workerModule } from '../../../../runtime/worker-module.ts';
import { EstimatorThread } from '../../../../service/gyms/estimates/estimator-thread.ts';
import { afterTest, openTestHistory } from '../../../store/history/folder.fixture.ts';
import { count, orderOf } from './estimates.fixture.ts';

async function open(entry: string) {
  const { history, dir } = await openTestHistory();
  const thread = new EstimatorThread(dir, workerModule(entry));
  afterTest(() => thread.stop());
  return { history, thread };
}

test('a thread that breaks takes its orders along, and the next one has a new thread', async () => {
  const { history, thread } = await open('test/service/gyms/estimates/breaking.fixture');
  await count(history, 'cam', 9, [-5, 65]);
  expect(await thread.estimate(orderOf())).toMatchObject({ attended: 8 });
  const orders = [
    thread.estimate(orderOf({ method: 'break' })),
    thread.estimate(orderOf({ method: 'lost with it' })),
  ];
  const outcomes = await Promise.allSettled(orders);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { message: 'the thread of the estimates: it broke' },
    });
  }
  expect(await thread.estimate(orderOf())).toMatchObject({ attended: 8 });
});
