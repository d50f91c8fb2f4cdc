// What does a key cost on top of an answer that is kept: credentials, two rates, one look-up by hash, one lookup spent, and
// the fields that tell of them?
//
// The whole dispatch of a kept summary without sockets, in rounds that alternate: with a guard that lets everybody in, and
// with the real one over keys in a real history. The key has a limit of lookups, so that blocks of them are leased from
// SQLite as in use. Figures are CPU time of the process, threads of SQLite included, so that other programs matter little.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Guard } from '../../api/auth/guard.ts';
import { RequestGuard } from '../../api/auth/guard.ts';
import { localVisitor } from '../../api/auth/visitor.ts';
import { Context, type Reply } from '../../api/http/context.ts';
import { Dispatcher } from '../../api/http/dispatch.ts';
import { Traffic } from '../../api/metrics/traffic.ts';
import { analyticsRoutes } from '../../api/routes/analytics/index.ts';
import { createRouter } from '../../api/routes/router.ts';
import { demoConfig } from '../../config/load.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { sandboxView } from '../../service/demo/sandbox.ts';
import { createLimits } from '../../store/access/limits/limits.ts';
import { openAccess } from '../../store/access/open.ts';
import { openHistory } from '../../store/history/history.ts';
import { isQuick } from '../support/quick.ts';
import { median, report } from '../support/report.ts';

const ROUNDS = isQuick ? 2 : 15;
const REQUESTS = isQuick ? 200 : 5_000;

const dir = await mkdtemp(join(tmpdir(), 'turnout-bench-'));
const history = await openHistory({ dir, clock: systemClock, log: silentLog });
const config = demoConfig({ variables: {}, host: null, port: null });
const clock = systemClock;
const access = await openAccess({ history, config: () => config, clock, log: silentLog });
const view = sandboxView(clock.nowUtcMs());
const rates = { keyRequestsPerSecond: 1_000_000, addressRequestsPerSecond: 1_000_000 };
const limits = createLimits({ ...config.access, ...rates }, clock);
const guard = new RequestGuard({
  access,
  gyms: { view: () => view, asOf: async () => null, sandbox: () => view },
  clock,
  limits,
  base: 'https://turnout.example',
});
const open: Guard = {
  admit: (_request, _subject, handle) => handle({ principal: null, view, trainers: view.trainers }),
  watch: async (_request, _subject, handle) =>
    handle({ principal: null, view, trainers: view.trainers }),
  enter: () => localVisitor(() => view, false),
  recognise: () => null,
  operate: () => {
    throw new Error('not measured');
  },
  isOperator: () => false,
};
const made = { gymId: 'demo', by: 'bench' } as const;
const limited = await access.createKey({ ...made, role: 'free', lookupLimit: 1_000_000_000 });
const unlimited = await access.createKey({ ...made, role: 'owner' });

const withoutUs: number[] = [];
const limitedUs: number[] = [];
const unlimitedUs: number[] = [];
const wrongUs: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  withoutUs.push(await perRequestUs(open, limited.secret, 200));
  limitedUs.push(await perRequestUs(guard, limited.secret, 200));
  unlimitedUs.push(await perRequestUs(guard, unlimited.secret, 200));
  wrongUs.push(await perRequestUs(guard, 'tk_00000000000000000000000000000000', 401));
}
await access.close();
await history.close();
await rm(dir, { recursive: true });

const bare = median(withoutUs);
report('api/guard', [
  {
    name: 'kept answer without a guard, p50',
    value: bare,
    unit: 'µs',
    limit: null,
    direction: 'max',
  },
  figure('kept answer to a key without a limit ÷ without a guard', unlimitedUs, 3),
  figure('kept answer to a key with counted lookups ÷ without a guard', limitedUs, null),
  figure('a wrong key ÷ kept answer without a guard', wrongUs, null),
]);

function figure(name: string, us: readonly number[], limit: number | null) {
  const note = `${median(us).toFixed(1)} µs`;
  return { name, value: median(us) / bare, unit: '×', limit, direction: 'max', note } as const;
}

/** All requests one after the other, each when the one before is answered. */
async function perRequestUs(by: Guard, secret: string, expected: number): Promise<number> {
  const router = createRouter(analyticsRoutes(), { base: 'x', version: '1', guard: by });
  const { onRequest } = new Dispatcher({
    router,
    log: silentLog,
    clock,
    listener: new Traffic(),
  });
  const headers = new Map([
    ['host', 'turnout.example'],
    ['user-agent', 'bench'],
    ['accept', '*/*'],
    ['authorization', `Bearer ${secret}`],
  ]);
  const start = process.cpuUsage();
  for (let at = 0; at < REQUESTS; at += 1) {
    const context = new Measured({ method: 'GET', path: '/v1/summary', rawQuery: null, headers });
    onRequest(context);
    const { status } = await context.reply;
    assert.equal(status, expected);
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / REQUESTS;
}

/** A request without a socket. */
class Measured extends Context {
  readonly readsChunks = true;
  readonly peer = '192.0.2.7';
  readonly isGone = false;
  respond: (reply: Reply) => void = () => assert.fail();
  readonly reply = new Promise<Reply>((resolve) => {
    this.respond = resolve;
  });
  readBody = () => Promise.resolve(null);
  startStream = (): never => assert.fail('a summary is no stream');
  tryWrite = (): never => assert.fail();
  writable = (): never => assert.fail();
  write = (): never => assert.fail();
  end = (): never => assert.fail();
  cut = (): never => assert.fail();
}
