/** A server of one test on a free port of this computer. */

import type { Server } from 'node:net';
import { onTestFinished } from 'vitest';
import { listening, stopped } from './loopback.ts';

/** Listens until the test is over. @returns its port. */
export async function listeningInTest(server: Server, host?: string): Promise<number> {
  const port = await listening(server, 0, host);
  onTestFinished(() => stopped(server));
  return port;
}
