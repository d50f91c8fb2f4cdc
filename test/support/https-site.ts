/** A web site over https with a certificate of its own, for tests of what is fetched over the internet. */

import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { listening, stopped } from './loopback.ts';

/** Name that the certificate is for. */
export const SITE_HOST = 'client.test';

const pem = (name: string) =>
  readFileSync(new URL(`../fixtures/tls/${name}.pem`, import.meta.url), 'utf8');

/**
 * Of tests alone, good from 2020 to 2119: `faketime 2020-01-01 openssl req -x509 -newkey ec -pkeyopt
 * ec_paramgen_curve:prime256v1 -nodes -days 36500 -keyout key.pem -out cert.pem -subj /CN=client.test -addext
 * subjectAltName=DNS:client.test`.
 */
export const CERTIFICATE = { key: pem('key'), cert: pem('cert') };

export type Site = Awaited<ReturnType<typeof startSite>>;

/** @param address Of this computer's loopback. @param port 0 takes any free one. */
export async function startSite(answer: RequestListener, { address = '127.0.0.1', port = 0 } = {}) {
  const seen: string[] = [];
  const server = createServer(CERTIFICATE, (request, response) => {
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
