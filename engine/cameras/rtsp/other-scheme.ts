/**
 * An `rtsp:` address whose port speaks RTSPS, and an `rtsps:` address whose port speaks plain RTSP. A server says anything
 * or nothing to what it cannot read, so its port is asked in both ways once opening has failed.
 */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isTurnoutError } from '../../../errors.ts';
import { untilLate } from '../../../runtime/timers.ts';
import type { SourceOptions } from '../source.ts';
import { sourceFault } from '../source-fault.ts';

const RTSP = { scheme: 'rtsp://', name: 'plain RTSP', defaultPort: 554 };
const RTSPS = { scheme: 'rtsps://', name: 'RTSPS', defaultPort: 322 };
/** What the wrong scheme looks like. */
const ALIKE = ['camera_not_video', 'camera_refused', 'camera_timeout', 'camera_unreachable'];
/** In clear text: no login, and no path, which may hold a token. */
const QUESTION = 'OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n';
/** How long the port may take to answer, ms. Chosen here: a source that is stopped ends within a second. */
const ASK_MS = 700;

/** @returns what to say of a source that ended with `fault`: the same, unless its port speaks the other scheme. */
export async function schemeFault(fault: unknown, { url, reach }: SourceOptions) {
  if (!isTurnoutError(fault) || !ALIKE.includes(fault.code) || !URL.canParse(url)) return fault;
  // A name that is not known, or leads where it must not, is not asked.
  const pinned = await reach?.pinned(url).catch(() => null);
  if (pinned === null) return fault;
  const { protocol, hostname, port } = new URL(pinned ?? url);
  const [wanted, other] = protocol === 'rtsps:' ? [RTSPS, RTSP] : [RTSP, RTSPS];
  const host = hostname.replace(/^\[|\]$/g, '');
  const to = { host, port: Number(port || wanted.defaultPort), rejectUnauthorized: false };
  const [isPlain, isTls] = await Promise.all([answers(connect(to)), answers(connectTls(to))]);
  if (wanted === RTSP ? isPlain || !isTls : isTls || !isPlain) return fault;
  return sourceFault('camera_refused', {
    expected: `a port that speaks ${wanted.name}`,
    got: `one that speaks ${other.name}`,
    hint: `write ${other.scheme} in place of ${wanted.scheme} with port ${to.port}`,
  });
}

async function answers(socket: Socket): Promise<boolean> {
  socket.write(QUESTION);
  const replies = [once(socket, 'data', { signal: untilLate(ASK_MS) }), once(socket, 'close')];
  return Promise.race(replies)
    .then(([first]) => String(first).startsWith('RTSP/'))
    .catch(() => false)
    .finally(() => socket.destroy());
}
