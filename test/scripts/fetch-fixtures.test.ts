/** `npx tsx scripts/fetch-fixtures.ts` in a folder without any, against a server that has the wrong file and lacks the others. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { FIXTURE_FOLDER, FIXTURES } from '../support/fixtures.ts';
import { testFolder } from '../support/folder.ts';
import { startHttpCamera } from '../support/http-camera.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/fetch-fixtures.ts', import.meta.url));

it('stores no file that is another one, and names each that is missing with the reason', async () => {
  const folder = join(testFolder(), 'checkout');
  mkdirSync(folder);
  const server = await startHttpCamera({
    '/yolox_nano.onnx': (_, response) => response.end('another file'),
  });
  const program = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), SCRIPT, '--from', server.url('')],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [printed, [code]] = await Promise.all([text(program.stdout), once(program, 'exit')]);
  await server.stop();
  expect(code).toBe(1);
  expect(printed).toContain('yolox_nano.onnx: missing: expected SHA-256 695e750a');
  expect(printed.match(/missing: /g)).toHaveLength(FIXTURES.length);
  expect(printed.match(/got HTTP status 404/g)).toHaveLength(FIXTURES.length - 1);
  expect(readdirSync(join(folder, FIXTURE_FOLDER))).toEqual([]);
});
