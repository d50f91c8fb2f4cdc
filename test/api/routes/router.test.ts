import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { Dispatcher, Traffic } from '../../../api/dispatch.ts';
import { defineRoute, NO_PARAMETERS } from '../../../api/routes/route.ts';
import { createRouter } from '../../../api/routes/router.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { talk } from '../../contract/http.suite.ts';
import { listen } from '../../support/backings.ts';
import { NOBODY } from '../../support/dispatching.fixture.ts';
import { RecordedLog } from '../../support/recorded-log.ts';

describe('a path that looks at where requests come from', () => {
  it('refuses foreign names and pages before anything else, and lets no page read the refusal', async () => {
    const asked: string[] = [];
    const route = (path: string, origins?: 'checked') =>
      defineRoute({
        method: 'POST',
        path,
        operationId: path.slice(1),
        summary: 'Takes a body.',
        description: 'Takes a body.',
        parameters: NO_PARAMETERS,
        response: Type.Object({}),
        errors: [],
        access: 'public',
        bodyBytes: 10,
        ...(origins === undefined ? {} : { origins }),
        answer: (_parameters, request) => {
          asked.push(`${request.headers.get('host')} ${request.body}`);
          return { status: 200, value: {} };
        },
      });
    const router = createRouter([route('/mcp', 'checked'), route('/open')], {
      base: 'http://127.0.0.1',
      version: '1.2.3',
      guard: NOBODY,
    });
    const { onRequest } = new Dispatcher({
      router,
      log: new RecordedLog(),
      clock: systemClock,
      guard: NOBODY,
      traffic: new Traffic(),
    });
    const backing = await listen({ host: '127.0.0.1', port: 0, onRequest });
    const ask = (head: string, lines: string, body = 'hello') =>
      talk(
        backing.port,
        `${head} HTTP/1.1\r\n${lines}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    const evil = 'Host: evil.example\r\n';
    const fromEvil = 'Host: localhost\r\nOrigin: https://evil.example\r\n';
    const preflight = `${fromEvil}Access-Control-Request-Method: POST\r\n`;
    for (const refused of [
      await ask('POST /mcp', evil),
      await ask('POST /mcp', fromEvil, 'too long a body'),
      await ask('OPTIONS /mcp', preflight, ''),
      await ask('GET /mcp', fromEvil, ''),
    ]) {
      expect(refused).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
      expect(refused).toContain('"code":"foreign_page"');
      expect(refused).not.toMatch(/access-control/i);
    }
    expect(asked).toEqual([]);
    const own = 'Host: localhost\r\nOrigin: http://localhost:3000\r\n';
    const allowed = await ask('POST /mcp', own);
    expect(allowed).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(allowed).toMatch(/Access-Control-Expose-Headers: .*Mcp-Protocol-Version/);
    const preflown = await ask('OPTIONS /mcp', `${own}Access-Control-Request-Method: POST\r\n`, '');
    expect(preflown).toMatch(/^HTTP\/1\.1 204 .*\r\n(.+\r\n)*Access-Control-Allow-Origin: \*/);
    expect(await ask('POST /open', evil)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await ask('POST /mcp', own, 'eleven byte')).toMatch(
      /^HTTP\/1\.1 413 (?:.*\r\n)*.*have 10 bytes/,
    );
    expect(asked).toEqual(['localhost hello', 'evil.example hello']);
    await backing.close();
  });
});
