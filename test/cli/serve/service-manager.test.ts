/** What systemd hears: a real `systemd-notify` sends to a socket of this test, where systemd would listen. */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ServiceManager } from '../../../cli/serve/service-manager.ts';
import { testFolder } from '../../support/folder.ts';
import { RecordedLog } from '../../support/recorded-log.ts';
import { listeningInTest } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';

/** Prints each datagram as a line of JSON. File descriptors that come along are closed, as systemd does. */
const LISTENER = `
import json, socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('"bound"', flush=True)
while True:
    print(json.dumps(s.recv(4096).decode().split()), flush=True)
`;

const has = (program: string) => spawnSync(program, ['--version']).status === 0;
const isHere = has('systemd-notify') && has('python3');

let folder: string;
let socket: string;
let heard: string[];
let server: Server;
let healthStatus: number;
let url: string;

beforeEach(async () => {
  folder = testFolder();
  socket = join(folder, 'notify');
  heard = [];
  const systemd = spawn('python3', ['-c', LISTENER, socket]);
  onTestFinished(() => void systemd.kill());
  const lines = createInterface({ input: systemd.stdout });
  lines.on('line', (line) => heard.push(...[JSON.parse(line)].flat()));
  await once(lines, 'line');
  healthStatus = 200;
  server = createServer((_, response) => response.writeHead(healthStatus).end('{}'));
  url = `http://127.0.0.1:${await listeningInTest(server)}`;
});

const beats = () => heard.filter((word) => word === 'WATCHDOG=1').length;

describe.skipIf(!isHere)('a service of systemd (needs systemd-notify and python3)', () => {
  it('says that it is ready, that it lives as long as /health is answered, and that it stops', async () => {
    const watched = { WATCHDOG_USEC: '1500000', WATCHDOG_PID: `${process.pid}` };
    const variables = { ...process.env, NOTIFY_SOCKET: socket, ...watched };
    const manager = new ServiceManager(variables);
    expect(Object.keys(variables)).not.toContain('NOTIFY_SOCKET');
    expect(Object.keys(variables)).not.toContain('WATCHDOG_USEC');
    const log = new RecordedLog();
    manager.ready({ url, log });
    await until(() => heard.includes('READY=1') && beats() >= 2);
    // A server that refuses its own health is a fault that a restart may mend.
    healthStatus = 500;
    await once(server, 'request');
    const before = beats();
    await once(server, 'request');
    await once(server, 'request');
    expect(beats() - before).toBeLessThanOrEqual(1);
    manager.stopping();
    await until(() => heard.includes('STOPPING=1'));
    expect(log.lines.map(({ event }) => event)).not.toContain('systemd_not_told');
  });
});

it('where systemd-notify is missing the service runs, and logs it once', async () => {
  const log = new RecordedLog();
  const manager = new ServiceManager({ NOTIFY_SOCKET: socket, PATH: folder });
  manager.ready({ url, log });
  await until(() => log.lines.length > 0);
  manager.stopping();
  expect(log.lines.map(({ event }) => event)).toEqual(['systemd_not_told']);
});
