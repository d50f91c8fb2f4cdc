/**
 * Connections of NATS by address: `wss://host/line` through a proxy on 443, or `nats://host:4222` on a private network.
 *
 * The packages of NATS keep the kind of connection in one place for the whole program, and take it anew at each reconnect:
 * one program uses one kind.
 */

import { connect, type NatsConnection, wsconnect } from '@nats-io/transport-node';
import { type ClientOptions, WebSocket } from 'ws';
import { messageOf } from '../../../errors.ts';
import { isCertificateFault } from '../link/certificate.ts';

type Settings = Omit<NonNullable<Parameters<typeof connect>[0]>, 'servers' | 'tls'>;
type Kind = 'websocket' | 'tcp';

const KINDS: Readonly<Record<string, Kind>> = {
  'wss:': 'websocket',
  'ws:': 'websocket',
  'nats:': 'tcp',
};
/** A proxy may be gone without a word: how long its part of a goodbye is waited for, ms. Chosen here. */
const CLOSE_MS = 2_000;

let kindOfProgram: Kind | null = null;

/**
 * Rejects where none of the addresses answers as a NATS server, without their names in the message; over TLS also where the
 * certificate is not one of a known authority for that name.
 *
 * @param addresses of one kind; those of no known kind are left out.
 * @param onFault is given each reason why a connection could not be made or was lost, later ones too.
 */
export async function connectNats(
  addresses: readonly string[],
  settings: Settings,
  onFault: (reason: string) => void = () => undefined,
): Promise<NatsConnection> {
  const known = addresses.filter((address) => kindOf(address) !== null);
  const [kind, ...others] = new Set(known.map(kindOf));
  if (kind == null || others.length > 0 || (kindOfProgram ?? kind) !== kind) {
    throw new Error('The addresses of the line are not of one kind: wss://, or nats://.');
  }
  kindOfProgram = kind;
  if (kind === 'tcp') {
    return connect({ ...settings, servers: known.map((one) => one.replace('nats://', '')) });
  }
  let fault: string | null = null;
  const wsFactory = async (url: string) => {
    const socket = opened(url, (reason) => {
      fault = reason;
      onFault(reason);
    });
    return { socket: socket as never, encrypted: url.startsWith('wss:') };
  };
  return wsconnect({ ...settings, servers: known, wsFactory }).catch((error: unknown) => {
    throw new Error(fault ?? messageOf(error), { cause: error });
  });
}

function kindOf(address: string): Kind | null {
  return KINDS[URL.canParse(address) ? new URL(address).protocol : ''] ?? null;
}

function opened(url: string, onFault: (reason: string) => void): WebSocket {
  const options: ClientOptions & { readonly closeTimeout: number } = {
    // Whatever the environment says: the pass goes over this connection.
    rejectUnauthorized: true,
    // Batches are compressed already.
    perMessageDeflate: false,
    closeTimeout: CLOSE_MS,
  };
  const socket = new WebSocket(url, options);
  // Stays to its end: an error that no one listens for ends the program.
  socket.on('error', (error) => onFault(reasonOf(error)));
  return socket;
}

/** The message of a network fault has the address: only its code is told. */
function reasonOf(error: Error & { readonly code?: unknown }): string {
  const code = typeof error.code === 'string' ? error.code : null;
  if (isCertificateFault(code)) return `its certificate is refused (${code})`;
  return code ?? error.message;
}
