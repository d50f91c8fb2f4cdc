/** Access over a real history in a folder of its own, with time that is turned by hand. */

import { onTestFinished } from 'vitest';
import { openAccess } from '../../../store/access/access.ts';
import { configOf } from '../../support/config.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { testFolder } from '../../support/folder.ts';
import { RecordedLog } from '../../support/recorded-log.ts';
import { taught } from '../history/classes/entries.fixture.ts';
import { openTestHistory } from '../history/folder.fixture.ts';

export type AccessWorld = Awaited<ReturnType<typeof openWorld>>;

export const TWO_GYMS = configOf({
  gyms: ['demo', 'north'].map((id) => ({ id, timezone: 'Europe/London' })),
});

/** Gyms `demo` and `north`; in `north` teach Anna Kovacs, Bob and two people called Kim Lee. */
export async function openWorld(folder?: string) {
  const dir = folder ?? testFolder();
  const clock = new FakeClock();
  const log = new RecordedLog();
  const { history } = await openTestHistory({ dir, clock, log });
  const kims = [['1', 'Kim Lee'] as const, ['2', 'Kim Lee'] as const];
  const classes = taught('bookings', [null, 'Anna Kovacs'], [null, 'Bob'], ...kims);
  await history.classes.import('north', 'bookings', classes);
  const access = await openAccess({ history, config: () => TWO_GYMS, clock, log });
  onTestFinished(() => access.close());
  return { access, history, clock, log, dir };
}
