/**
 * The real server over a gym whose rooms change each second, without cameras: `live-gym.ts JSON`. What it costs is the API's.
 * Says where it listens in the words of the program. Run by `live.bench.ts`.
 */

import { createServer } from '../../../api/server.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { engineStatus } from '../../../test/support/engine-status.ts';
import { gymSource } from '../../../test/support/gym-source.ts';
import { roomView } from '../../../test/support/gym-view.ts';
import { limits } from '../../../test/support/limits.ts';
import { memoryAccess } from '../../../test/support/memory-access.ts';
import { memoryOAuth } from '../../../test/support/memory-grants.ts';

const { port, secrets, rooms } = JSON.parse(process.argv[2] ?? '') as {
  readonly port: number;
  readonly secrets: readonly string[];
  readonly rooms: number;
};

const sample = sandboxView(systemClock.nowUtcMs());
const gym = { ...sample.gym, id: 'demo' };
let view = { ...sample, gym, nowUtcMs: 0 };
let at = 0;

/** As `service/gyms` does it: at most once a second there is a new view. */
function look() {
  const nowUtcMs = systemClock.nowUtcMs();
  if (nowUtcMs - view.nowUtcMs < 1_000) return view;
  at += 1;
  view = {
    ...view,
    nowUtcMs,
    rooms: Array.from({ length: rooms }, (_, place) =>
      roomView({
        id: `room-${place}`,
        name: `Room ${place}`,
        occupancy: (at + place) % 25,
        state: 'live',
        updatedUtcMs: nowUtcMs,
      }),
    ),
  };
  return view;
}

const access = memoryAccess(
  secrets.map((secret) => ({ secret, gymId: 'demo', role: 'owner' }) as const),
);
const server = await createServer({
  host: '127.0.0.1',
  port,
  publicUrl: null,
  engine: { status: engineStatus },
  evidence: {
    session: async () => null,
    lastHour: async ({ nowUtcMs }) => ({ fromUtcMs: nowUtcMs, counts: new Map() }),
  },
  gyms: { ...gymSource(), view: (id) => (id === 'demo' ? look() : null) },
  access,
  oauth: await memoryOAuth(access),
  limits: limits(),
  freeLookups: () => 100,
  trustProxy: [],
  log: silentLog,
  clock: systemClock,
  version: 'bench',
});
console.log(JSON.stringify({ event: 'listening', url: server.url }));
process.on('SIGTERM', () => {
  void server.close().then(() => process.exit(0));
});
