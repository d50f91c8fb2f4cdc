/**
 * Commands on this computer reach the process that owns the data over a local socket, in a fresh folder that only the
 * same user can open. They are trusted as if they wrote to the data folder themselves.
 */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isTurnoutError, messageOf } from '../../errors.ts';
import type { Log } from '../../runtime/log/log.ts';
import { clearLeftovers } from './leftovers.ts';
import { type AnyOperation, operationOf } from './operations/operation.ts';
import {
  errorLine,
  LINE_BYTES,
  notUnderstood,
  type Request,
  readRequest,
  tooLarge,
  valueLine,
} from './wire.ts';

export interface ControlOptions {
  readonly operations: Readonly<Record<string, AnyOperation>>;
  readonly log: Log;
  /** How long a request may pause on its way in, ms; default 30,000. */
  readonly idleMs?: number;
}

export interface Control {
  /** To be told in the lock; null where no socket could be opened, which is logged: all but commands works without. */
  readonly path: string | null;
  /** Lets operations under way end, and takes no more. */
  stop(): Promise<void>;
}

/** Commands at a time; more are turned away. Chosen here: people type them. */
const CONNECTIONS = 16;
const IDLE_MS = 30_000;
/** How long a client may take to fetch its answer while the server stops, ms. */
const LINGER_MS = 1_000;
/** A path in `sockaddr_un` has 104 bytes on macOS and 108 on Linux, with a zero at its end; Node cuts longer ones. */
const PATH_BYTES = 100;

export async function startControl(options: ControlOptions): Promise<Control> {
  const { log } = options;
  const stopping = new AbortController();
  const served = new Set<Promise<void>>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const one = serve(socket, options, stopping.signal).finally(() => served.delete(one));
    served.add(one);
  });
  server.maxConnections = CONNECTIONS;
  const place = await openPlace(server).catch((error: unknown) => {
    log.warn('control_unavailable', { reason: messageOf(error) });
    return null;
  });
  if (place === null) return { path: null, stop: () => Promise.resolve() };
  const clearing = clearAway(log);
  server.on('error', (error) => log.error('control_failed', { reason: messageOf(error) }));
  return {
    path: place.path,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      // Who is still speaking is cut off; who waits for an answer gets it.
      stopping.abort();
      await Promise.all(served);
      await closed;
      await clearing;
      await place.remove();
    },
  };
}

/** Never rejects: what is left over harms no one. */
async function clearAway(log: Log): Promise<void> {
  try {
    const folders = await clearLeftovers();
    if (folders > 0) log.info('control_leftovers_removed', { folders });
  } catch (error) {
    log.warn('control_leftovers_kept', { reason: messageOf(error) });
  }
}

interface Place {
  readonly path: string;
  remove(): Promise<void>;
}

async function openPlace(server: Server): Promise<Place> {
  if (process.platform === 'win32') {
    const path = `\\\\.\\pipe\\turnout-${randomUUID()}`;
    await listen(server, path);
    return { path, remove: () => Promise.resolve() };
  }
  // mkdtemp gives the folder mode 0700.
  const dir = await mkdtemp(join(tmpdir(), 'turnout-'));
  const remove = () => rm(dir, { recursive: true, force: true });
  try {
    const path = join(dir, 'control');
    if (Buffer.byteLength(path) > PATH_BYTES) {
      throw new Error(`the path of a socket in the folder for temporary files is too long`);
    }
    await listen(server, path);
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function listen(server: Server, path: string): Promise<void> {
  server.listen(path);
  await once(server, 'listening');
}

/** One request and its answer. Never rejects. */
async function serve(socket: Socket, options: ControlOptions, signal: AbortSignal): Promise<void> {
  const { operations, log } = options;
  const idleMs = options.idleMs ?? IDLE_MS;
  const closed = new Promise((resolve) => socket.once('close', resolve));
  // A client that goes away in the middle misses nothing but its answer.
  socket.on('error', (error) => log.debug('control_client_lost', { reason: error.message }));
  socket.setTimeout(idleMs, () => socket.destroy());
  const answer = await perform(socket, operations, signal).catch((error: unknown) => {
    if (!isTurnoutError(error)) log.error('operation_failed', { reason: messageOf(error) });
    return errorLine(error);
  });
  if (answer === null) {
    socket.destroy();
  } else {
    socket.end(answer);
  }
  // What is still on its way in is read to its end: closing before would take the answer back.
  socket.resume();
  const hurry = () => socket.setTimeout(LINGER_MS);
  socket.setTimeout(idleMs);
  if (signal.aborted) hurry();
  signal.addEventListener('abort', hurry);
  await closed;
  signal.removeEventListener('abort', hurry);
}

/** @returns the answer; null when nothing whole was asked. */
async function perform(
  socket: Socket,
  operations: ControlOptions['operations'],
  signal: AbortSignal,
): Promise<string | null> {
  const asked = await readWhole(socket, signal);
  if (asked === null) return null;
  socket.setTimeout(0);
  const { request, bytes } = asked;
  return valueLine(await operationOf(operations, request.operation).perform(request.args, bytes));
}

interface Asked {
  readonly request: Request;
  readonly bytes: Uint8Array;
}

/** Reads up to the end of the request; null where the connection ends before. */
function readWhole(socket: Socket, signal: AbortSignal): Promise<Asked | null> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    let request: Request | null = null;
    const parts: Buffer[] = [];
    let missing = 0;
    const give = (bytes: Buffer) => {
      parts.push(bytes);
      missing -= bytes.length;
      if (request === null || missing > 0) return;
      socket.off('data', take);
      socket.pause();
      const whole = Buffer.concat(parts);
      resolve({ request, bytes: whole.subarray(0, request.bytes) });
    };
    const take = (bytes: Buffer) => {
      try {
        if (request !== null) {
          give(bytes);
          return;
        }
        head = Buffer.concat([head, bytes]);
        const end = head.indexOf('\n');
        if (end < 0 && head.length <= LINE_BYTES) return;
        if (end < 0 || end > LINE_BYTES) throw tooLarge(`a line of ${LINE_BYTES} bytes at most`);
        request = readRequest(head.subarray(0, end).toString('utf8'));
        missing = request.bytes;
        give(head.subarray(end + 1));
      } catch (error) {
        socket.off('data', take);
        reject(error);
      }
    };
    socket.on('data', take);
    socket.once('end', () => (head.length > 0 && request === null ? reject(HALF) : resolve(null)));
    const giveUp = () => resolve(null);
    signal.addEventListener('abort', giveUp);
    socket.once('close', () => {
      // The signal outlives every connection, and would keep the bytes of each.
      signal.removeEventListener('abort', giveUp);
      giveUp();
    });
  });
}

const HALF = notUnderstood('with a line end');
