/** Estimates on the thread that asks: the counts of a class's cameras are read and handed to `attendance`. */

import { estimateAttendance } from '../../../gym/attendance/estimate/estimate.ts';
import type { CameraCounts } from '../../../gym/attendance/sample.ts';
import { SAMPLES_MARGIN_MS } from '../../../gym/attendance/sample.ts';
import type { StoredAttendance } from '../../../store/history/classes/class-store.ts';
import { type HistoryBeside, openHistoryForReading } from '../../../store/history/history.ts';
import { cameraFigure } from '../calibrations.ts';
import { EmptyRooms } from './empty-rooms.ts';
import type { EstimateOrder, Estimator } from './estimator.ts';
import { inZone } from './in-zone.ts';

interface Opened {
  readonly history: HistoryBeside;
  readonly emptyRooms: EmptyRooms;
}

export class HistoryEstimator implements Estimator {
  readonly #dir: string;
  #opened: Opened | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  /** @param dir the data folder. Its history is opened by the first order, and by the next one where that has failed. */
  constructor(dir: string) {
    this.#dir = dir;
  }

  /** One class after the other: the counts of several would only lie in memory together. */
  estimate(order: EstimateOrder): Promise<StoredAttendance> {
    if (this.#isStopped) return Promise.reject(new Error('the estimates: they were stopped'));
    const answer = this.#last.then(() => this.#estimate(order));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#last;
    await this.#opened?.history.close();
  }

  async #estimate(order: EstimateOrder): Promise<StoredAttendance> {
    this.#opened ??= await open(this.#dir);
    const { history, emptyRooms } = this.#opened;
    const range = {
      fromUtcMs: order.startsUtcMs - SAMPLES_MARGIN_MS,
      toUtcMs: order.endsUtcMs + SAMPLES_MARGIN_MS,
    };
    const cameras: CameraCounts[] = [];
    // One after the other here too: a thread that runs out of memory in between leaves no work of SQLite behind.
    for (const { id, zones, ...camera } of order.cameras) {
      const samples = await history.samples(id, range);
      const overlaps = (zones?.overlaps ?? []).map(({ name, at }) => ({
        name,
        samples: samples.map((sample) => inZone(sample, at, zones?.length ?? 0)),
      }));
      cameras.push({ ...camera, samples, overlaps });
    }
    const emptyRoomBaseline = await emptyRooms.baselineOf(order);
    const estimate = estimateAttendance({ ...order, cameras, emptyRoomBaseline });
    const { attended, low, high, quality, reasons } = estimate;
    const figures = { ...estimate.figures, ...eachCamera(order, cameras) };
    return {
      source: 'camera',
      attended,
      low,
      high,
      quality,
      reasons,
      figures,
      method: order.method,
    };
  }
}

/** What each camera alone counts, without any factor. */
function eachCamera(
  order: EstimateOrder,
  cameras: readonly CameraCounts[],
): Readonly<Record<string, number | null>> {
  if (order.isEachJudged !== true) return {};
  const entries = cameras.map(({ scale: _, ...camera }, at): [string, number | null] => {
    const alone = { ...order, cameras: [camera], calibration: null, emptyRoomBaseline: null };
    const { figures } = estimateAttendance(alone);
    return [cameraFigure(order.cameras[at]?.id ?? ''), figures.uncalibrated];
  });
  return Object.fromEntries(entries);
}

async function open(dir: string): Promise<Opened> {
  const history = await openHistoryForReading(dir);
  return { history, emptyRooms: new EmptyRooms(history) };
}
