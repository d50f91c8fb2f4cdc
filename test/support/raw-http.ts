/** HTTP over raw sockets, so that no client library repairs anything. */

import { connect, type Socket } from 'node:net';

/** Sends `text` and gives everything that came back until the server closed, or `until` was found. */
export function talk(port: number, text: string, until?: string | RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    const done = () => {
      socket.destroy();
      resolve(heard);
    };
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1');
      const isEnough =
        until instanceof RegExp ? until.test(heard) : until !== undefined && heard.includes(until);
      if (isEnough) done();
    });
    socket.on('close', done);
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? done() : reject(error),
    );
    socket.write(text, 'latin1');
  });
}

export const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;

/** A client that has sent `text`, and reads nothing until it is resumed. */
export function slowClient(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined).write(text);
  return socket;
}

/** Everything that comes until the connection is closed. */
export function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const heard: Buffer[] = [];
    socket.on('data', (bytes) => heard.push(bytes));
    socket.on('close', () => resolve(Buffer.concat(heard).toString('latin1')));
    socket.resume();
  });
}
