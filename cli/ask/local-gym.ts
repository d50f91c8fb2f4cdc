/** The gym of a command or of a session over stdin: read from the history, or the sample gym where there is none yet. */

import type { AskModelConfig, GymConfig } from '../../config/config.ts';
import { readEnvironment } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { isTurnoutError } from '../../errors.ts';
import { dateAt } from '../../gym/calendar/zone.ts';
import { type ClassTable, tableOf } from '../../gym/figures/class-table.ts';
import { type DateRange, isInView } from '../../gym/reports/period.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Clock } from '../../runtime/clock.ts';
import { gymOf } from '../../service/commands/gym.ts';
import { sandboxView } from '../../service/demo/sandbox.ts';
import { countedEvidence } from '../../service/evidence/counted.ts';
import type { GymEvidence } from '../../service/evidence/evidence.ts';
import { SAMPLE_EVIDENCE } from '../../service/evidence/sample.ts';
import { gymAsOf } from '../../service/gyms/as-of.ts';
import { LongTables } from '../../service/gyms/tables/long-tables.ts';
import { openHistoryForReading } from '../../store/history/history.ts';

export interface LocalGymOptions {
  readonly dataDir: string;
  /** Null means the only one. */
  readonly gymId: string | null;
  readonly clock: Clock;
}

export interface LocalGym {
  readonly gymId: string;
  readonly isSample: boolean;
  /** For the reader: what is different from a running server. */
  readonly notes: readonly string[];
  /** The language model behind the grammar of questions; null without one. */
  readonly model: AskModelConfig | null;
  /** Address of the server that this configuration makes, without a slash at its end. */
  readonly base: string;
  /** The gym as it was on a date; null for the id of another gym, and for all of them where it is the sample gym. */
  asOf(gymId: string, date: string): Promise<GymView | null>;
  /** Its classes as columns, from the history where the view has not all of them. */
  classesIn(view: GymView, range: DateRange): Promise<ClassTable>;
  /** What stands behind the figures of one class, and the last hour of rooms: from the history. */
  readonly evidence: GymEvidence;
  /** The gym as it is now, at most {@link RECENT_MS} old; reads the history where it is older. */
  view(): Promise<GymView>;
}

/** Chosen here: a model calls several tools for one question, and they should say the same. */
const RECENT_MS = 5_000;

const ROOMS_UNKNOWN =
  'This session reads the history and sees no cameras: who is in a room now is unknown here, and so is the attendance of a class until it was evaluated. A running Turnout server knows both.';
const SAMPLE =
  'There is no history in this data folder yet, so all figures are of the sample gym “demo”: tell the user so. After the first `turnout serve` or `turnout schedule import` start this session again.';

/** Rejects with `gym_unknown`, the faults of the configuration, and those of a history that cannot be read. */
export async function openLocalGym({ dataDir, gymId, clock }: LocalGymOptions): Promise<LocalGym> {
  const config = await openConfig(readEnvironment());
  const gym = gymOf(config, gymId);
  const readOn = async (date: string): Promise<GymView> => {
    const history = await openHistoryForReading(dataDir);
    try {
      return (await gymAsOf(gym, history.classes, { date, nowUtcMs: clock.nowUtcMs() })).view;
    } finally {
      await history.close();
    }
  };
  const view = recent(() => readOn(dateAt(gym.timezone, clock.nowUtcMs())), clock);
  const { model } = config.ask;
  const { publicUrl, port } = config.server;
  const base = (publicUrl ?? `http://127.0.0.1:${port}`).replace(/\/+$/, '');
  if (await hasHistory(view)) {
    const asOf = async (id: string, date: string) => (id === gym.id ? readOn(date) : null);
    const classesIn = async (seen: GymView, range: DateRange): Promise<ClassTable> => {
      if (isInView(seen, range)) return tableOf(seen);
      const history = await openHistoryForReading(dataDir);
      try {
        return await new LongTables(history.classes).table(gym, seen, range);
      } finally {
        await history.close();
      }
    };
    const notes = [ROOMS_UNKNOWN];
    const evidence = localEvidence(gym, dataDir, clock);
    return { gymId: gym.id, isSample: false, notes, model, base, view, asOf, classesIn, evidence };
  }
  const sample = async () => sandboxView(clock.nowUtcMs());
  const id = (await sample()).gym.id;
  return {
    gymId: id,
    isSample: true,
    notes: [SAMPLE],
    model,
    base,
    view: sample,
    asOf: async () => null,
    classesIn: async (seen) => tableOf(seen),
    evidence: SAMPLE_EVIDENCE,
  };
}

/** Of a gym that no process here counts: no class of it runs for this one. */
function localEvidence(gym: GymConfig, dataDir: string, clock: Clock): GymEvidence {
  const reading = async <Found>(
    view: GymView,
    read: (evidence: GymEvidence) => Promise<Found>,
  ): Promise<Found> => {
    const history = await openHistoryForReading(dataDir);
    const { sessions } = view;
    const classesOf = (id: string) =>
      id === gym.id ? { gym, sessions, running: new Map() } : undefined;
    try {
      const { classes } = history;
      return await read(countedEvidence({ classes, counts: history, classesOf, clock }));
    } finally {
      await history.close();
    }
  };
  return {
    session: (view, id) => reading(view, (evidence) => evidence.session(view, id)),
    lastHour: (view) => reading(view, (evidence) => evidence.lastHour(view)),
  };
}

/** False where nothing was ever written; a history that is broken is a fault. */
async function hasHistory(view: () => Promise<GymView>): Promise<boolean> {
  try {
    await view();
    return true;
  } catch (error) {
    if (isTurnoutError(error, 'data_unusable') && error.parts.data?.['reason'] === 'ENOENT')
      return false;
    throw error;
  }
}

/** What was read, for a while; calls that come while it is read share the read. */
function recent(read: () => Promise<GymView>, clock: Clock): () => Promise<GymView> {
  let known: Promise<GymView> | undefined;
  let readAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (known !== undefined && clock.monotonicMs() - readAtMs < RECENT_MS) return known;
    readAtMs = clock.monotonicMs();
    const reading = read();
    known = reading;
    reading.catch(() => {
      if (known === reading) known = undefined;
    });
    return reading;
  };
}
