/** A box that changes its classes and sends them until it is killed. A line for each receipt goes to stdout. */

import { systemClock } from '../../../runtime/clock.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { Lines } from '../../../service/line/lines.ts';
import { openHistory } from '../../../store/history/history.ts';
import { entry, HOUR_MS, parsed } from '../../store/history/classes/entries.fixture.ts';
import { engineStatus } from '../../support/engine-status.ts';
import { gymConfig } from './gym-config.fixture.ts';

const [dir = '', turn = '0'] = process.argv.slice(2);
const history = await openHistory({ dir, clock: systemClock, log: silentLog });
const move = history.outbox.moveCursor;
const outbox = {
  ...history.outbox,
  moveCursor: async (...given: Parameters<typeof move>) => {
    await move(...given);
    process.stdout.write(`${given[2]}\n`);
  },
};
const lines = new Lines({ history: { ...history, outbox }, clock: systemClock, log: silentLog });
await lines.start({
  config: () => ({ gyms: [gymConfig('main')] }),
  status: engineStatus,
  gym: () => null,
  evidence: {
    session: async () => null,
    lastHour: async () => ({ fromUtcMs: 0, counts: new Map() }),
  },
});
for (let round = 0; ; round += 1) {
  const entries = Array.from({ length: 300 }, (_, at) =>
    entry(`${at}`, {
      name: `Class ${at}`,
      booked: (at * 7 + round + Number(turn) * 13) % 40,
      startsUtcMs: Date.UTC(2026, 10, 1) + at * HOUR_MS,
    }),
  );
  await history.classes.import('main', 'feed', parsed(entries));
}
