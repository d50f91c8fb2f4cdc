/** What `deploy/` promises; `npm run check:install` runs it for real. */

import { spawnSync } from 'node:child_process';
import { expect, it, test } from 'vitest';
import { parse } from 'yaml';
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
  expect(Object.keys(services).toSorted()).toEqual([
    ...['backup', 'caddy', 'hq', 'line', 'nats', 'postgres'],
  ]);
  for (const name of ['backup', 'hq', 'line', 'nats', 'caddy']) {
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      restart: name === 'line' ? 'no' : 'unless-stopped',
    });
  }
  // One name and one port: all else is inside the network of the services.
  const published = Object.entries(services as Record<string, { ports?: string[] }>).flatMap(
    ([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`),
  );
  expect(published).toEqual(['caddy 80:80', 'caddy 443:443']);
  expect(Object.keys(volumes)).toEqual(['postgres', 'line', 'nats', 'certificates', 'caddy']);
});

it('the unit waits for readiness, watches, and leaves time to stop', () => {
  const unit = textOf('deploy/turnout.service');
  for (const line of ['Type=notify', 'NotifyAccess=all', 'CapabilityBoundingSet=']) {
    expect(unit.split('\n')).toContain(line);
  }
  expect(Number(/^WatchdogSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(30);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(5);
});

test.each([
  'docs/chain.md',
  'docs/install.md',
  'deploy/Dockerfile',
  'deploy/compose.yaml',
  'deploy/hq/compose.yaml',
])('%s names the version of now', (path) => {
  const named = [...textOf(path).matchAll(/(?:turnout-|turnout:|VERSION[:=]-?)(\d+\.\d+\.\d+)/g)];
  expect(new Set(named.map(([, one]) => one))).toEqual(new Set([version]));
});
