/** A data folder that a process owns as a server does: commands ask it over HTTP. Nothing of vitest: a second process imports this too. */

import { RequestGuard } from '../../api/auth/guard.ts';
import { Dispatcher, Traffic } from '../../api/dispatch.ts';
import { chooseBacking } from '../../api/http/backing.ts';
import type { OwnerApp } from '../../api/routes/owner/row.ts';
import { ownerRoutes } from '../../api/routes/owner/table.ts';
import { createRouter } from '../../api/routes/router.ts';
import type { Config } from '../../config/config.ts';
import type { Attendance } from '../../gym/sessions/session.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { operatorHere } from '../../service/operator/operator.ts';
import { openAccess } from '../../store/access/access.ts';
import { createLimits } from '../../store/access/limits.ts';
import { lockDataDir } from '../../store/history/folder/lock.ts';
import { openHistory } from '../../store/history/history.ts';

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
  const stopping = new AbortController();
  const data = operatorHere({ ...world, access, stopping: stopping.signal });
  const { pairings, setUpCodes } = access;
  const stored = data.view;
  const view = async (gymId: string) => {
    const known = await stored(gymId);
    if (known === null) return null;
    const sessions = known.sessions.map((one) => {
      return { ...one, attendance: seen.get(one.id) ?? one.attendance };
    });
    return { ...known, sessions };
  };
  const operator = Object.assign(data, { waiting: { pairings, setUpCodes } }) as OwnerApp;
  Object.assign(operator, { view });
  const base = 'http://127.0.0.1';
  const gyms = { view: () => null } as never;
  const limits = createLimits(here.access, clock);
  const guard = new RequestGuard({ access, gyms, clock, limits, base, hand: HAND });
  const about = { base, version: '1.2.3', guard, unlisted: ownerRoutes(operator) };
  const router = createRouter([], about);
  const dispatcher = new Dispatcher({ router, guard, traffic: new Traffic(), log, clock });
  const listening = { host: '127.0.0.1', port: 0, onRequest: dispatcher.onRequest };
  const backing = await chooseBacking('node').listen(listening, log);
  await lock.setServer(`${base}:${backing.port}`, HAND);
  return {
    history,
    access,
    stop: async () => {
      backing.stopListening();
      await dispatcher.idle();
      await backing.close();
      await access.close();
      await history.close();
      await lock.release();
    },
  };
}
