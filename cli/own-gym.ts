/** The gym that a command means, its dates, and the history of this computer: read next to a running server. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type GymConfig, namedGym } from '../config/config.ts';
import { readEnvironment } from '../config/environment.ts';
import { openConfig } from '../config/load.ts';
import { dateAt, timeAt } from '../gym/calendar/zone.ts';
import { tableOf } from '../gym/figures/class-table.ts';
import { isInView } from '../gym/reports/period.ts';
import type { SessionBody } from '../gym/reports/session-row.ts';
import type { GymView } from '../gym/sessions/view.ts';
import { type Clock, recent, systemClock } from '../runtime/clock.ts';
import { sandboxView } from '../service/demo/sandbox.ts';
import { countedEvidence, type GymEvidence } from '../service/evidence/evidence.ts';
import { SAMPLE_EVIDENCE } from '../service/evidence/sample.ts';
import type { ClassesSource } from '../service/gyms/gym-source.ts';
import { createPastGyms, gymAsOf } from '../service/gyms/past-gyms.ts';
import type { ClassRecord, StoredAttendance } from '../store/history/classes/class-store.ts';
import { readLock } from '../store/history/folder/lock.ts';
import { DATABASE_FILE } from '../store/history/folder/replace.ts';
import { openHistoryForReading, type ReadOnlyHistory } from '../store/history/history.ts';
import { usageFault } from './command.ts';
import { ownerOf } from './owner.ts';

/** The gym named, else the only one. Rejects with `gym_unknown` and the faults of the configuration. */
export async function ownGym(id: string | null): Promise<GymConfig> {
  return namedGym(await openConfig(readEnvironment()), id);
}

/**
 * What `read` finds in the history, and in a server that runs: it stores the count of a class only after `attendance.tail`.
 * Rejects with `data_unusable`, `data_newer`.
 */
export async function inHistory<Found>(
  dataDir: string,
  read: (history: ReadOnlyHistory) => Promise<Found>,
): Promise<Found> {
  const isCounting = await countingIn(dataDir);
  const history = await openHistoryForReading(dataDir);
  const { classes } = history;
  const records: typeof classes.records = async (...range) =>
    Promise.all((await classes.records(...range)).map(newest));
  /** The server is asked for what it may not have stored yet; one that is just starting knows nothing. */
  const newest = async (record: ClassRecord): Promise<ClassRecord> => {
    if (record.estimate !== null || !isCounting(record.endsUtcMs)) return record;
    const path = { session_id: record.id };
    const answer = ownerOf(dataDir)('GET /sessions/{session_id}/findings', { path });
    const findings = await answer.catch(() => null);
    return findings === null ? record : { ...record, estimate: estimateIn(findings.session) };
  };
  try {
    return await read({ ...history, classes: { ...classes, records } });
  } finally {
    await history.close();
  }
}

/** Longest `attendance.tail`. */
const TAIL_MS = 3_600_000;

export type IsCounting = (endsUtcMs: number) => boolean;

/** Whether a server runs that may still be counting a class which ended then. */
export async function countingIn(dataDir: string): Promise<IsCounting> {
  const isServed = (await readLock(dataDir)) !== null;
  const nowUtcMs = systemClock.nowUtcMs();
  return (endsUtcMs) => isServed && endsUtcMs <= nowUtcMs && nowUtcMs < endsUtcMs + TAIL_MS;
}

/** What the cameras say of a class; null where they say nothing. */
function estimateIn({ source, attended, quality, ...rest }: SessionBody): StoredAttendance | null {
  if (source !== 'camera') return null;
  const reasons = rest.quality_reasons as StoredAttendance['reasons'];
  const range = { low: rest.attended_low, high: rest.attended_high };
  return { source, attended, ...range, quality, reasons, figures: {}, method: '' };
}

/** `2026-07-01 18:30`, in the gym's zone. */
export function wallTime(timezone: string, at: number | string): string {
  const atUtcMs = typeof at === 'number' ? at : Date.parse(at);
  return `${dateAt(timezone, atUtcMs)} ${timeAt(timezone, atUtcMs)}`;
}

/** Chosen here: a model calls several tools for one question, and they should say the same. */
const RECENT_MS = 5_000;

const ROOMS_UNKNOWN =
  'This session reads the history and sees no cameras: who is in a room now is unknown here, and so is the attendance of a class that has not ended. A running Turnout server knows both.';
const SAMPLE =
  'There is no history in this data folder yet, so all figures are of the sample gym “demo”: tell the user so. After the first `turnout serve` or `turnout schedule import` start this session again.';

/** The configuration of an own gym. @throws `usage` where there is none: the demo takes nothing in. */
export async function ownConfig(where: string, what: string) {
  const config = await openConfig(readEnvironment());
  const { path } = config;
  if (path !== null) return { ...config, path };
  throw usageFault(where, `a gym to ${what}`, 'none', 'make one with: turnout init');
}

/** What is said before an answer that is not of the own gym. */
export function sampleLines({ isSample }: { readonly isSample: boolean }): readonly string[] {
  const words = 'There is no history on this computer yet: this is the sample gym, not yours.';
  return isSample ? [words, ''] : [];
}

/** Rejects with `gym_unknown`, the faults of the configuration, and those of a history that cannot be read. */
export async function openLocalGym(
  dataDir: string,
  id: string | undefined,
  clock: Clock = systemClock,
) {
  const config = await openConfig(readEnvironment());
  const gym = namedGym(config, id ?? null);
  const { publicUrl, port } = config.server;
  const known = {
    /** The language model behind the grammar of questions; null without one. */
    model: config.ask.model,
    /** Address of the server that this configuration makes, without a slash at its end. */
    base: (publicUrl ?? `http://127.0.0.1:${port}`).replace(/\/+$/, ''),
  };
  // A history that is broken is a fault; one that was never written is none.
  if (!existsSync(join(dataDir, DATABASE_FILE))) return { ...known, ...sampleGym(clock) };
  const readOn = (date: string) =>
    inHistory(dataDir, ({ classes }) =>
      gymAsOf(gym, classes, { date, nowUtcMs: clock.nowUtcMs() }),
    );
  return {
    ...known,
    gymId: gym.id,
    isSample: false,
    /** For the reader: what is different from a running server. */
    notes: [ROOMS_UNKNOWN],
    /** The gym as it is now, at most {@link RECENT_MS} old; reads the history where it is older. */
    view: recent(() => readOn(dateAt(gym.timezone, clock.nowUtcMs())), RECENT_MS, clock),
    /** The gym as it was on a date; null for the id of another gym, and for all of them where it is the sample gym. */
    asOf: async (other: string, date: string) => (other === gym.id ? readOn(date) : null),
    ...classesFrom(gym, dataDir),
    /** What stands behind the figures of one class, and the last hour of rooms: from the history. */
    evidence: localEvidence(gym, dataDir, clock),
  };
}

function sampleGym(clock: Clock) {
  const view = async () => sandboxView(clock.nowUtcMs());
  return {
    gymId: sandboxView(clock.nowUtcMs()).gym.id,
    isSample: true,
    notes: [SAMPLE],
    view,
    asOf: async () => null,
    classesIn: async (seen: GymView) => tableOf(seen),
    evidence: SAMPLE_EVIDENCE,
  };
}

/** Classes of any range, from the history where the view has not all of them. */
export function classesFrom(gym: GymConfig, dataDir: string): ClassesSource {
  return {
    classesIn: async (seen, range) =>
      isInView(seen, range)
        ? tableOf(seen)
        : inHistory(dataDir, ({ classes: store }) =>
            createPastGyms(store).classesIn(gym, seen, range),
          ),
  };
}

/** Of a gym that no process here counts: no class of it runs for this one. */
function localEvidence(gym: GymConfig, dataDir: string, clock: Clock): GymEvidence {
  const reading = <Found>({ sessions }: GymView, read: (evidence: GymEvidence) => Promise<Found>) =>
    inHistory(dataDir, (history) => {
      const classesOf = (id: string) =>
        id === gym.id ? { gym, sessions, running: new Map() } : undefined;
      const { classes } = history;
      return read(countedEvidence({ classes, counts: history, classesOf, clock }));
    });
  return {
    session: (view, id) => reading(view, (evidence) => evidence.session(view, id)),
    lastHour: (view) => reading(view, (evidence) => evidence.lastHour(view)),
  };
}
