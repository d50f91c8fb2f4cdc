/** Estimates on the thread that asks: the counts of a class's cameras are read and handed to `attendance`. */

import { emptyRoomBaseline } from '../../../gym/attendance/empty-room.ts';
import { estimateAttendance } from '../../../gym/attendance/estimate/estimate.ts';
import { type CameraCounts, SAMPLES_MARGIN_MS } from '../../../gym/attendance/sample.ts';
import type { StoredAttendance } from '../../../store/history/classes/class-store.ts';
import { type HistoryBeside, openHistoryForReading } from '../../../store/history/history.ts';
import type { HistoryReads } from '../../../store/history/samples/samples.ts';
import { inZone } from '../../../store/history/samples/samples.ts';
import { cameraFigure } from '../calibrations.ts';
import { DAY_MS, type EstimateOrder, type Estimator, LOOK_BACK_MS } from './order.ts';

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

/** What each room counts when no one is in it, looked up once a day from the minutes of the week before. */
class EmptyRooms {
  readonly #history: Pick<HistoryReads, 'minutes'>;
  /** Day since 1970, UTC, of which {@link EmptyRooms.#known} is. */
  #day = 0;
  /** By the room's cameras: rooms of two gyms may have the same id. */
  readonly #known = new Map<string, number | null>();

  constructor(history: Pick<HistoryReads, 'minutes'>) {
    this.#history = history;
  }

  /**
   * People counted in the empty room: of several cameras that see the same the highest figure, of those that see parts
   * the sum. Null while no quiet hour is known. Rejects with SQLite's error.
   */
  async baselineOf({ rule, cameras, held, nowUtcMs }: EstimateOrder): Promise<number | null> {
    const ids = cameras.map(({ id }) => id);
    const key = JSON.stringify([rule, ids]);
    const day = Math.floor(nowUtcMs / DAY_MS);
    if (day !== this.#day) this.#known.clear();
    this.#day = day;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const range = { fromUtcMs: nowUtcMs - LOOK_BACK_MS, toUtcMs: nowUtcMs };
    const figures: (number | null)[] = [];
    for (const id of ids) {
      const minutes = await this.#history.minutes(id, range);
      const medians = minutes.map(({ minuteUtcMs, median }) => ({
        atUtcMs: minuteUtcMs,
        count: median,
        flags: 0,
      }));
      figures.push(emptyRoomBaseline(medians, held));
    }
    const people = joined(figures, rule);
    if (day === this.#day) this.#known.set(key, people);
    return people;
  }
}

function joined(figures: readonly (number | null)[], rule: EstimateOrder['rule']): number | null {
  const told = figures.filter((figure) => figure !== null);
  if (told.length === 0) return null;
  if (rule === 'max') return Math.max(...told);
  return rule === 'primary' ? (figures[0] ?? null) : told.reduce((sum, people) => sum + people, 0);
}
