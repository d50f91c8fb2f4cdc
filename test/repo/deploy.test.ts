/** What `deploy/` promises; `npx tsx scripts/check-install/run.ts` runs it for real. */

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { testFolder } from '../support/folder.ts';
import { textOf } from '../support/tree.ts';

const { version } = JSON.parse(textOf('package.json'));

const SCRIPTS = ['deploy/install.sh', 'deploy/bin/turnout', 'deploy/hq/backup.sh'];
test.each(SCRIPTS)('%s is a script that sh can read', (path) => {
  const { status, stderr } = spawnSync('sh', ['-n', path], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

it('the image runs as a numbered user and has a health check', () => {
  const image = textOf('deploy/Dockerfile');
  expect(image.match(/^USER .*$/gm)).toEqual(['USER 10001:10001']);
  expect(image).toMatch(/^HEALTHCHECK /m);
});

test.each([
  ['deploy/compose.yaml', ['turnout', 'caddy']],
  ['deploy/hq/compose.yaml', ['backup', 'hq', 'caddy']],
])('the containers of %s cannot write their root, and gain nothing', (path, names) => {
  const { services } = parse(textOf(path));
  const hardened = { read_only: true, cap_drop: ['ALL'], restart: 'unless-stopped' };
  for (const name of names) expect(services[name], name).toMatchObject(hardened);
});

it('the composed container stops in time', () => {
  const { turnout } = parse(textOf('deploy/compose.yaml')).services;
  expect(turnout).toMatchObject({ security_opt: ['no-new-privileges:true'], init: true });
  // It stops within 5 s (docs/reliability.md).
  expect(Number.parseInt(turnout.stop_grace_period, 10)).toBeGreaterThan(5);
});

it('a head office has one name and two ports, and keeps nothing outside volumes', () => {
  const { services, volumes } = parse(textOf('deploy/hq/compose.yaml'));
  const all = Object.entries(services as Record<string, { ports?: string[] }>);
  expect(all.map(([name]) => name).toSorted()).toEqual(['backup', 'caddy', 'hq', 'postgres']);
  const published = all.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
  expect(published).toEqual(['caddy 80:80', 'caddy 443:443']);
  expect(Object.keys(volumes)).toEqual(['postgres', 'certificates', 'caddy']);
});

it('the units wait for readiness, watch, and leave time to stop', () => {
  const unit = textOf('deploy/turnout.service');
  for (const line of ['Type=notify', 'NotifyAccess=all', 'CapabilityBoundingSet=']) {
    expect(unit.split('\n')).toContain(line);
  }
  expect(Number(/^WatchdogSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(30);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(5);
});

it('the unit may write where the documents put backups', () => {
  const [, folder] = /^ {2}to: (\/\w+)\//m.exec(textOf('docs/backup.md')) ?? [];
  expect(textOf('deploy/turnout.service')).toMatch(
    new RegExp(`^ReadWritePaths=.*-${folder}\\b`, 'm'),
  );
});

it('systemd takes the unit of a head office, whose program is a head office', () => {
  const unit = textOf('deploy/hq/turnout-hq.service');
  expect(unit.split('\n')).toContain('ExecStart=/opt/turnout/bin/turnout hq');
  const dir = testFolder();
  const path = join(dir, 'turnout-hq.service');
  writeFileSync(path, unit.replace('/opt/turnout/bin/turnout', '/bin/true'));
  const verified = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
  if (verified.error !== undefined) return;
  expect([verified.status, /turnout-hq/.test(verified.stderr)]).toEqual([0, false]);
});

const NAMING = 'docs/install.md deploy/Dockerfile deploy/compose.yaml deploy/hq/compose.yaml';
test.each(NAMING.split(' '))('%s names the version of now', (path) => {
  const named = [...textOf(path).matchAll(/(?:turnout-|turnout:|VERSION[:=]-?)(\d+\.\d+\.\d+)/g)];
  expect(new Set(named.map(([, one]) => one))).toEqual(new Set([version]));
});
