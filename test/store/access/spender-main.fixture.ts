/** What the child processes of crash.test.ts do until they are killed: spend a key's lookups, and say each one. */

import { writeSync } from 'node:fs';
import { systemClock } from '../../../runtime/clock.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { openAccess } from '../../../store/access/access.ts';
import { openHistory } from '../../../store/history/history.ts';
import { TWO_GYMS } from './two-gyms.fixture.ts';

const [dir = ''] = process.argv.slice(2);
const parts = { clock: systemClock, log: silentLog };
const history = await openHistory({ dir, ...parts });
const access = await openAccess({ history, config: () => TWO_GYMS, ...parts });
const [key] = access.keys();
const id = key?.id ?? '';

// Before the first answer, so that the parent knows when killing begins to hurt.
writeSync(1, 'ready\n');
let isLeft = true;
while (isLeft) {
  // Several at once, as requests come. An answer counts when it was said: written at once, with nothing in between.
  const spends = Array.from({ length: 3 }, async () => {
    const isSpent = await access.spend(id);
    if (isSpent) writeSync(1, 'answer\n');
    return isSpent;
  });
  isLeft = (await Promise.all(spends)).some(Boolean);
}
writeSync(1, 'exhausted\n');
await access.close();
await history.close();
