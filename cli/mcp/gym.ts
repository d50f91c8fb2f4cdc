/** The gym of a session over stdin: read from the history, or the sample gym where there is none yet. */

import { dateAt } from '../../engine/calendar/index.ts';
import { openConfig, readEnvironment } from '../../engine/config/index.ts';
import { gymOf } from '../../engine/control/index.ts';
import { sandboxView } from '../../engine/demo/index.ts';
import { gymAsOf } from '../../engine/gyms/index.ts';
import { openHistoryForReading } from '../../engine/history/index.ts';
import type { Clock } from '../../engine/index.ts';
import type { GymView } from '../../engine/sessions/index.ts';
import { isTurnoutError } from '../../errors.ts';

export interface McpGymOptions {
  readonly dataDir: string;
  /** Null means the only one. */
  readonly gymId: string | null;
  readonly clock: Clock;
}

export interface McpGym {
  readonly gymId: string;
  readonly isSample: boolean;
  /** For the model: what is different in this session. */
  readonly notes: readonly string[];
  /** The gym as it is now, at most {@link RECENT_MS} old; reads the history where it is older. */
  view(): Promise<GymView>;
}

/** Chosen here: a model calls several tools for one question, and they should say the same. */
const RECENT_MS = 5_000;

const ROOMS_UNKNOWN =
  'This session reads the history and sees no cameras: who is in a room now is unknown here, and so is the attendance of a class until it was evaluated. A running Turnout server knows both.';
const SAMPLE =
  'There is no history in this data folder yet, so all figures are of the sample gym “demo”: tell the user so. After the first “turnout serve” or “turnout schedule import” start this session again.';

/** Rejects with `gym_unknown`, the faults of the configuration, and those of a history that cannot be read. */
export async function openMcpGym({ dataDir, gymId, clock }: McpGymOptions): Promise<McpGym> {
  const gym = gymOf(await openConfig(readEnvironment()), gymId);
  const read = async (): Promise<GymView> => {
    const nowUtcMs = clock.nowUtcMs();
    const history = await openHistoryForReading(dataDir);
    try {
      const date = dateAt(gym.timezone, nowUtcMs);
      return (await gymAsOf(gym, history.classes, { date, nowUtcMs })).view;
    } finally {
      await history.close();
    }
  };
  const view = recent(read, clock);
  if (await hasHistory(view)) {
    return { gymId: gym.id, isSample: false, notes: [ROOMS_UNKNOWN], view };
  }
  const sample = async () => sandboxView(clock.nowUtcMs());
  return { gymId: (await sample()).gym.id, isSample: true, notes: [SAMPLE], view: sample };
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
