/** The alerts and the dashboard in `deploy/` ask for nothing that `/metrics` of a running server does not have. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { beforeAll } from 'vitest';
import { start } from '../../main.ts';
import { suiteFolder } from '../support/folder.ts';
import { describeMonitoring, type Exposed, readMetrics } from '../support/monitoring.ts';
import { until } from '../support/until.ts';

let exposed: Exposed = new Map();
const folder = suiteFolder();

beforeAll(async () => {
  const [config, backups] = [join(folder, 'turnout.yaml'), join(folder, 'backups')];
  await mkdir(backups);
  const cameras = [{ id: 'hall', url: 'scene:studio?people=3&seed=7' }];
  const gyms = [{ id: 'north', timezone: 'Europe/London', rooms: [{ id: 'studio', cameras }] }];
  const sampling = { class_period: '200ms', idle_period: '200ms' };
  await writeFile(config, JSON.stringify({ gyms, sampling, backup: { to: backups } }));
  const running = await start({
    variables: { PORT: '0', TURNOUT_DATA: join(folder, 'data'), TURNOUT_CONFIG: config },
    logTo: new Writable({ write: (_chunk, _encoding, done) => done() }),
  });
  await until(async () => {
    const answer = await fetch(`${running.url}/metrics`, { headers: { accept: 'text/plain' } });
    exposed = readMetrics(await answer.text());
    return (exposed.get('turnout_camera_sample_age_seconds')?.size ?? 0) > 0;
  });
  return () => running.stop();
}, 60_000);

describeMonitoring('deploy/prometheus/alerts.yml', 'deploy/grafana/turnout.json', () => exposed);
