/** The alerts and the dashboard of a head office ask for nothing that its `/metrics` does not have. */

import { beforeAll, describe, expect, it } from 'vitest';
import type { OfficeHealth } from '../../../api/schemas/service.ts';
import type { Status } from '../../../api/schemas/status.ts';
import { addGym } from '../../../hq/gyms/directory.ts';
import type { HeadOffice } from '../../../hq/head-office.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { openOffice, serveOffice } from '../../support/chain-office.ts';
import { joinBox } from '../../support/joined-box.ts';
import { describeMonitoring, type Exposed, readMetrics } from '../../support/monitoring.ts';
import { HAS_POSTGRES, startPostgres } from '../../support/postgres.ts';
import { started } from '../../support/started.ts';
import { MINUTE_MS } from '../../support/times.ts';
import { until } from '../../support/until.ts';

describe.skipIf(!HAS_POSTGRES)('a head office that is watched', () => {
  const postgres = started(startPostgres);
  const office = started(async () => {
    const opened = await openOffice(postgres.url, systemClock);
    await addGyms(opened);
    return opened;
  });
  const server = started(() => serveOffice(office, systemClock));
  let exposed: Exposed = new Map();
  let text = '';

  const look = async () => {
    await office.watch.look();
    const answer = await fetch(`${server.url}/metrics`, { headers: { accept: 'text/plain' } });
    text = await answer.text();
    exposed = readMetrics(text);
  };
  const figureOf = (sample: string) => Number.parseFloat(text.split(`\n${sample} `)[1] ?? '');

  beforeAll(look);

  describeMonitoring(
    'deploy/prometheus/hq-alerts.yml',
    'deploy/grafana/turnout-hq.json',
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
    expect(figureOf('turnout_hq_newest_receipt_seconds')).toBeLessThan(10 * 60);
    expect(text).not.toMatch(/gym_|riverside|sends|hushed/);
  });

  const health = (is: string) =>
    until(async () => {
      const lenient = await fetch(`${server.url}/health`);
      const strict = await fetch(`${server.url}/health?strict=1`);
      const { checks } = (await lenient.json()) as OfficeHealth;
      const seen = [lenient.status, strict.status, checks.database.status, checks.line.status];
      return seen.join(' ') === is;
    });

  it('is degraded in /health while no box sends anything', async () => {
    await health('200 200 ok ok');
    const move = (ms: number) =>
      office.database.query('UPDATE box SET received_utc_ms = received_utc_ms + $1', [ms]);
    await move(-20 * MINUTE_MS);
    await office.watch.look();
    await health('200 503 ok degraded');
    await move(20 * MINUTE_MS);
    await office.watch.look();
    await health('200 200 ok ok');
  });

  const databaseIs = (up: number) =>
    until(() => look().then(() => figureOf('turnout_hq_database_up') === up));

  it('knows when the database is away', async () => {
    await postgres.kill();
    await health('200 503 degraded ok');
    const { storage } = (await (await fetch(`${server.url}/v1/status`)).json()) as Status;
    expect(storage.state).toBe('failing');
    await databaseIs(0);
    expect(text).not.toContain('turnout_hq_gyms{');
    await postgres.restart();
    await databaseIs(1);
    await health('200 200 ok ok');
  });
});

/** One of each state, as joining, sending and revoking leave them. */
async function addGyms({ database }: HeadOffice): Promise<void> {
  const nowUtcMs = Date.now();
  const minutes = { sends: 1, hushed: 40, gone: 600, waits: null };
  for (const [id, silent] of Object.entries(minutes)) {
    await addGym(database, { id, name: id, groups: [] }, nowUtcMs);
    if (silent === null) continue;
    await joinBox(database, id, nowUtcMs);
    await database.query(
      'UPDATE box SET received_utc_ms = $1, revoked_utc_ms = $2 FROM gym WHERE gym.key = box.gym AND gym.id = $3',
      [nowUtcMs - silent * MINUTE_MS, id === 'gone' ? nowUtcMs : null, id],
    );
  }
}
