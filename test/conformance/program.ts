/** The program as it starts with no configuration, in a data folder of its own, and a proxy that shows its key. */

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../../main.ts';
import { listening, stopped } from '../support/loopback.ts';

export async function startProgram() {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-conformance-'));
  const variables = { HOST: '127.0.0.1', PORT: '0', TURNOUT_DATA: folder };
  const running = await start({ variables, logTo: { write: () => undefined } });
  const gymId = running.config.gyms[0]?.id ?? '';
  const { secret } = await running.access.createKey({ gymId, role: 'owner', by: 'conformance' });
  return {
    url: running.url,
    /** Of the owner of the only gym, which is the demo. */
    key: secret,
    close: async () => {
      await running.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * A proxy on this computer that adds a credential, which the official suite cannot send. Everything else goes through as
 * it is, `Host` and `Origin` above all: what the program makes of them is part of what is checked.
 */
export async function startProxy({ url, key }: Awaited<ReturnType<typeof startProgram>>) {
  const { hostname, port } = new URL(url);
  const server = createServer((incoming, outgoing) => {
    const { method, url: path } = incoming;
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  return { url: `http://127.0.0.1:${await listening(server)}`, close: () => stopped(server) };
}
