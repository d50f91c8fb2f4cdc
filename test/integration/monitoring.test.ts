/** The alerts and the dashboard in `deploy/` ask for nothing that `/metrics` of a running server does not have. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { beforeAll } from 'vitest';
import { start } from '../../main.ts';
import { suiteFolder } from '../support/folder.ts';
import {
  describeMonitoring,
  type Exposed,
  readMetrics,
  readMonitoring,
} from '../support/monitoring.ts';
import { until } from '../support/until.ts';

const ALERTS = 'deploy/prometheus/alerts.yml';
const DASHBOARD = 'deploy/grafana/turnout.json';

const monitoring = readMonitoring(ALERTS, DASHBOARD);

const CONFIG = (backups: string) => `
gyms:
  - id: north
    timezone: Europe/London
    rooms:
      - id: studio
        cameras: [{ id: hall, url: "scene:studio?people=3&seed=7" }]
sampling: { class_period: 200ms, idle_period: 200ms }
backup: { to: "${backups}" }
`;

let exposed: Exposed = new Map();
const folder = suiteFolder();

beforeAll(async () => {
  await mkdir(join(folder, 'backups'));
  await writeFile(join(folder, 'turnout.yaml'), CONFIG(join(folder, 'backups')));
  const running = await start({
    variables: {
      PORT: '0',
      TURNOUT_DATA: join(folder, 'data'),
      TURNOUT_CONFIG: join(folder, 'turnout.yaml'),
    },
    logTo: new Writable({ write: (_chunk, _encoding, done) => done() }),
  });
  await until(async () => {
    const answer = await fetch(`${running.url}/metrics`, { headers: { accept: 'text/plain' } });
    exposed = readMetrics(await answer.text());
    return (exposed.get('turnout_camera_sample_age_seconds')?.size ?? 0) > 0;
  });
  return () => running.stop();
}, 60_000);

describeMonitoring('alerts and dashboard', monitoring, () => exposed);
