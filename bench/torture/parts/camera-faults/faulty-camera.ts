/** A real camera behind a port of ours: what it sends is passed on, until it has a fault. */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { CameraFault } from './faults.ts';

export class FaultyCamera {
  readonly #realPort: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #fault: CameraFault | null = null;
  #port = 0;

  constructor(realPort: number) {
    this.#realPort = realPort;
  }

  get port(): number {
    return this.#port;
  }

  async listen(): Promise<void> {
    const server = createServer((socket) => this.#serve(socket));
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Connections that are open then are lost, unless the fault is one of what is passed on. */
  async begin(fault: CameraFault): Promise<void> {
    this.#fault = fault;
    if (fault.relay === undefined) this.#drop();
    if (fault.isGone === true) await this.#close();
  }

  /** New connections are passed on again. Those of the fault on which nothing is sent stay open: a camera
   * does not say that it is back. */
  async mend(): Promise<void> {
    const isGone = this.#fault?.isGone === true;
    this.#fault = null;
    for (const socket of this.#sockets) socket.emit('mended');
    if (isGone) await this.listen();
  }

  async stop(): Promise<void> {
    this.#drop();
    await this.#close();
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#sockets.delete(socket));
    const fault = this.#fault;
    if (fault === null || fault.relay !== undefined) this.#passOn(socket);
    else answer(socket, fault);
  }

  #passOn(socket: Socket): void {
    const real = connect({ port: this.#realPort, host: '127.0.0.1' });
    real.on('error', () => socket.destroy());
    real.once('close', () => socket.destroy());
    socket.once('close', () => real.destroy());
    socket.on('data', (bytes) => real.write(bytes));
    let passed = 0;
    real.on('data', (bytes) => {
      passed += 1;
      const sent = this.#fault?.relay === undefined ? bytes : this.#fault.relay(bytes, passed);
      if (sent !== null && !socket.destroyed) socket.write(sent);
    });
  }

  #drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async #close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    server.close();
    await once(server, 'close');
  }
}

function answer(socket: Socket, { greet, answer: answerOf }: CameraFault): void {
  greet?.(socket);
  let request = '';
  socket.on('data', (bytes) => {
    request += bytes.toString('latin1');
    const requests = request.split('\r\n\r\n');
    request = requests.pop() ?? '';
    for (const request of requests) {
      const method = request.split(' ', 1)[0] ?? '';
      const sequence = /^CSeq: *(\d+)/im.exec(request)?.[1] ?? '';
      const reply = answerOf?.({ method, sequence }, socket) ?? null;
      if (reply !== null && !socket.destroyed) socket.write(reply);
    }
  });
}
