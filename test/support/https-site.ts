/** A web site over https with a certificate of its own, for tests of what is fetched over the internet. */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listening, stopped } from './loopback.ts';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Name that the certificate is for. */
export const SITE_HOST = 'client.test';

/** Made by the `openssl` of this machine; null where there is none: such tests say that they were skipped. */
export async function makeCertificate(): Promise<Certificate | null> {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const about = ['-subj', `/CN=${SITE_HOST}`, '-addext', `subjectAltName=DNS:${SITE_HOST}`];
  try {
    const request = ['req', '-x509', '-days', '2', '-keyout', key, '-out', cert];
    await promisify(execFile)('openssl', [...request, ...kind, ...about]);
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}

export type Site = Awaited<ReturnType<typeof startSite>>;

/** @param address Of this computer's loopback. @param port 0 takes any free one. */
export async function startSite(
  certificate: Certificate,
  answer: RequestListener,
  { address = '127.0.0.1', port = 0 } = {},
) {
  const seen: string[] = [];
  const server = createServer(certificate, (request, response) => {
    seen.push(request.url ?? '');
    answer(request, response);
  });
  const taken = await listening(server, port, address);
  const origin = `https://${SITE_HOST}:${taken}`;
  return {
    /** `https://client.test:port`. */
    origin,
    port: taken,
    /** Paths that were asked for. */
    seen,
    close: () => stopped(server),
  };
}
