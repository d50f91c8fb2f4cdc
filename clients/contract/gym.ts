/** The service that the contract is held against: the whole program over a gym without cameras, in a folder of its own. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { NO_NUMBERS } from '../../gym/sessions/class-fields.ts';
import { type Running, start } from '../../main.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { openHistory } from '../../store/history/history.ts';

const GYM = 'north';
/** Addresses are alike here, and ask for all cases together. Keys have their usual rate: a case goes beyond it. */
const CONFIG = `
gyms:
  - id: ${GYM}
    name: North
    timezone: Europe/London
    rooms:
      - id: studio
        capacity: 20
access:
  address_requests_per_second: 1000000
  free_keys_per_minute: 1000
  free_keys_per_day: 10000
  free_keys_per_day_in_all: 10000
`;

/** What a case is asked with. */
export type KeyKind = 'none' | 'wrong' | 'free' | 'owner';

export async function startGym() {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-contract-'));
  const dir = join(folder, 'data');
  const config = join(folder, 'turnout.yaml');
  await writeFile(config, CONFIG);
  await teach(dir);
  const variables = { HOST: '127.0.0.1', PORT: '0', TURNOUT_DATA: dir, TURNOUT_CONFIG: config };
  const logTo = new Writable({ write: (_, __, done) => done() });
  const running = await start({ variables, logTo });
  return {
    url: running.url,
    /** A key of its own. @param lookups Of a `free` key. */
    key: (kind: KeyKind, lookups: number) => keyOf(running, kind, lookups),
    stop: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type ContractKey = Awaited<ReturnType<typeof keyOf>>;

/** `charged`: lookups that it has spent; null for keys without a limit. */
async function keyOf({ access }: Running, kind: KeyKind, lookups: number) {
  if (kind === 'none') return { secret: null, charged: () => null };
  if (kind === 'wrong') return { secret: `tk_${'0'.repeat(32)}`, charged: () => null };
  const by = 'contract';
  if (kind === 'owner') {
    const { secret } = await access.createKey({ by, gymId: GYM, role: 'owner' });
    return { secret, charged: () => null };
  }
  const limited = { by, gymId: 'demo', role: 'free', lookupLimit: lookups } as const;
  const { secret, key } = await access.createKey(limited);
  return { secret, charged: () => lookups - (access.lookupsLeft(key.id) ?? 0) };
}

/** Two trainers of one first name, and one of another. */
async function teach(dir: string): Promise<void> {
  const history = await openHistory({ dir, clock: systemClock, log: silentLog });
  const entries = ['Anna Webb', 'Anna Cole', 'Bo Reyes'].map((name, at) => {
    const startsUtcMs = systemClock.nowUtcMs() - (at + 30) * HOUR_MS;
    return {
      externalId: `class-${at}`,
      name: 'Spin',
      trainer: { externalId: null, name },
      isSubstitute: false,
      room: 'studio',
      startsUtcMs,
      endsUtcMs: startsUtcMs + HOUR_MS,
      isCancelled: false,
      ...NO_NUMBERS,
      booked: 12,
      checkedIn: 10,
    };
  });
  const file = { faults: [], faultCount: 0, format: 'csv', shape: 'generic' } as const;
  await history.classes.import(GYM, 'contract', { ...file, entries, completeUtcMs: null });
  await history.close();
}

const HOUR_MS = 3_600_000;
