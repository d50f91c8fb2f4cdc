/** `npx tsx scripts/fetch-fixtures.ts` in a folder without any, against a server that has the wrong file and lacks the others. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { FIXTURES } from '../support/fixtures.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/fetch-fixtures.ts', import.meta.url));

it('stores no file that is another one, and names each that is missing with the reason', async () => {
  const home = mkdtempSync(join(tmpdir(), 'turnout-fixtures-'));
  const folder = join(home, 'checkout');
  mkdirSync(folder);
  const server = createServer(({ url }, response) => {
    response.statusCode = url === '/yolox_nano.onnx' ? 200 : 404;
    response.end('another file');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const program = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), SCRIPT, '--from', from],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [printed, [code]] = await Promise.all([text(program.stdout), once(program, 'exit')]);
  server.close();
  expect(code).toBe(1);
  expect(printed).toContain('yolox_nano.onnx: missing: expected SHA-256 695e750a');
  expect(printed.match(/missing: /g)).toHaveLength(FIXTURES.length);
  expect(printed.match(/got HTTP status 404/g)).toHaveLength(FIXTURES.length - 1);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(home, { recursive: true });
});
