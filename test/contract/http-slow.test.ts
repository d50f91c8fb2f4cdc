/**
 * What every HTTP backing must do with a connection that ends while its client reads slowly: the answers wait in the server,
 * all of them are delivered, and nothing that comes in a later read is executed.
 */

import type { Socket } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../api/http/context.ts';
import { BACKINGS, respond, serving } from '../support/backings.ts';
import { get, readAll, slowClient, talk } from '../support/raw-http.ts';

/** More than the sockets of both ends hold. */
const LARGE = Buffer.alloc(12 * 1024 * 1024, 'x');
const SMALL = Buffer.from('small');

/** The second is a list: a native server knows only the first by itself. */
const CLOSINGS = ['close', 'te, Close'] as const;
const ENDINGS = ['/small', '/large', '/stream', '/refused', '/late'] as const;

describe.each(BACKINGS)('ends of slow connections of the %s backing', (_name, listen) => {
  let executed: string[] = [];
  let onExecuted: () => void = () => undefined;

  const ANSWERS: Readonly<Record<string, (context: Context) => void>> = {
    '/large': (context) => respond(context, LARGE),
    '/refused': (context) => respond(context, SMALL, { isLast: true }),
    '/late': (context) => void setImmediate(() => respond(context, SMALL)),
    '/stream': async (context) => {
      const stream = context.startStream(200, '');
      await stream.write(LARGE);
      await stream.write(SMALL);
      stream.end();
    },
  };
  const backing = serving(listen, (context) => {
    const { path } = context;
    (ANSWERS[path] ?? ((one) => respond(one, SMALL)))(context);
    if (path === '/ping') return;
    executed.push(path);
    onExecuted();
  });
  beforeEach(() => {
    executed = [];
  });

  /** Sends `text` and reads nothing. Resolves when so many requests were executed. */
  const begin = async (text: string, requests: number): Promise<Socket> => {
    const begun = new Promise<void>((resolve) => {
      onExecuted = () => executed.length === requests && resolve();
    });
    const socket = slowClient(backing.port, text);
    await begun;
    return socket;
  };
  /** Others are served so often that the server has read all that was sent before. */
  const readByServer = async () => {
    for (let turn = 0; turn < 10; turn += 1) await talk(backing.port, get('/ping'), 'small');
  };
  /** How many bytes arrive until the connection is closed, heads left out. */
  const bytesOf = async (socket: Socket): Promise<number> =>
    (await readAll(socket)).replaceAll(/HTTP[^x]+\r\n\r\n/g, '').length;

  const CASES = CLOSINGS.flatMap((closing) => ENDINGS.map((path) => [path, closing] as const));

  it.each(CASES)('executes nothing in a later read behind %s, Connection: %s', async (...of) => {
    const [path, closing] = of;
    const last = get(path, `Connection: ${closing}\r\n`);
    const socket = await begin(get('/large') + last, 2);
    await readByServer();
    socket.write(get('/inner'));
    await readByServer();
    await readAll(socket);
    await readByServer();
    expect(executed).toEqual(['/large', path]);
  });

  it.each(CLOSINGS.flatMap((closing) => [1, 2].map((count) => [closing, count] as const)))(
    'delivers all of large answers before its end, Connection: %s, %i',
    async (closing, count) => {
      const last = get('/large', `Connection: ${closing}\r\n`);
      const socket = await begin(count === 1 ? last : get('/large') + last, count);
      await readByServer();
      expect(await bytesOf(socket)).toBe(count * LARGE.length);
    },
  );
});
