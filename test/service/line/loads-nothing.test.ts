/** A gym that stands alone loads nothing of a head office; one whose link is gone is named. */

import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../../../runtime/log/log.ts';
import { Lines } from '../../../service/line/lines.ts';
import { openTestHistory } from '../../store/history/folder.fixture.ts';
import { gymConfigOf } from '../../support/config.ts';
import { engineStatus } from '../../support/engine-status.ts';
import { NOTHING_COUNTED } from '../../support/evidence.ts';
import { textOf } from '../../support/tree.ts';

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

/** Files that are read when `path` is, by imports of values. */
function readWith(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const values = /^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)';/gm;
  for (const [, name = ''] of textOf(path).matchAll(values)) {
    if (name.startsWith('.')) readWith(posix.join(posix.dirname(path), name), seen);
    else seen.add(name);
  }
  return seen;
}

it('starts, and shows the help of every command, without a head office or its database', () => {
  const read = readWith('cli/index.ts');
  for (const path of readWith('main.ts')) read.add(path);
  const ofOffice = [...read].filter((name) => /^(?:hq\/|pg$)/.test(name));
  expect(ofOffice).toEqual([]);
  expect(read.has('cli/hq/hq.ts')).toBe(true);
});
