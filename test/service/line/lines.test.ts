/** A gym whose link to its head office is gone is named. */

import { expect, it } from 'vitest';
import { silentLog } from '../../../runtime/log/log.ts';
import { Lines } from '../../../service/line/lines.ts';
import { openTestHistory } from '../../store/history/folder.fixture.ts';
import { gymConfigOf } from '../../support/config.ts';
import { engineStatus } from '../../support/engine-status.ts';
import { NOTHING_COUNTED } from '../../support/evidence.ts';

it('names a gym whose link is missing, as after a restore, with what to do', async () => {
  const { history, clock } = await openTestHistory();
  await history.outbox.link('main', { run: 'r_1', afterSeq: 0 });
  const lines = new Lines({ history, clock, log: silentLog });
  await lines.start({
    config: () => ({ gyms: [gymConfigOf({ id: 'main' })] }),
    status: engineStatus,
    gyms: { view: () => null },
    evidence: NOTHING_COUNTED,
  });
  const detail = expect.stringContaining('turnout hq token main');
  expect(lines.status()).toMatchObject([{ gymId: 'main', state: 'refused', detail }]);
  await history.outbox.unlink('main');
  await expect.poll(() => lines.status()).toEqual([]);
  await lines.stop();
});
