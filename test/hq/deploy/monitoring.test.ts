/** The alerts and the dashboard of a head office ask for nothing that its `/metrics` does not have. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OfficeHealth } from '../../../api/schemas/health.ts';
import type { Status } from '../../../api/schemas/status.ts';
import { createServer, type Server } from '../../../api/server.ts';
import { addGym } from '../../../hq/gyms/directory.ts';
import { type HeadOffice, openHeadOffice } from '../../../hq/head-office.ts';
import { brokerConfig } from '../../../hq/line/broker-config.ts';
import { type HqLine, openHqLine } from '../../../hq/line/line.ts';
import { brokerTrust, openLineKeys } from '../../../hq/line/line-keys.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { limits } from '../../support/limits.ts';
import {
  describeMonitoring,
  type Exposed,
  readMetrics,
  readMonitoring,
} from '../../support/monitoring.ts';
import { HAS_NATS, type NatsServer, startNats } from '../../support/nats-server.ts';
import { HAS_POSTGRES, type Postgres, startPostgres } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';

const ALERTS = 'deploy/prometheus/hq-alerts.yml';
const DASHBOARD = 'deploy/grafana/turnout-hq.json';
const MINUTE_MS = 60_000;

describe.skipIf(!HAS_POSTGRES || !HAS_NATS)('a head office that is watched', () => {
  let postgres: Postgres;
  let nats: NatsServer;
  let office: HeadOffice;
  let line: HqLine;
  let server: Server;
  let exposed: Exposed = new Map();
  let text = '';

  const look = async () => {
    await office.watch.look();
    const answer = await fetch(`${server.url}/metrics`, { headers: { accept: 'text/plain' } });
    text = await answer.text();
    exposed = readMetrics(text);
  };
  const figureOf = (sample: string) =>
    Number(
      text
        .split('\n')
        .find((one) => one.startsWith(`${sample} `))
        ?.split(' ')[1],
    );

  beforeAll(async () => {
    postgres = await startPostgres();
    const access = {
      keyRequestsPerSecond: 20,
      addressRequestsPerSecond: 50,
      freeLookups: 100,
      freeKeysPerMinute: 5,
      freeKeysPerDay: 50,
      freeKeysPerDayInAll: 1_000,
    };
    const [clock, log] = [systemClock, silentLog];
    office = await openHeadOffice({ databaseUrl: postgres.url, access, clock, log });
    const { database, ingester } = office;
    const trust = await brokerTrust(await openLineKeys(database));
    nats = await startNats((about) => brokerConfig(trust, about));
    const servers = [nats.url];
    line = await openHqLine({ database, ingester, servers, publicServers: servers, clock, log });
    office.watch.line = line;
    await addGyms(office);
    server = await createServer({
      host: '127.0.0.1',
      port: 0,
      backing: 'node',
      publicUrl: null,
      trustProxy: [],
      engine: { status: () => office.status() },
      gyms: office.gyms,
      chain: office.chain,
      evidence: office.evidence,
      access: office.access,
      oauth: office.oauth,
      limits: limits(),
      freeLookups: () => 100,
      log,
      clock,
      version: '1.2.3',
    });
    await until(async () => {
      await look();
      return figureOf('turnout_hq_line_up') === 1;
    });
  });
  afterAll(async () => {
    await server?.close();
    await line?.stop();
    await office?.stop();
    await nats?.close();
    await postgres?.close();
  });

  describeMonitoring(
    'alerts and dashboard',
    readMonitoring(ALERTS, DASHBOARD),
    () => exposed,
    (metric) => metric.startsWith('turnout_hq_'),
  );

  it('counts gyms by what their boxes do, and names none', () => {
    const states = ['sending', 'silent', 'never', 'shut_out'];
    expect(states.map((state) => figureOf(`turnout_hq_gyms{state="${state}"}`))).toEqual([
      1, 1, 1, 1,
    ]);
    // The one whose box was shut out has been silent for longer, and no one waits for it.
    const silence = figureOf('turnout_hq_oldest_receipt_seconds');
    expect(silence).toBeGreaterThanOrEqual(40 * 60);
    expect(silence).toBeLessThan(60 * 60);
    expect(text).not.toMatch(/gym_|riverside|sends|hushed/);
  });

  it('counts what was taken and what was put aside', async () => {
    await office.ingester.take([{ gym: 'g_sends', bytes: new Uint8Array([1]), encoding: null }]);
    // An answer may be a quarter of a second old.
    await until(async () => {
      await look();
      return figureOf('turnout_hq_batches_total') === 1;
    });
    expect(figureOf('turnout_hq_receipts_total')).toBe(0);
    expect(figureOf('turnout_hq_ingest_lag_seconds')).toBe(0);
  });

  it('is degraded in /health while the NATS server or the database is frozen or away', async () => {
    const health = async (is: string) => {
      await until(async () => {
        const lenient = await fetch(`${server.url}/health`);
        const strict = await fetch(`${server.url}/health?strict=1`);
        const { checks } = (await lenient.json()) as OfficeHealth;
        const seen = [lenient.status, strict.status, checks.database.status, checks.line.status];
        return seen.join(' ') === is;
      });
    };
    await health('200 200 ok ok');
    process.kill(nats.pid() ?? 0, 'SIGSTOP');
    await health('200 503 ok degraded');
    process.kill(nats.pid() ?? 0, 'SIGCONT');
    await health('200 200 ok ok');
    await postgres.kill();
    await health('200 503 degraded ok');
    const { storage } = (await (await fetch(`${server.url}/v1/status`)).json()) as Status;
    expect(storage.state).toBe('failing');
    await postgres.restart();
    await health('200 200 ok ok');
  });

  it('knows when the NATS server and the database are away', async () => {
    await nats.kill();
    await until(async () => {
      await look();
      return figureOf('turnout_hq_line_up') === 0;
    });
    await postgres.kill();
    await until(async () => {
      await look();
      return figureOf('turnout_hq_database_up') === 0;
    });
    expect(text).not.toContain('turnout_hq_gyms{');
    await postgres.restart();
    await until(async () => {
      await look();
      return figureOf('turnout_hq_database_up') === 1;
    });
  });
});

/** One of each state, as joining, sending and revoking leave them. */
async function addGyms({ database }: HeadOffice): Promise<void> {
  const nowUtcMs = Date.now();
  const minutes = { sends: 1, hushed: 40, gone: 600, waits: null };
  for (const [id, silent] of Object.entries(minutes)) {
    await addGym(database, { id, name: id, groups: [] }, { uid: `g_${id}`, nowUtcMs });
    if (silent === null) continue;
    const revoked = id === 'gone' ? nowUtcMs : null;
    await database.query(
      `INSERT INTO box (id, gym, public_key, hostname, enrolled_utc_ms, until_utc_ms, revoked_utc_ms)
       SELECT $1, key, $1, 'box', $2::bigint, $2::bigint, $3::bigint FROM gym WHERE id = $4`,
      [`box_${id}`, nowUtcMs, revoked, id],
    );
    await database.query(
      `INSERT INTO gym_cursor (gym, box, epoch, seq, received_utc_ms)
       SELECT key, $1, 1, 1, $2::bigint FROM gym WHERE id = $3`,
      [`box_${id}`, nowUtcMs - silent * MINUTE_MS, id],
    );
  }
}
