/** What every HTTP backing must do with a body that is made while it is sent, or written without waiting for the client. */

import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../api/http/context.ts';
import type { LiveOutlet } from '../../api/http/message.ts';
import { BACKINGS, respond, serving } from '../support/backings.ts';
import { get, readAll, slowClient, talk } from '../support/raw-http.ts';
import { later } from '../support/until.ts';

const PIECE = Buffer.alloc(64 * 1024, 'x');
/** More than the sockets of both ends hold. */
const PIECES = 512;

const HEAD = '\r\nX-Seen: yes';

describe.each(BACKINGS)('streams of the %s backing', (_name, listen) => {
  let answer: (context: Context) => void;

  const backing = serving(listen, (context) =>
    context.path === '/ping' ? respond(context, null) : answer(context),
  );

  const closing = (path: string) => slowClient(backing.port, get(path, 'Connection: close\r\n'));

  /** Resolves when `produced` stays the same while others are served again and again. */
  const standstill = async (produced: () => number) => {
    for (let before = -1; produced() === 0 || before !== produced(); ) {
      before = produced();
      for (let turn = 0; turn < 20; turn += 1) await talk(backing.port, get('/ping'), '\r\n\r\n');
    }
  };

  it('sends pieces as chunks, ends them, and goes on with the connection', async () => {
    answer = async (context) => {
      const stream = context.startStream(200, HEAD);
      await stream.write(Buffer.from('one '));
      await stream.write(Buffer.alloc(0));
      await stream.write(Buffer.from(context.path));
      stream.end();
    };
    const text = `${get('/a')}${get('/b', 'Connection: close\r\n')}`;
    const heard = await talk(backing.port, text);
    const bodies = [...heard.matchAll(/\r\n\r\n4\r\none \r\n2\r\n(\/.)\r\n0\r\n\r\n/g)];
    expect(bodies.map(([, path]) => path)).toEqual(['/a', '/b']);
    expect(heard.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(2);
    expect(heard.match(/X-Seen: yes\r\n/g)).toHaveLength(2);
    expect(heard.match(/transfer-encoding: chunked\r\n/gi)).toHaveLength(2);
    expect(heard).not.toMatch(/content-length/i);
  });

  it('ends a stream of nothing', async () => {
    answer = (context) => context.startStream(200, HEAD).end();
    const heard = await talk(backing.port, get('/a', 'Connection: close\r\n'));
    expect(heard).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*\r\n(0\r\n\r\n)?$/);
  });

  it('makes whoever writes wait for a client that does not read', async () => {
    let produced = 0;
    answer = async (context) => {
      const stream = context.startStream(200, HEAD);
      for (; produced < PIECES && (await stream.write(PIECE)); produced += 1);
      stream.end();
    };
    const socket = closing('/a');
    await standstill(() => produced);
    expect(produced).toBeLessThan(PIECES / 2);
    const heard = await readAll(socket);
    expect(produced).toBe(PIECES);
    const framing = heard.replaceAll(/x+/g, '');
    expect(heard.length - framing.length).toBe(PIECES * PIECE.length);
    expect(heard.endsWith('\r\n0\r\n\r\n')).toBe(true);
  });

  it('delivers all that was written while nothing more is', async () => {
    let end: () => void = () => undefined;
    answer = async (context) => {
      const stream = context.startStream(200, HEAD);
      end = () => stream.end();
      await stream.write(
        Buffer.concat([...Array<Buffer>(PIECES / 4).fill(PIECE), Buffer.from('!')]),
      );
    };
    const socket = closing('/a');
    await talk(backing.port, get('/ping'), '\r\n\r\n');
    socket.on('data', (bytes) => bytes.includes('!') && end());
    expect(await readAll(socket)).toMatch(/!\r\n0\r\n\r\n$/);
  });

  it('writes nothing to whoever has gone before', async () => {
    const outcome = new Promise<boolean>((resolve) => {
      answer = (context) =>
        context.onAborted(() => void context.startStream(200, HEAD).write(PIECE).then(resolve));
    });
    const socket = closing('/a');
    await talk(backing.port, get('/ping'), '\r\n\r\n');
    socket.destroy();
    expect(await outcome).toBe(false);
  });

  it('ends the connection without the last chunk when it is cut', async () => {
    answer = async (context) => {
      const stream = context.startStream(200, HEAD);
      await stream.write(Buffer.from('half'));
      // What was not handed to the kernel yet may be lost with the rest.
      await new Promise(setImmediate);
      stream.cut();
      expect(context.isGone).toBe(true);
    };
    const heard = await talk(backing.port, get('/a'));
    expect(heard).toMatch(/\r\n\r\n4\r\nhalf(\r\n)?$/);
  });

  it('ends streams when the server closes', async () => {
    const aborted = later();
    let outcome: Promise<boolean> | undefined;
    const other = await listen({
      host: '127.0.0.1',
      port: 0,
      onRequest: (context) => {
        context.onAborted(aborted.resolve);
        const stream = context.startStream(200, HEAD);
        outcome = aborted.promise.then(() => stream.write(PIECE));
        void stream.write(Buffer.from('half'));
      },
    });
    const hearing = talk(other.port, get('/a'));
    await talk(other.port, get('/a'), 'half');
    await other.close();
    expect(await hearing).toMatch(/half(\r\n)?$/);
    expect(await outcome).toBe(false);
  });

  /** A client that does not read yet, and the stream to it. */
  const opened = async (): Promise<[Socket, LiveOutlet]> => {
    const stream = new Promise<LiveOutlet>((resolve) => {
      answer = (context) => resolve(context.startStream(200, ''));
    });
    return [slowClient(backing.port, get('/a')), await stream];
  };

  /** Writes until the client is behind. @returns the pieces that it was given. */
  const fill = async (stream: LiveOutlet): Promise<number> => {
    let pieces = 0;
    for (; pieces < PIECES && stream.tryWrite(PIECE); pieces += 1) {
      // The kernel takes it between two turns; what is refused now is taken then.
      await new Promise(setImmediate);
    }
    return pieces;
  };

  it('writes nothing to a client that does not read, and goes on when it does', async () => {
    const [socket, stream] = await opened();
    const pieces = await fill(stream);
    expect(pieces).toBeLessThan(PIECES);
    expect([stream.tryWrite(PIECE), stream.tryWrite(PIECE)]).toEqual([false, false]);
    let heard = '';
    const isOver = new Promise((resolve) => {
      socket.on('data', (bytes) => {
        heard += bytes.toString('latin1');
        if (heard.includes('!')) resolve(null);
      });
    });
    socket.resume();
    expect(await stream.writable()).toBe(true);
    expect(await stream.write(Buffer.from('!'))).toBe(true);
    await isOver;
    expect(heard.replaceAll(/[^x]/g, '').length).toBe(pieces * PIECE.length);
    expect(stream.tryWrite(PIECE)).toBe(true);
    socket.destroy();
  });

  it.each([
    ['the client has gone away', (socket: Socket) => socket.destroy()],
    ['it is cut', (_: Socket, stream: LiveOutlet) => stream.cut()],
  ])('tells who waits for a client that is behind that %s', async (_, end) => {
    const [socket, stream] = await opened();
    await fill(stream);
    const outcome = stream.writable();
    end(socket, stream);
    expect(await outcome).toBe(false);
    expect([stream.tryWrite(PIECE), await stream.writable()]).toEqual([false, false]);
    socket.destroy();
  });
});
