/** A data folder that a process owns as a server does: commands ask it over HTTP. Nothing of vitest: a second process imports this too. */

import type { Config } from '../../config/config.ts';
import type { Attendance } from '../../gym/sessions/session.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { operatorHere } from '../../service/operator/operator.ts';
import { openAccess } from '../../store/access/access.ts';
import { createLimits } from '../../store/access/limits.ts';
import { lockDataDir } from '../../store/history/folder/lock.ts';
import { openHistory } from '../../store/history/history.ts';
import { openServer } from '../support/open-server.ts';

const HAND = `tl_${'0123456789abcdef'.repeat(4)}`;

export type Owner = Awaited<ReturnType<typeof own>>;

/** @param seen what the server knows of classes and has not stored, by class id. */
export async function own(
  dataDir: string,
  config: () => Promise<Config>,
  seen: ReadonlyMap<string, Attendance> = new Map(),
) {
  const here = await config();
  const clock = systemClock;
  const log = silentLog;
  const lock = await lockDataDir(dataDir, { clock });
  const history = await openHistory({ dir: dataDir, clock, log });
  const world = { history, config: () => here, clock };
  const access = await openAccess({ ...world, log });
  const { pairings, setUpCodes } = access;
  const { signal: stopping } = new AbortController();
  const data = operatorHere({ ...world, access, stopping }, async () => undefined);
  const view = async (gymId: string) => {
    const known = (await data.view(gymId))!;
    const sessions = known.sessions.map((one) => {
      return { ...one, attendance: seen.get(one.id) ?? one.attendance };
    });
    return { ...known, sessions };
  };
  const operator = { ...data, view, waiting: { pairings, setUpCodes } };
  const limits = createLimits(here.access, clock);
  const server = await openServer({ backing: 'node', access, limits, operator, hand: HAND });
  await lock.setServer(server.url, HAND);
  return {
    history,
    access,
    stop: async () => {
      await server.close();
      await access.close();
      await history.close();
      await lock.release();
    },
  };
}
