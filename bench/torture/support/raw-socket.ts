/** Bytes over TCP as a client sends them that keeps no rule: in any pieces, half-closed, reset. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawSocket {
  readonly socket: Socket;
  /** Everything that came so far. */
  received(): Buffer;
  /** Whether the other side has ended or reset the connection. */
  readonly closed: Promise<void>;
  send(bytes: string | Uint8Array): void;
  /** Sends FIN and goes on reading. */
  halfClose(): void;
  /** Sends RST. */
  reset(): void;
}

/** Resolves once it is connected. Errors after that only close it. */
export async function connectRaw(port: number, host = '127.0.0.1'): Promise<RawSocket> {
  const socket = connect({ port, host, noDelay: true, allowHalfOpen: true });
  const parts: Buffer[] = [];
  socket.on('data', (part) => parts.push(part));
  await once(socket, 'connect');
  const closed = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) socket.once(event, () => resolve());
  });
  return {
    socket,
    received: () => Buffer.concat(parts),
    closed,
    send: (bytes) => {
      if (socket.writable) socket.write(bytes);
    },
    halfClose: () => socket.end(),
    reset: () => socket.resetAndDestroy(),
  };
}
