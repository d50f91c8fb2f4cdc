/** `turnout mcp` as clients start it: a process of its own that speaks over stdin and stdout, in both eras. */

import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import {
  StdioClientTransport,
  type StdioServerParameters,
} from '@modelcontextprotocol/client/stdio';
import { expect, it, onTestFinished, vi } from 'vitest';
import { lastingStart } from '../../../cli/mcp.ts';
import { addDays, dateAt } from '../../../gym/calendar/zone.ts';
import { compiledFile } from '../../support/compiled.ts';
import { testFolder } from '../../support/folder.ts';
import { fileHere, gymText, told, typed } from '../typed.ts';

const PROGRAM = compiledFile('cli/index.ts');
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const CONFIG = gymText();
const YESTERDAY = addDays(dateAt('Europe/London', Date.now()), -1);
const CSV = `id,name,trainer,room,start,end,booked,attended
spin,Spin,Zoë Marchetti,Main Hall,${YESTERDAY} 18:30,${YESTERDAY} 19:30,18,15
`;

/** By default as the environment of this process says, which `typed` sets. */
async function connect(era: 'legacy' | '2026-07-28', start: Partial<StdioServerParameters> = {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'mcp'],
    cwd: ROOT,
    env: process.env as Record<string, string>,
    stderr: 'pipe',
    ...start,
  });
  const log: string[] = [];
  transport.stderr?.on('data', (part: Buffer) => log.push(part.toString()));
  const mode = era === 'legacy' ? era : { pin: era };
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, log: () => log.join('') };
}

/** A pipe that holds all it can, as behind a reader that stopped. */
async function fullPipe(): Promise<number> {
  const path = join(testFolder(), 'log');
  execFileSync('mkfifo', [path]);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(fd));
  const junk = Buffer.alloc(4_096, '.');
  try {
    for (;;) writeSync(fd, junk);
  } catch {
    return fd;
  }
}

it('turnout mcp answers a client that never reads its log', async () => {
  await typed(CONFIG);
  const { client } = await connect('legacy', { stderr: await fullPipe() });
  const answer = await client.callTool({ name: 'list_trainers', arguments: {} });
  expect(answer.isError ?? false).toBe(false);
});

it('turnout mcp answers from the history', async () => {
  await typed(CONFIG);
  const file = fileHere('bookings.csv');
  await writeFile(file, CSV);
  await told('schedule', 'import', file);

  const { client, log } = await connect('2026-07-28');
  expect(client.getInstructions()).toContain('sees no cameras');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['get_summary', 'get_trainer', 'rank_classes', 'get_revenue']),
  );
  const trainer = await client.callTool({ name: 'get_trainer', arguments: { trainer: 'zoe' } });
  expect(trainer.structuredContent).toMatchObject({ gym_id: 'north', classes_taught: 1 });
  const summary = await client.callTool({ name: 'get_summary', arguments: {} });
  expect(summary.structuredContent).toMatchObject({ rooms: [{ occupancy: null }] });
  const other = await client.callTool({ name: 'get_summary', arguments: { gym_id: 'rival' } });
  expect(other.isError).toBe(true);
  expect(log()).toContain('"event":"mcp_tool"');
  expect(log()).not.toContain('zoe');
});

it('turnout mcp is started as --set-up says from any folder, and answers from the own history', async () => {
  const here = testFolder();
  const folder = testFolder();
  const config = join(here, 'turnout.yaml');
  await writeFile(config, CONFIG);
  await writeFile(join(here, 'classes.csv'), CSV);
  const variables = { TURNOUT_CONFIG: config, TURNOUT_DATA: join(here, 'data') };
  // npx and npm start a program through a link, which may go.
  const link = join(here, 'link.js');
  await symlink(PROGRAM, link);
  const turnout = (...words: string[]) =>
    promisify(execFile)(process.execPath, [link, ...words], {
      env: { ...process.env, ...variables },
    });
  await turnout('schedule', 'import', join(here, 'classes.csv'));
  const { stdout } = await turnout('mcp', '--set-up');
  await rm(link);
  const { command, args, env } = JSON.parse(stdout).mcpServers.turnout;
  const { log } = await connect('legacy', { command, args, env, cwd: folder });
  await vi.waitFor(() => expect(log()).toMatch(/"gym_id":"north","is_sample":false/));
});

it('turnout mcp is started by the name of the release that runs, and not from the cache of npx', async () => {
  const opt = await realpath(testFolder());
  const [release, current] = [join(opt, 'turnout-1'), join(opt, 'turnout')];
  await mkdir(join(release, 'bin'), { recursive: true });
  await writeFile(join(release, 'bin/turnout'), '');
  await symlink('turnout-1', current);
  const program = join(release, 'program/bin/turnout.cjs');
  const [node, name] = [join(release, 'node/bin/node'), join(current, 'bin/turnout')];
  expect(lastingStart(program, node, name)).toEqual({ command: name, args: [] });
  const unpacked = { command: join(release, 'bin/turnout'), args: [] };
  expect(lastingStart(program, node, '/opt/no-turnout')).toEqual(unpacked);
  expect(lastingStart(program, '/usr/bin/node', name).args).toEqual([program]);
  const cached = '/cache/.npm/_npx/1a2b/node_modules/turnout/bin/turnout.cjs';
  expect(() => lastingStart(cached)).toThrow('expected an installation that stays');
});

function program() {
  const env = { ...process.env, TURNOUT_DATA: testFolder() };
  const child = spawn(process.execPath, [PROGRAM, 'mcp'], { cwd: ROOT, env });
  onTestFinished(() => void child.kill());
  return child;
}

it('turnout mcp answers all that came before the end of its input', async () => {
  const child = program();
  const call = (id: number, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
  const clientInfo = { name: 'pipe', version: '1' };
  const first = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  child.stdin.end(
    call(1, 'initialize', first) + call(2, 'tools/call', { name: 'get_summary', arguments: {} }),
  );
  const lines = (await text(child.stdout)).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2]);
});

it('turnout mcp ends by itself where the client cannot be understood any more, or does not listen', async () => {
  const [endless, deaf] = [program(), program()];
  for (const { stdin } of [endless, deaf]) stdin.on('error', () => undefined);
  endless.stdin.write('x'.repeat(16 * 1024 * 1024));
  deaf.stdout.destroy();
  deaf.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  const ends = await Promise.all([endless, deaf].map((child) => once(child, 'exit')));
  expect(ends.flat()).toEqual([0, null, 0, null]);
});
