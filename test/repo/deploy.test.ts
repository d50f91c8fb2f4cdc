/** What `deploy/` promises; `npx tsx scripts/check-install/run.ts` runs it for real. */

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { testFolder } from '../support/folder.ts';
import { textOf } from '../support/tree.ts';

const { version } = JSON.parse(textOf('package.json'));

test.each(['deploy/install.sh', 'deploy/bin/turnout', 'deploy/hq/backup.sh'])(
  '%s is a script that sh can read',
  (path) => {
    expect(spawnSync('sh', ['-n', path], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  },
);

it('the image runs as a numbered user and has a health check', () => {
  const steps = textOf('deploy/Dockerfile').split('\n');
  expect(steps.filter((line) => line.startsWith('USER '))).toEqual(['USER 10001:10001']);
  expect(steps.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
});

it('the composed container cannot write its root, and gains nothing', () => {
  const { turnout, caddy } = parse(textOf('deploy/compose.yaml')).services;
  for (const service of [turnout, caddy]) {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      restart: 'unless-stopped',
    });
  }
  expect(turnout).toMatchObject({ security_opt: ['no-new-privileges:true'], init: true });
  // It stops within 5 s (docs/reliability.md).
  expect(Number.parseInt(turnout.stop_grace_period, 10)).toBeGreaterThan(5);
});

it('a head office has no container that can write its root but the database, and keeps nothing outside volumes', () => {
  const { services, volumes } = parse(textOf('deploy/hq/compose.yaml'));
  expect(Object.keys(services).toSorted()).toEqual([...['backup', 'caddy', 'hq', 'postgres']]);
  for (const name of ['backup', 'hq', 'caddy']) {
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      restart: 'unless-stopped',
    });
  }
  // One name and one port: all else is inside the network of the services.
  const published = Object.entries(services as Record<string, { ports?: string[] }>).flatMap(
    ([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`),
  );
  expect(published).toEqual(['caddy 80:80', 'caddy 443:443']);
  expect(Object.keys(volumes)).toEqual(['postgres', 'certificates', 'caddy']);
});

it('the unit waits for readiness, watches, and leaves time to stop', () => {
  const unit = textOf('deploy/turnout.service');
  for (const line of ['Type=notify', 'NotifyAccess=all', 'CapabilityBoundingSet=']) {
    expect(unit.split('\n')).toContain(line);
  }
  expect(Number(/^WatchdogSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(30);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(5);
});

it('systemd takes the unit of a head office, whose program is a head office', () => {
  const unit = textOf('deploy/hq/turnout-hq.service');
  expect(unit.split('\n')).toContain('ExecStart=/opt/turnout/bin/turnout hq');
  const dir = testFolder();
  const path = join(dir, 'turnout-hq.service');
  writeFileSync(path, unit.replace('/opt/turnout/bin/turnout', '/bin/true'));
  const { error, stderr, status } = spawnSync('systemd-analyze', ['verify', path], {
    encoding: 'utf8',
  });
  if (error !== undefined) return;
  expect([status, stderr.split('\n').filter((line) => line.includes('turnout-hq'))]).toEqual([
    0,
    [],
  ]);
});

test.each([
  'docs/install.md',
  'deploy/Dockerfile',
  'deploy/compose.yaml',
  'deploy/hq/compose.yaml',
])('%s names the version of now', (path) => {
  const named = [...textOf(path).matchAll(/(?:turnout-|turnout:|VERSION[:=]-?)(\d+\.\d+\.\d+)/g)];
  expect(new Set(named.map(([, one]) => one))).toEqual(new Set([version]));
});
