/** A Caddy of its own from Debian's package, with its own authority, on a free port, and killed afterwards. */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './loopback.ts';
import { until } from './until.ts';

export const HAS_CADDY = spawnSync('caddy', ['version']).status === 0;
if (!HAS_CADDY) console.warn('skipped: there is no Caddy here (apt-get install caddy)');

/**
 * @param caddyfileOf Text of its configuration, for the name of the site. Nothing is put in front of it but where Caddy keeps
 * its files, and a free port in place of 80.
 */
export async function startCaddy(caddyfileOf: (name: string) => string) {
  const dir = mkdtempSync(join(tmpdir(), 'turnout-caddy-'));
  const port = await freePort();
  const name = `localhost:${port}`;
  const path = join(dir, 'Caddyfile');
  const own = `{\n\thttp_port ${await freePort()}\n\tadmin off\n\tskip_install_trust\n\tstorage file_system ${dir}\n}\n`;
  writeFileSync(path, own + caddyfileOf(name));
  const server = spawn('caddy', ['run', '--config', path, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { ...process.env, TURNOUT_HQ_NAME: name },
  });
  await until(() => answers(port));
  return {
    /** `localhost:…`: its site, over HTTPS. */
    name,
    /** File of the certificate of its own authority. */
    authority: join(dir, 'pki/authorities/local/root.crt'),
    close: async () => {
      const ended = once(server, 'exit');
      if (server.kill('SIGKILL')) await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Whether it has a certificate and answers anything. */
function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const asked = request({ port, host: 'localhost', rejectUnauthorized: false }, (response) => {
      response.resume();
      done(true);
    });
    asked.on('error', () => done(false));
    asked.end();
  });
}
