/** Estimates on the thread that asks: the counts of a class's cameras are read and handed to `attendance`. */

import { emptyRoomBaseline } from '../../../gym/attendance/empty-room.ts';
import { estimateAttendance } from '../../../gym/attendance/estimate/estimate.ts';
import { type CameraCounts, SAMPLES_MARGIN_MS } from '../../../gym/attendance/sample.ts';
import { DAY_MS } from '../../../gym/calendar/zone.ts';
import type { StoredAttendance } from '../../../store/history/classes/class-store.ts';
import { openHistoryForReading, type ReadOnlyHistory } from '../../../store/history/history.ts';
import { type HistoryReads, withOverlaps } from '../../../store/history/samples/samples.ts';
import { cameraFigure } from '../calibrations.ts';
import { type EstimateOrder, type Estimator, LOOK_BACK_MS, samplesFigure } from './order.ts';

/**
 * To be given one order after the other: the counts of several classes would only lie in memory together.
 *
 * @param dir the data folder. Its history is opened by the first order, and by the next one where that has failed.
 */
export function historyEstimator(dir: string): Estimator {
  let history: ReadOnlyHistory | null = null;
  let emptyRooms: ReturnType<typeof createEmptyRooms> | null = null;
  const estimate = async (order: EstimateOrder): Promise<StoredAttendance> => {
    history ??= await openHistoryForReading(dir);
    emptyRooms ??= createEmptyRooms(history);
    const range = {
      fromUtcMs: order.startsUtcMs - SAMPLES_MARGIN_MS,
      toUtcMs: order.endsUtcMs + SAMPLES_MARGIN_MS,
    };
    const cameras: SeenCamera[] = [];
    // One after the other here too: a thread that runs out of memory in between leaves no work of SQLite behind.
    for (const { zones, ...camera } of order.cameras) {
      const samples = await history.samples(camera.id, range);
      cameras.push({ ...camera, ...withOverlaps(samples, zones) });
    }
    const emptyRoomBaseline = await emptyRooms(order);
    const found = estimateAttendance({ ...order, cameras, emptyRoomBaseline });
    const seen = cameras.filter(({ samples }) => samples.length > 0);
    const counts = seen.map(({ id, samples }) => [samplesFigure(id), samples.length] as const);
    const figures = {
      ...found.figures,
      ...Object.fromEntries(counts),
      ...eachCamera(order, cameras),
    };
    return { ...found, source: 'camera', figures, method: order.method };
  };
  return { estimate, stop: async () => history?.close() };
}

type SeenCamera = CameraCounts & Pick<EstimateOrder['cameras'][number], 'id'>;

/** What each camera alone counts, without any factor. */
function eachCamera(
  order: EstimateOrder,
  cameras: readonly SeenCamera[],
): Readonly<Record<string, number | null>> {
  if (!order.isEachJudged) return {};
  const entries = cameras.map(({ scale: _, ...camera }): [string, number | null] => {
    const alone = { ...order, cameras: [camera], calibration: null, emptyRoomBaseline: null };
    const { figures } = estimateAttendance(alone);
    return [cameraFigure(camera.id), figures.uncalibrated];
  });
  return Object.fromEntries(entries);
}

/**
 * What each room counts when no one is in it, looked up once a day from the minutes of the week before: of several cameras
 * that see the same the highest figure, of those that see parts the sum. Null while no quiet hour is known. Rejects with
 * SQLite's error.
 */
function createEmptyRooms(history: Pick<HistoryReads, 'minutes'>) {
  /** Since 1970, UTC, of which the known ones are. */
  let today = 0;
  /** By the room's cameras: rooms of two gyms may have the same id. */
  const known = new Map<string, number | null>();
  return async ({ rule, cameras, held, nowUtcMs }: EstimateOrder): Promise<number | null> => {
    const key = JSON.stringify([rule, cameras.map(({ id }) => id)]);
    const day = Math.floor(nowUtcMs / DAY_MS);
    if (day !== today) known.clear();
    today = day;
    const before = known.get(key);
    if (before !== undefined) return before;
    const range = { fromUtcMs: nowUtcMs - LOOK_BACK_MS, toUtcMs: nowUtcMs };
    const figures: (number | null)[] = [];
    for (const { id } of cameras) {
      const medians = (await history.minutes(id, range)).map(({ minuteUtcMs, median }) => {
        return { atUtcMs: minuteUtcMs, count: median, flags: 0 };
      });
      figures.push(emptyRoomBaseline(medians, held));
    }
    const people = joined(figures, rule);
    known.set(key, people);
    return people;
  };
}

function joined(figures: readonly (number | null)[], rule: EstimateOrder['rule']): number | null {
  const known = figures.filter((figure) => figure !== null);
  if (known.length === 0) return null;
  if (rule === 'max') return Math.max(...known);
  return rule === 'primary' ? (figures[0] ?? null) : known.reduce((sum, people) => sum + people, 0);
}
