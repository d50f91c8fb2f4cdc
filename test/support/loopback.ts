/** Servers on free ports of this computer. Nothing of vitest: benches use it too. */

import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

const sockets = new WeakMap<Server, Set<Socket>>();

/** Listens on loopback. @returns its port. */
export async function listening(server: Server, at = 0, host = '127.0.0.1'): Promise<number> {
  const open = new Set<Socket>();
  sockets.set(server, open);
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
  });
  server.listen(at, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Ends all connections of a server that {@link listening} has started, and waits until it is closed. */
export async function stopped(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  for (const socket of sockets.get(server) ?? []) socket.destroy();
  await closed;
}

/** A port of a server that is gone by now: nobody else takes it so soon. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await stopped(server);
  return port;
}
