/** What the cameras of a room counted over a stretch of time, as it is stored. */

import type { RoomConfig } from '../../config/config.ts';
import type { MinutesInput } from '../../gym/attendance/by-minute.ts';
import { type AttendanceSample, SAMPLE_FLAGS } from '../../gym/attendance/sample.ts';
import type { InstantRange } from '../../gym/calendar/zone.ts';
import type { HistoryReads, MinuteSummary } from '../../store/history/samples/samples.ts';
import { inZone } from '../gyms/estimates/in-zone.ts';

export type StoredCounts = Pick<HistoryReads, 'samples' | 'minutes'>;

/**
 * `samples`: each of them, and minutes only where they are no longer kept. `minutes`: a tenth of the rows, and enough
 * unless cameras share a part of the floor, of which minutes say nothing.
 */
export type Grain = 'samples' | 'minutes';

/** In the order of the configuration, those that are switched on. Rejects with SQLite's error. */
export async function roomCounts(
  counts: StoredCounts,
  room: RoomConfig,
  range: InstantRange,
  grain: Grain,
): Promise<MinutesInput['cameras']> {
  const cameras = room.cameras.filter(({ enabled }) => enabled);
  const isShared = cameras.some(({ zones }) => zones.some(({ kind }) => kind === 'overlap'));
  const read: MinutesInput['cameras'][number][] = [];
  for (const { id, zones } of cameras) {
    const samples = grain === 'samples' || isShared ? await counts.samples(id, range) : [];
    if (samples.length === 0) {
      read.push({ samples: (await counts.minutes(id, range)).map(asSample) });
      continue;
    }
    const overlaps = zones.flatMap(({ name, kind }, at) =>
      kind === 'overlap'
        ? [{ name, samples: samples.map((sample) => inZone(sample, at, zones.length)) }]
        : [],
    );
    read.push({ samples, overlaps });
  }
  return read;
}

/** A minute as one sample: of its good counts the median, else why it has none. */
function asSample(minute: MinuteSummary): AttendanceSample {
  const { minuteUtcMs, median, frozen, black, warmingUp } = minute;
  const fault =
    (frozen > 0 ? SAMPLE_FLAGS.frozen : 0) |
    (black > 0 ? SAMPLE_FLAGS.black : 0) |
    (warmingUp > 0 ? SAMPLE_FLAGS.warmingUp : 0);
  return { atUtcMs: minuteUtcMs, count: median, flags: median === null ? fault : 0 };
}
