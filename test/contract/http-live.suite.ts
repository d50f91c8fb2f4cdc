/** What every HTTP backing must do with a body that is written without waiting for the client. */

import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Backing, Context } from '../../api/http/context.ts';
import type { LiveOutlet } from '../../api/http/message.ts';
import { type Listen, talk } from './http.suite.ts';

const PIECE = Buffer.alloc(16 * 1024, 'x');
/** More than the sockets of both ends hold. */
const MAX_PIECES = 4_096;

export function describeLive(name: string, listen: Listen): void {
  describe(`live streams of the ${name} backing`, () => {
    let backing: Backing;
    let onStream: (stream: LiveOutlet) => void;

    beforeAll(async () => {
      const onRequest = (context: Context) => onStream(context.startStream(200, ''));
      backing = await listen({ host: '127.0.0.1', port: 0, onRequest });
    });
    afterAll(() => backing.close());

    const opened = async (): Promise<[Socket, LiveOutlet]> => {
      const socket = connect(backing.port, '127.0.0.1').pause();
      socket.on('error', () => undefined);
      const stream = new Promise<LiveOutlet>((resolve) => {
        onStream = resolve;
      });
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      return [socket, await stream];
    };

    /** Writes until the client is behind. @returns the pieces that it was given. */
    const fill = async (stream: LiveOutlet): Promise<number> => {
      let pieces = 0;
      for (; pieces < MAX_PIECES && stream.tryWrite(PIECE); pieces += 1) {
        // The kernel takes it between two turns; what is refused now is taken then.
        await new Promise(setImmediate);
      }
      return pieces;
    };

    it('writes head and pieces at once, each as one chunk', async () => {
      onStream = (stream) => {
        expect(stream.tryWrite(Buffer.from('one'))).toBe(true);
        expect(stream.tryWrite(Buffer.from('two'))).toBe(true);
        stream.end();
      };
      const text = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
      const heard = await talk(backing.port, text);
      expect(heard).toMatch(
        /^HTTP\/1\.1 200 OK\r\n[\s\S]+\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n$/,
      );
    });

    it('writes nothing to a client that does not read, and goes on when it does', async () => {
      const [socket, stream] = await opened();
      const pieces = await fill(stream);
      expect(pieces).toBeLessThan(MAX_PIECES);
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

    it('tells who waits that the client has gone away', async () => {
      const [socket, stream] = await opened();
      await fill(stream);
      const outcome = stream.writable();
      socket.destroy();
      expect(await outcome).toBe(false);
      expect([stream.tryWrite(PIECE), await stream.writable()]).toEqual([false, false]);
    });

    it('can be cut while the client is behind', async () => {
      const [socket, stream] = await opened();
      await fill(stream);
      const outcome = stream.writable();
      stream.cut();
      expect(await outcome).toBe(false);
      socket.destroy();
    });
  });
}
