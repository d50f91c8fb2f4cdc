/** What every HTTP backing that loads here must do, asked over raw sockets so that no client library repairs anything. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../api/http/context.ts';
import { listenUws } from '../../api/http/uws.ts';
import { BACKINGS, NATIVE_BUILDS, respond, serving } from '../support/backings.ts';
import { talk } from '../support/raw-http.ts';
import { later } from '../support/until.ts';

const SEEN = '\r\nX-Seen: yes\r\nX-Seen-Too: yes, too';

const HOST = 'Host: x\r\n';

describe.each(BACKINGS)('the %s backing', (name, listen) => {
  let answer: (context: Context) => void;
  let seen: Context[] = [];

  const reply = (context: Context, text: string, status = 200) =>
    respond(context, Buffer.from(text), { status, head: SEEN, isBodyHidden: context.isHead });

  const backing = serving(listen, (context) => {
    seen.push(context);
    answer(context);
  });

  const ask = async (text: string, until?: string | RegExp) => {
    seen = [];
    return talk(backing.port, text, until);
  };
  const closing = (head: string) => `${head} HTTP/1.1\r\n${HOST}Connection: close\r\n`;

  it('gives the method, path, query and headers as sent, and knows the peer', async () => {
    const peers: string[] = [];
    answer = (context) => {
      peers.push(context.peer);
      reply(context, 'ok');
    };
    const head = closing('DELETE /a%2Fb/..//c?x=%zz&x=+&y');
    await ask(`${head}If-None-Match: "a"\r\nIF-NONE-MATCH: "b"\r\n\r\n`);
    const [path, rawQuery] = ['/a%2Fb/..//c', 'x=%zz&x=+&y'];
    expect(seen[0]).toMatchObject({ method: 'DELETE', path, rawQuery });
    expect(seen[0]?.headers.get('if-none-match')).toBe('"a", "b"');
    expect(peers).toEqual([expect.stringMatching(/127\.0\.0\.1$/)]);
    await ask(`${closing('GET /a')}\r\n`);
    expect(seen[0]?.rawQuery).toBeNull();
    await ask(`${closing('GET /a?')}\r\n`);
    expect(seen[0]?.rawQuery).toBe('');
  });

  it('writes status, headers, length and body once', async () => {
    answer = (context) => reply(context, 'héllo', 404);
    const heard = await ask(`${closing('GET /a')}\r\n`);
    expect(heard).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(heard).toContain('X-Seen: yes\r\nX-Seen-Too: yes, too\r\n');
    expect(heard.match(/content-length: 6\r\n/gi)).toHaveLength(1);
    expect(heard.endsWith('\r\n\r\nh\xc3\xa9llo')).toBe(true);
  });

  it('goes on with the same connection after answers without a body', async () => {
    answer = (context) => {
      const status = Number(context.path.slice(1));
      const body = status === 204 ? null : Buffer.from('hello');
      const isBodyHidden = status !== 200 || context.isHead;
      respond(context, body, { status, isBodyHidden });
    };
    const asked = ['HEAD /200', 'GET /304', 'GET /204', 'HEAD /200', 'GET /304', 'GET /200'];
    const text = asked.map((head) => `${head} HTTP/1.1\r\n${HOST}\r\n`).join('');
    const heard = await ask(text, 'hello');
    expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(
      [200, 304, 204, 200, 304, 200].map((status) => `HTTP/1.1 ${status}`),
    );
    expect(heard.match(/hello/g)).toHaveLength(1);
    // Those to HEAD tell the length of the body that they leave out.
    expect(heard.match(/content-length: 5\r\n(?:[^\r]+\r\n)*\r\nHTTP/gi)?.length).toBeGreaterThan(
      1,
    );
    expect(heard).toMatch(/ 204 No Content\r\n(?!(?:[^\r]+\r\n)*content-length)/i);
    expect(heard).not.toMatch(/transfer-encoding/i);
  });

  it('closes the connection after a last answer, and keeps it after another', async () => {
    answer = (context) =>
      respond(context, Buffer.from(context.path), { isLast: context.path === '/2' });
    const heard = await ask(`GET /1 HTTP/1.1\r\n${HOST}\r\nGET /2 HTTP/1.1\r\n${HOST}\r\n`);
    expect(heard).toMatch(/\/1HTTP\/1\.1 200 OK(?:.|\r\n)*\/2\s*$/);
  });

  describe('with a body', () => {
    const echo = (limitBytes: number) => (context: Context) => {
      void context
        .readBody(limitBytes)
        .then((body) => reply(context, body === null ? 'too large' : `got ${body}`));
    };

    it.each([
      ['gives the whole of one that is as long as it may be', 5, 'hello', 'got hello'],
      ['gives an empty one', 10, '', 'got '],
      ['stops at the limit', 4, 'hello', 'too large'],
    ])('%s', async (_, limitBytes, body, echoed) => {
      answer = echo(limitBytes);
      const head = `${closing('POST /a')}Content-Length: ${body.length}\r\n\r\n`;
      expect((await ask(head + body, echoed)).endsWith(echoed)).toBe(true);
    });

    it('gives chunks as one, where it reads them', async () => {
      answer = (context) => {
        if (context.readsChunks) echo(10)(context);
        else reply(context, 'not read');
      };
      const chunks = '3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n';
      const heard = await ask(`${closing('POST /a')}Transfer-Encoding: chunked\r\n\r\n${chunks}`);
      expect(heard).toMatch(name === 'node:http' ? /got hello$/ : /not read$/);
    });

    it('invites a client that asks first', async () => {
      answer = echo(10);
      const head = `${closing('POST /a')}Content-Length: 5\r\nExpect: 100-continue\r\n\r\n`;
      expect(await ask(head, '100 Continue')).toMatch(/^HTTP\/1\.1 100 Continue/);
    });
  });

  it('tells when the client goes away, and ignores an answer after that', async () => {
    const [arrival, goodbye] = [later<Context>(), later()];
    answer = (context) => {
      context.onAborted(goodbye.resolve);
      arrival.resolve(context);
    };
    const socket = connect(backing.port, '127.0.0.1');
    socket.write(`GET /a HTTP/1.1\r\n${HOST}\r\n`);
    const context = await arrival.promise;
    expect(context.isGone).toBe(false);
    socket.destroy();
    await goodbye.promise;
    expect(context.isGone).toBe(true);
    expect(() => reply(context, 'nobody')).not.toThrow();
  });

  it('does not tell of an abort when all was answered', async () => {
    let aborts = 0;
    answer = (context) => {
      context.onAborted(() => {
        aborts += 1;
      });
      reply(context, 'ok');
    };
    await ask(`${closing('GET /a')}\r\n`);
    await ask(`${closing('GET /a')}\r\n`);
    expect(aborts).toBe(0);
  });

  it.each([
    ['a port that is taken', '127.0.0.1', 'port_in_use'],
    ['an address that is none of this computer', '203.0.113.7', 'listen_failed'],
  ])('refuses %s', async (_, host, code) => {
    const { port } = backing;
    const listening = listen({ host, port, onRequest: () => undefined });
    await expect(listening).rejects.toMatchObject({ code });
  });

  it('ends open connections when it closes, and listens no more', async () => {
    const other = await listen({ host: '127.0.0.1', port: 0, onRequest: () => undefined });
    const hanging = talk(other.port, `GET /a HTTP/1.1\r\n${HOST}\r\n`);
    const idle = talk(other.port, '');
    await talk(backing.port, `${closing('GET /a')}\r\n`);
    other.stopListening();
    await other.close();
    expect(await Promise.all([hanging, idle])).toEqual(['', '']);
    await expect(talk(other.port, '')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

for (const build of NATIVE_BUILDS) {
  it(`${build.name} waits for a port that only closed connections hold`, async () => {
    const options = { host: '127.0.0.1', port: 0, onRequest: () => undefined };
    const before = await listenUws(build, options);
    const socket = connect(before.port, '127.0.0.1');
    await once(socket, 'connect');
    const closed = once(socket.resume(), 'close');
    await before.close();
    await closed;
    let waits = 0;
    const onWait = () => {
      waits += 1;
    };
    const after = listenUws(build, { ...options, port: before.port }, { onWait, patienceMs: 1 });
    await expect(after).rejects.toMatchObject({ code: 'port_in_use' });
    expect(waits).toBe(1);
  });
}
