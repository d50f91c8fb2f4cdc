/** What a room was like in each quarter of an hour, from the minutes of its cameras. */

import type { QuartersData } from '../../chain/messages/kinds.ts';
import type { GymConfig, RoomConfig } from '../../config/config.ts';
import { countsByMinute, MINUTE_MS } from '../../gym/attendance/by-minute.ts';
import { roomCounts, type StoredCounts } from '../evidence/room-counts.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;
const QUARTER_MINUTES = 15;
const MINUTE_S = 60;

export interface RoomDay {
  /** Room and date (UTC): the key of its state on the line. */
  readonly key: string;
  readonly data: QuartersData;
}

/**
 * The rooms of a gym on the days (UTC) that overlap [`fromUtcMs`, `toUtcMs`). Days on which no camera counted are left out.
 * Rejects with SQLite's error.
 */
export async function quartersIn(
  counts: StoredCounts,
  { rooms }: Pick<GymConfig, 'rooms'>,
  { fromUtcMs, toUtcMs }: { readonly fromUtcMs: number; readonly toUtcMs: number },
): Promise<RoomDay[]> {
  const days: RoomDay[] = [];
  for (let day = Math.floor(fromUtcMs / DAY_MS) * DAY_MS; day < toUtcMs; day += DAY_MS) {
    for (const room of rooms) {
      const data = await quartersOf(counts, room, day);
      const date = new Date(day).toISOString().slice(0, 10);
      if (data.quarters.length > 0) days.push({ key: `${room.id}/${date}`, data });
    }
  }
  return days;
}

async function quartersOf(
  counts: StoredCounts,
  room: RoomConfig,
  dayUtcMs: number,
): Promise<QuartersData> {
  const range = { fromUtcMs: dayUtcMs, toUtcMs: dayUtcMs + DAY_MS };
  const cameras = await roomCounts(counts, room, range, 'minutes');
  const length = DAY_MS / MINUTE_MS;
  const minutes = countsByMinute({
    fromUtcMs: dayUtcMs,
    length,
    cameras,
    rule: room.cameraRule,
  }).map(({ count }) => count);
  const quarters: QuartersData['quarters'] = [];
  for (let at = 0; at * QUARTER_MINUTES < length; at += 1) {
    const first = at * QUARTER_MINUTES;
    const seen = minutes.slice(first, first + QUARTER_MINUTES).filter((count) => count !== null);
    if (seen.length === 0) continue;
    const mean = seen.reduce((sum, count) => sum + count, 0) / seen.length;
    quarters.push([at, seen.length * MINUTE_S, Math.round(mean * 100) / 100, Math.max(...seen)]);
  }
  return { quarters };
}
