/** What stands behind the figures of a gym: asked for one class or one moment, and read only then. */

import type { RoomConfig } from '../../config/config.ts';
import { countsByMinute, type MinutesInput } from '../../gym/attendance/by-minute.ts';
import { type AttendanceSample, SAMPLE_FLAGS } from '../../gym/attendance/sample.ts';
import { type InstantRange, MINUTE_MS } from '../../gym/calendar/zone.ts';
import { HOUR_MINUTES, type LastHour } from '../../gym/reports/rooms.ts';
import {
  curveSpan,
  type EstimateVersion,
  type SessionEvidence,
} from '../../gym/reports/session-report.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ClassReads } from '../../store/history/classes/reads.ts';
import {
  type HistoryReads,
  type MinuteSummary,
  withOverlaps,
} from '../../store/history/samples/samples.ts';
import { type GymClasses, hasStaffZone } from '../gyms/gym-classes.ts';
import { resolverOf } from '../gyms/resolve.ts';

export interface GymEvidence {
  /**
   * One class on one date of the gym of `view`, as far back as the history goes; null for an id that no class of the gym
   * has. Rejects with SQLite's error.
   */
  session(view: GymView, sessionId: string): Promise<SessionEvidence | null>;
  /** The sixty whole minutes before now. Rejects with SQLite's error. */
  lastHour(view: GymView): Promise<LastHour>;
}

type StoredCounts = Pick<HistoryReads, 'samples' | 'minutes'>;

/**
 * In the order of the configuration, those that are switched on. Rejects with SQLite's error.
 *
 * @param grain `samples`: each of them, and minutes only where they are no longer kept. `minutes`: a tenth of the rows, and
 * enough unless cameras share a part of the floor, of which minutes say nothing.
 */
async function roomCounts(
  counts: StoredCounts,
  room: RoomConfig,
  range: InstantRange,
  grain: 'samples' | 'minutes',
): Promise<MinutesInput['cameras']> {
  const cameras = room.cameras.filter(({ enabled }) => enabled);
  const isShared = cameras.some(({ zones }) => zones.some(({ kind }) => kind === 'overlap'));
  const read: MinutesInput['cameras'][number][] = [];
  for (const { id, zones } of cameras) {
    const samples = grain === 'samples' || isShared ? await counts.samples(id, range) : [];
    if (samples.length > 0) read.push(withOverlaps(samples, zones));
    else read.push({ samples: (await counts.minutes(id, range)).map(asSample) });
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

/** What is known of a gym beside its history. */
type KnownGym = Pick<GymClasses, 'gym' | 'running' | 'sessions'>;

interface CountedEvidenceParts {
  readonly classes: Pick<ClassReads, 'record' | 'estimates' | 'corrections'>;
  readonly counts: StoredCounts;
  readonly classesOf: (gymId: string) => KnownGym | undefined;
  readonly clock: Clock;
}

export function countedEvidence(parts: CountedEvidenceParts): GymEvidence {
  const { classes, counts, classesOf, clock } = parts;
  return {
    session: async (view, sessionId) => {
      const known = classesOf(view.gym.id);
      const record = await classes.record(sessionId);
      if (known === undefined || record?.gymId !== view.gym.id) return null;
      const { gym, running } = known;
      const session =
        view.sessions.find(({ id }) => id === sessionId) ?? resolverOf(gym, running)(record);
      const span = curveSpan(session, clock.nowUtcMs());
      const room = gym.rooms.find(({ id }) => id === session.roomId);
      const isSeen = room !== undefined && span.length > 0;
      const cameras = isSeen ? await roomCounts(counts, room, span, 'samples') : [];
      const [estimates, corrections] = await Promise.all([
        classes.estimates(sessionId),
        classes.corrections(sessionId),
      ]);
      const now = running.get(sessionId);
      const unstored = now === undefined ? [] : [{ ...now, computedUtcMs: null }];
      const versions: EstimateVersion[] = [...estimates, ...unstored];
      const wasCounted = (versions.at(-1)?.figures['samples'] ?? 0) > 0;
      // Counts that are no longer stored: no camera is to blame.
      const areGone = wasCounted && cameras.every(({ samples }) => samples.length === 0);
      const rule = room?.cameraRule ?? 'max';
      const minutes = areGone ? [] : countsByMinute({ ...span, cameras, rule });
      return { session, minutes, versions, corrections };
    },
    lastHour: async (view) => {
      const toUtcMs = Math.floor(clock.nowUtcMs() / MINUTE_MS) * MINUTE_MS;
      const fromUtcMs = toUtcMs - HOUR_MINUTES * MINUTE_MS;
      const rooms = new Map<string, readonly (number | null)[]>();
      const known = classesOf(view.gym.id);
      for (const room of known?.gym.rooms ?? []) {
        const cameras = await roomCounts(counts, room, { fromUtcMs, toUtcMs }, 'minutes');
        const rule = room.cameraRule;
        const minutes = countsByMinute({ fromUtcMs, length: HOUR_MINUTES, cameras, rule });
        const staffAt = staffIn(room, known);
        const people = minutes.map(({ count }, at) =>
          count === null ? null : Math.max(0, count - staffAt(fromUtcMs + at * MINUTE_MS)),
        );
        rooms.set(room.id, people);
      }
      return { fromUtcMs, counts: rooms };
    },
  };
}

/** Staff to take off a count, as for the room now: while a class runs, and none where a staff zone does it. */
function staffIn(room: RoomConfig, known: KnownGym | undefined): (atUtcMs: number) => number {
  const staff = hasStaffZone(room) ? 0 : (known?.gym.attendance.staff ?? 0);
  const held = (known?.sessions ?? []).filter((one) => one.roomId === room.id && !one.isCancelled);
  return (atUtcMs) =>
    held.some((one) => one.startsUtcMs <= atUtcMs && atUtcMs < one.endsUtcMs) ? staff : 0;
}

/**
 * The same evidence, with the last hour of the rooms read once a minute: a page that is open asks every few seconds, and whole
 * minutes do not change. A fault is not kept.
 */
export function hourly(evidence: GymEvidence): GymEvidence {
  type CachedHour = { readonly minute: number; readonly hour: Promise<LastHour> };
  const known = new WeakMap<GymView['gym'], CachedHour>();
  return {
    ...evidence,
    lastHour: (view) => {
      const minute = Math.floor(view.nowUtcMs / MINUTE_MS);
      const last = known.get(view.gym);
      if (last?.minute === minute) return last.hour;
      const hour = evidence.lastHour(view);
      known.set(view.gym, { minute, hour });
      hour.catch(() => known.delete(view.gym));
      return hour;
    },
  };
}
