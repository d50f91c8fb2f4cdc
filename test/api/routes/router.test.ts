import { expect, it } from 'vitest';
import { talk } from '../../support/raw-http.ts';
import { startService } from '../../support/service.ts';

it('a path that looks at where requests come from refuses foreign names and pages before anything else', async () => {
  const service = await startService();
  const ask = (head: string, lines: string, body = '{') => {
    const more = `X-Sandbox: true\r\nContent-Type: application/json\r\nConnection: close\r\n`;
    const length = `Content-Length: ${body.length}\r\n\r\n`;
    return talk(service.port, `${head} HTTP/1.1\r\n${lines}${more}${length}${body}`);
  };
  const evil = 'Host: evil.example\r\n';
  const fromEvil = 'Host: localhost\r\nOrigin: https://evil.example\r\n';
  const preflight = 'Access-Control-Request-Method: POST\r\n';
  for (const refused of [
    await ask('POST /mcp', evil),
    await ask('POST /mcp', fromEvil, 'x'.repeat(1_100_000)),
    await ask('OPTIONS /mcp', fromEvil + preflight, ''),
    await ask('GET /mcp', fromEvil, ''),
  ]) {
    expect(refused).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    expect(refused).toContain('"code":"foreign_page"');
    expect(refused).not.toMatch(/access-control/i);
  }
  const own = 'Host: localhost\r\nOrigin: http://localhost:3000\r\n';
  const allowed = await ask('POST /mcp', own);
  expect(allowed).toMatch(/^HTTP\/1\.1 400 (.*\r\n)*.*-32700/);
  expect(allowed).toMatch(/Access-Control-Expose-Headers: .*Mcp-Protocol-Version/);
  const preflown = await ask('OPTIONS /mcp', own + preflight, '');
  expect(preflown).toMatch(/^HTTP\/1\.1 204 .*\r\n(.+\r\n)*Access-Control-Allow-Origin: \*/);
  expect(await ask('GET /ask', evil, '')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  await service.close();
});
