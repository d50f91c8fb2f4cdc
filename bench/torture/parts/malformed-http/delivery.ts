/** Sends bytes as clients do that keep no rule, and reads what comes back. */

import { connect } from 'node:net';
import { delay } from '../../../../runtime/timers.ts';
import { type Random, wholeNumber } from '../../../support/seeded-random.ts';
import type { Case } from './grammar.ts';

/**
 * Longest wait for an answer, ms: a native build may keep silent for 10 s. Chosen here: an answer comes within 5 ms, and
 * what comes later is seen in the counts of the program.
 */
const PATIENCE_MS = 40;

export interface Delivered {
  readonly statuses: readonly number[];
  /** Whether no connection could be made. */
  readonly isRefused: boolean;
}

/** How it is sent: at once, in pieces, slowly, with the sending half closed, or reset. */
type Manner = 'whole' | 'pieces' | 'slow' | 'half-closed' | 'reset';

function mannerOf(random: Random): Manner {
  const chance = random();
  if (chance < 0.6) return 'whole';
  if (chance < 0.75) return 'pieces';
  if (chance < 0.78) return 'slow';
  return chance < 0.88 ? 'half-closed' : 'reset';
}

/** Resolves when the program has closed the connection, or enough was waited. Never rejects. */
export function deliver(port: number, { bytes }: Case, random: Random): Promise<Delivered> {
  const manner = mannerOf(random);
  const turns = wholeNumber(random, 0, 10);
  const pieces = manner === 'pieces' || manner === 'slow' ? wholeNumber(random, 2, 4) : 1;
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    const heard: Buffer[] = [];
    let isRefused = false;
    const end = () => {
      socket.resetAndDestroy();
      // By itself it waits until all bytes are written, which a server that does not read puts off for ever.
      socket.destroy();
    };
    socket.on('data', (part) => {
      heard.push(part);
      socket.setTimeout(PATIENCE_MS / 4);
    });
    socket.on('end', end);
    socket.setTimeout(PATIENCE_MS, end);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      isRefused = error.code === 'ECONNREFUSED';
    });
    socket.on('close', () => {
      resolve({ statuses: statusesIn(Buffer.concat(heard).toString('latin1')), isRefused });
    });
    const afterTurns = (left: number, then: () => void): void => {
      if (left === 0) then();
      else setImmediate(() => afterTurns(left - 1, then));
    };
    const step = Math.ceil(bytes.length / pieces);
    const sendFrom = (at: number): void => {
      if (socket.destroyed) return;
      socket.write(bytes.subarray(at, at + step));
      if (at + step < bytes.length) {
        if (manner === 'slow') void delay(PATIENCE_MS / 8).then(() => sendFrom(at + step));
        else afterTurns(1, () => sendFrom(at + step));
        return;
      }
      if (manner === 'half-closed') socket.end();
      if (manner === 'reset') afterTurns(turns, end);
    };
    socket.on('connect', () => sendFrom(0));
  });
}

function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
