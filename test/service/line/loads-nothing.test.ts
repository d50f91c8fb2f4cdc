/** A gym that stands alone loads nothing of a line: neither the transport, nor a package of it. */

import { readdir } from 'node:fs/promises';
import { posix } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { silentLog } from '../../../runtime/log/log.ts';
import { Lines } from '../../../service/line/lines.ts';
import { gymConfig } from '../../hq/line/gym-config.fixture.ts';
import { openTestHistory } from '../../store/history/folder.fixture.ts';
import { engineStatus } from '../../support/engine-status.ts';
import { projectFiles, textOf } from '../../support/tree.ts';

const loaded = vi.hoisted(() => ({ times: 0 }));
vi.mock('../../../service/line/nats/nats-line.ts', () => {
  loaded.times += 1;
  return { openNatsLine: () => ({ send: async () => undefined, close: async () => undefined }) };
});
afterEach(() => vi.clearAllMocks());

it('starts without a link, and makes no file for one', async () => {
  const { history, dir, clock } = await openTestHistory();
  const before = await readdir(dir);
  const lines = new Lines({ history, clock, log: silentLog });
  await lines.start({
    config: () => ({ gyms: [] }),
    status: engineStatus,
    gym: () => null,
    evidence: {
      session: async () => null,
      lastHour: async () => ({ fromUtcMs: 0, counts: new Map() }),
    },
  });
  expect(lines.status()).toEqual([]);
  expect(await history.outbox.links()).toEqual([]);
  expect((await readdir(dir)).toSorted()).toEqual(before.toSorted());
  expect(loaded.times).toBe(0);
  await lines.stop();
});

it('names a gym whose link is missing, as after a restore, with what to do', async () => {
  const { history, clock } = await openTestHistory();
  await history.outbox.link('main', { epoch: 'e_1', run: 'r_1' });
  const lines = new Lines({ history, clock, log: silentLog });
  await lines.start({
    config: () => ({ gyms: [gymConfig('main')] }),
    status: engineStatus,
    gym: () => null,
    evidence: {
      session: async () => null,
      lastHour: async () => ({ fromUtcMs: 0, counts: new Map() }),
    },
  });
  expect(lines.status()).toMatchObject([
    { gymId: 'main', state: 'offline', detail: expect.stringContaining('turnout hq token main') },
  ]);
  await history.outbox.unlink('main');
  await expect.poll(() => lines.status()).toEqual([]);
  await lines.stop();
});

/** Files that are read when `path` is, by imports of values. */
function readWith(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const imports = textOf(path).matchAll(
    /^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)';/gm,
  );
  for (const [, name = ''] of imports) {
    if (name.startsWith('.')) readWith(posix.join(posix.dirname(path), name), seen);
    else seen.add(name);
  }
  return seen;
}

it('reads neither the sender nor a package of the line when the program starts', () => {
  const read = [...readWith('main.ts')];
  expect(read).toContain('service/line/lines.ts');
  expect(
    read.filter((name) => /@nats-io|line\/(?:sender|link\/enrol|nats\/)|^chain\/codec/.test(name)),
  ).toEqual([]);
  // They are where the pattern looks for them.
  expect([...readWith('service/line/nats/nats-line.ts')]).toContain('@nats-io/transport-node');
  expect([...readWith('service/line/sender.ts')]).toContain('chain/codec.ts');
});

it('has the packages of the line in their own folders only', () => {
  const inside = /^(?:service\/line\/nats|hq\/line)\//;
  const code = projectFiles().filter((path) => /^(?!test|bench|scripts).*\.tsx?$/.test(path));
  const importing = code.filter((path) => /from '@nats-io\//.test(textOf(path)));
  expect(importing.filter((path) => !inside.test(path))).toEqual([]);
});

it('starts, and shows the help of every command, without a head office or its database', () => {
  const read = readWith('cli/index.ts');
  for (const path of readWith('main.ts')) read.add(path);
  const ofOffice = [...read].filter((name) => /^(?:hq\/|pg$|@nats-io\/)/.test(name));
  expect(ofOffice).toEqual([]);
  expect(read.has('cli/hq/hq.ts')).toBe(true);
});
