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
import { countedEvidence, type GymEvidence } from '../../service/evidence/evidence.ts';
import { SAMPLE_EVIDENCE } from '../../service/evidence/sample.ts';
import { gymAsOf, LongTables } from '../../service/gyms/past-gyms.ts';
import { inHistory } from '../own-gym.ts';

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

/** What is said before an answer that is not of the own gym. */
export function sampleLines({ isSample }: Pick<LocalGym, 'isSample'>): readonly string[] {
  const words = 'There is no history on this computer yet: this is the sample gym, not yours.';
  return isSample ? [words, ''] : [];
}

/** Rejects with `gym_unknown`, the faults of the configuration, and those of a history that cannot be read. */
export async function openLocalGym({ dataDir, gymId, clock }: LocalGymOptions): Promise<LocalGym> {
  const config = await openConfig(readEnvironment());
  const gym = gymOf(config, gymId);
  const readOn = (date: string) =>
    inHistory(
      dataDir,
      async ({ classes }) =>
        (await gymAsOf(gym, classes, { date, nowUtcMs: clock.nowUtcMs() })).view,
    );
  const view = recent(() => readOn(dateAt(gym.timezone, clock.nowUtcMs())), clock);
  const { model } = config.ask;
  const { publicUrl, port } = config.server;
  const base = (publicUrl ?? `http://127.0.0.1:${port}`).replace(/\/+$/, '');
  if (await hasHistory(view)) {
    const asOf = async (id: string, date: string) => (id === gym.id ? readOn(date) : null);
    const classesIn = async (seen: GymView, range: DateRange): Promise<ClassTable> =>
      isInView(seen, range)
        ? tableOf(seen)
        : inHistory(dataDir, ({ classes }) => new LongTables(classes).table(gym, seen, range));
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
