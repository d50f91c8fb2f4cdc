/** The estimator on its thread, over a real history. */

import { expect, onTestFinished, test } from 'vitest';
import { workerModule } from '../../../../runtime/worker-module.ts';
import { estimatorThread } from '../../../../service/gyms/estimates/estimator-thread.ts';
import type { EstimateOrder, Estimator } from '../../../../service/gyms/estimates/order.ts';
import type { History } from '../../../../store/history/history.ts';
import type { StoredSample } from '../../../../store/history/samples/samples.ts';
import { openTestHistory, samplesFrom, stored } from '../../../store/history/folder.fixture.ts';
import { CAMERA } from '../../../support/drawn-class.ts';
import { testFolder } from '../../../support/folder.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../support/times.ts';

const over = (dir: string): Estimator => {
  const estimator = estimatorThread(dir);
  onTestFinished(() => estimator.stop());
  return estimator;
};
const open = async () => {
  const { history, dir } = await openTestHistory();
  return { history, dir, estimator: over(dir) };
};

test('an estimator counts once whom two cameras see in a shared zone, and not at all of a time with other zones', async () => {
  const { history, estimator } = await open();
  await count(history, 'cam', { count: 9, zones: [3] });
  await count(history, 'other', { count: 5, zones: [1, 2] });
  const middle = { name: 'middle', kind: 'overlap' } as const;
  const cam = { ...cameraOf('cam'), zones: [middle] };
  const door = { name: 'door', kind: 'ignore' } as const;
  const cameras = [cam, { ...cameraOf('other'), zones: [door, middle] }];
  // 9 and 5, of whom two are the same, and one trainer.
  const both = { attended: 11, quality: 'A', reasons: [] };
  expect(await estimator.estimate(orderOf({ cameras }))).toMatchObject(both);
  const redrawn = [cam, { ...cameraOf('other'), zones: [middle] }];
  const none = { attended: null, quality: 'none' };
  expect(await estimator.estimate(orderOf({ cameras: redrawn }))).toMatchObject(none);
});

test('an estimator says what each camera alone counts where both see the same people', async () => {
  const { history, estimator } = await open();
  await count(history, 'cam', { count: 9 });
  await count(history, 'other', { count: 5 });
  const cameras = [cameraOf('cam'), { ...cameraOf('other'), scale: 2 }];
  expect(await estimator.estimate(orderOf({ cameras, isEachJudged: true }))).toMatchObject({
    // 4 × 2 by the other one: as many as the first.
    attended: 8,
    figures: { uncalibrated: 8, camera_cam: 8, camera_other: 4 },
  });
});

test('an estimator knows what a camera counts in the empty room, and looks it up once a day', async () => {
  const { history, estimator } = await open();
  // Two hours in the night with somebody in the mirror, and one with nobody in which a class is held.
  await count(history, 'cam', { count: 2 }, [-900, -780]);
  await count(history, 'cam', { count: 0 }, [-600, -540]);
  const { held } = orderOf();
  const early = { fromUtcMs: START_UTC_MS - 36_000_000, toUtcMs: START_UTC_MS - 32_400_000 };
  const emptyRoom = async (nowUtcMs: number) => {
    const order = orderOf({ nowUtcMs, held: [...held, early] });
    return (await estimator.estimate(order)).figures['empty_room'];
  };
  const now = START_UTC_MS + 7_200_000;
  expect(await emptyRoom(now)).toBe(2);
  await count(history, 'cam', { count: 1 }, [-1_200, -1_080]);
  expect(await emptyRoom(now + 60_000)).toBe(2);
  expect(await emptyRoom(now + DAY_MS)).toBe(1);
});

test('an estimator says why the history cannot be opened, and opens it once it can be', async () => {
  const dir = testFolder();
  const estimator = over(dir);
  await expect(estimator.estimate(orderOf())).rejects.toMatchObject({ code: 'data_unusable' });
  const { history } = await openTestHistory({ dir });
  await count(history, 'cam', { count: 9 });
  expect(await estimator.estimate(orderOf())).toMatchObject({ attended: 8 });
});

test('an estimator answers what was ordered before it is stopped, and nothing later', async () => {
  const { history, estimator } = await open();
  await count(history, 'cam', { count: 9 });
  const answers = [estimator.estimate(orderOf()), estimator.estimate(orderOf())];
  await Promise.all([estimator.stop(), estimator.stop()]);
  expect(await Promise.all(answers)).toMatchObject([{ attended: 8 }, { attended: 8 }]);
  await expect(estimator.estimate(orderOf())).rejects.toThrow('stopped');
});

test('a thread that breaks takes its orders along, and the next one has a new thread', async () => {
  const { history, dir } = await openTestHistory();
  const entry = workerModule('test/service/gyms/estimates/breaking.fixture');
  const thread = estimatorThread(dir, entry);
  onTestFinished(() => thread.stop());
  await count(history, 'cam', { count: 9 });
  expect(await thread.estimate(orderOf())).toMatchObject({ attended: 8 });
  const methods = ['break', 'lost with it'];
  const orders = methods.map((method) => thread.estimate(orderOf({ method })));
  const reason = { message: 'the thread of the estimates: it broke' };
  const lost = { status: 'rejected', reason };
  expect(await Promise.allSettled(orders)).toMatchObject([lost, lost]);
  expect(await thread.estimate(orderOf())).toMatchObject({ attended: 8 });
});

/** Orders, and counts in a real history for them. */

/** Of the class. */
const START_UTC_MS = Date.UTC(2026, 10, 20, 18, 0);

/** An hour's class in a room with one camera, looked at every ten seconds; it has just ended. */
function orderOf(said: Partial<EstimateOrder> = {}): EstimateOrder {
  return {
    startsUtcMs: START_UTC_MS,
    endsUtcMs: START_UTC_MS + HOUR_MS,
    nowUtcMs: START_UTC_MS + 2 * HOUR_MS,
    previousEndsUtcMs: null,
    nextStartsUtcMs: null,
    isShared: false,
    cameras: [cameraOf('cam')],
    rule: 'max',
    isEachJudged: false,
    percentile: 0.95,
    staff: 1,
    calibration: null,
    held: [{ fromUtcMs: START_UTC_MS, toUtcMs: START_UTC_MS + HOUR_MS }],
    method: 'as ordered',
    ...said,
  };
}

const cameraOf = (id: string) => ({ ...CAMERA, id, isDensity: false, zones: [] });

/** The camera sees `seen` every ten seconds between two times, minutes after the start of the class. */
async function count(
  history: History,
  cameraId: string,
  seen: Partial<StoredSample>,
  [fromMinute, toMinute]: readonly [number, number] = [-5, 65],
) {
  const fromUtcMs = START_UTC_MS + fromMinute * MINUTE_MS;
  const length = (toMinute - fromMinute) * 6;
  await stored(
    history,
    samplesFrom(fromUtcMs, 10_000, length, () => seen),
    cameraId,
  );
}
