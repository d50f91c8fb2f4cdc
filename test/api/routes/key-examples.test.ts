/** The examples are run as they stand, by what they are written for, against an address that would break careless ones. */

import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { keyExamples, shellText } from '../../../api/routes/get-key.ts';
import { listening, stopped } from '../../support/loopback.ts';

const KEY = 'tk_0123456789abcdefghijABCDEFGHIJ01';
const run = promisify(execFile);

let port: number;
let asked: { url: string | undefined; authorization: string | undefined }[] = [];

beforeAll(async () => {
  const server = createServer((request, response) => {
    asked.push({ url: request.url, authorization: request.headers.authorization });
    response.end('{"total_classes":3}');
  });
  port = await listening(server);
  return () => stopped(server);
});

const PROGRAMS = [
  ['curl', 'curl', 'sh', '-c'],
  ['javascript', 'node', 'node', '--input-type=module', '-e'],
  ['python', 'python3', 'python3', '-c'],
] as const;
const isHere = (command: string) => spawnSync(command, ['--version']).status === 0;

describe.each([['/gym'], [`/it's"$(id)\`id\`\\&;%22`]])('below %s', (path) => {
  for (const [language, needs, command, ...options] of PROGRAMS) {
    it.skipIf(!isHere(needs))(`${language} gets the summary, where there is ${needs}`, async () => {
      asked = [];
      const base = `http://127.0.0.1:${port}${path}`;
      const { stdout } = await run(command, [...options, keyExamples(base, KEY)[language]]);
      expect(stdout).toContain('total_classes');
      expect(asked).toHaveLength(1);
      expect(asked[0]?.authorization).toBe(`Bearer ${KEY}`);
      expect(decodeURIComponent(asked[0]?.url ?? '')).toMatch(/\/v1\/summary$/);
    });
  }
});

it.each(['', "it's", '$HOME `id` "x" \\ \n ;', "'''"])('%j is a word of a shell', async (text) => {
  const { stdout } = await run('sh', ['-c', `printf '%s|' ${shellText(text)}`]);
  expect(stdout).toBe(`${text}|`);
});
