/** A data folder to serve from: the demo's classes of six weeks in rooms without cameras, and two keys that never meet a limit. */

import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from '../../../config/environment.ts';
import { openConfig } from '../../../config/load.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { seedDemo } from '../../../service/demo/seed.ts';
import { openAccess } from '../../../store/access/access.ts';
import { openHistory } from '../../../store/history/history.ts';

const DAY_MS = 86_400_000;

/** No cameras: nothing is counted beside the answers, and the summary changes only where a class begins or ends. */
const CONFIG = `gyms:
  - id: demo
    name: Demo Gym
    timezone: Europe/London
    currency: GBP
    rooms:
      - { id: studio, name: Studio, capacity: 20 }
      - { id: spin, name: Spin Room, capacity: 16 }
      - { id: weights, name: Weights Floor, capacity: 24 }
      - { id: yoga, name: Yoga Loft, capacity: 18 }
    economics: { revenue_per_visit: 9.50, flat_pay: 28, room_cost: 12, variable_cost: 0.80 }
access: { key_requests_per_second: 1000000, address_requests_per_second: 1000000 }
log: { level: warn }
`;

export interface BenchGym {
  /** Of the configuration, `turnout.yaml`. */
  readonly folder: string;
  /** A key whose lookups are counted, a thousand million of them. */
  readonly counted: string;
  /** An owner's key, without a limit. */
  readonly unlimited: string;
  /** A data folder of its own for one process: all of them know the same keys. */
  dataFolder(): Promise<string>;
  remove(): Promise<void>;
}

export async function makeBenchGym(): Promise<BenchGym> {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-bench-'));
  const configPath = join(folder, 'turnout.yaml');
  await writeFile(configPath, CONFIG);
  const config = await openConfig(readEnvironment({ TURNOUT_CONFIG: configPath }));
  const [gym] = config.gyms;
  if (gym === undefined) throw new TypeError('the configuration has a gym');
  const dir = join(folder, 'data');
  await mkdir(dir);
  const [clock, log] = [systemClock, silentLog];
  const history = await openHistory({ dir, clock, log });
  // As of tomorrow, so that today has all its classes whatever the hour: the answer is as long in the night as at noon.
  const tomorrowUtcMs = clock.nowUtcMs() + DAY_MS;
  const store = history.classes;
  await seedDemo({ gym, store, startedUtcMs: tomorrowUtcMs + DAY_MS, nowUtcMs: tomorrowUtcMs });
  const access = await openAccess({ history, config: () => config, clock, log });
  const counted = { gymId: gym.id, role: 'free', lookupLimit: 1_000_000_000, by: 'bench' } as const;
  const unlimited = { gymId: gym.id, role: 'owner', by: 'bench' } as const;
  const keys = [await access.createKey(counted), await access.createKey(unlimited)] as const;
  await access.close();
  await history.close();
  let copies = 0;
  return {
    folder,
    counted: keys[0].secret,
    unlimited: keys[1].secret,
    dataFolder: async () => {
      copies += 1;
      const copy = join(folder, `data-${copies}`);
      await cp(dir, copy, { recursive: true });
      return copy;
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
