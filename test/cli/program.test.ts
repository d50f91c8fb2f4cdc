/** The command line as a whole: help, mistakes, exit codes. */

import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { COMMANDS, createProgram, forEach } from '../../cli/program.ts';
import { askIn, refuses } from './typed.ts';
import { world } from './world.ts';

const ask = (...args: string[]) => askIn(undefined, ...args);

const pathOf = (command: Command): string[] =>
  command.parent === null ? [] : [...pathOf(command.parent), command.name()];
const paths: string[] = [];
forEach(createProgram(world([]).context, COMMANDS), (command) => {
  if (command.name() !== 'help') paths.push([...pathOf(command), '--help'].join(' '));
});

it('turnout shows its commands when it is given none', async () => {
  const { code, out } = await ask();
  expect(code).toBe(0);
  for (const name of ['serve', 'camera', 'analyze', 'status', 'detectors', 'model', 'doctor']) {
    expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
  }
});

it('turnout help takes the words of a command', async () => {
  expect(await ask('help', 'camera', 'add')).toEqual(await ask('camera', 'add', '--help'));
  expect((await ask('help', 'qqqqqq')).err).toBe((await ask('qqqqqq')).err);
});

it('turnout shows its version', async () => {
  const { code, out } = await ask('--version');
  expect([code, out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
});

it.each(paths)('turnout explains in %s with an example, and knows --json', async (path) => {
  const { code, out } = await ask(...path.split(' '));
  expect(code).toBe(0);
  expect(out).toContain('Usage: turnout');
  expect(out).toMatch(/\nExample:\n {2}\S*.*turnout/);
  expect(out).toContain('--json');
  expect(out).not.toMatch(/default: [[{]/);
});

refuses(ask, [
  ['stat', 2, /^turnout: unknown command 'stat'; did you mean status\?\n$/],
  ['model instal x', 2, /^turnout: unknown command 'instal'; did you mean install\?\n$/],
  [
    'hq gym group riverside south,large',
    2,
    /^turnout: name: expected 1 to 100 characters, and no comma in the name of a group, got "south,large"\n$/,
  ],
  ['qqqqqq', 2, /^turnout: unknown command 'qqqqqq'; see: turnout --help\n$/],
  [
    'camera add hall scene:studio',
    2,
    /^turnout: required option '--room <id-or-name>' not specified; see: turnout camera add --help\n$/,
  ],
  [
    'analyze a.mp4 --every 5',
    2,
    /^turnout: .* 10ms to 1h, such as 2s; see: turnout analyze --help\n$/,
  ],
  [
    'analyze no-such-file.mp4',
    2,
    /^turnout: analyze: expected a file that exists, or an address: rtsp, http or scene, got no file no-such-file.mp4\n$/,
  ],
  ['status', 1, /^turnout: server: expected a running Turnout server, got [^\n]+\n$/],
]);

it('turnout never shows an address, even one that was typed', async () => {
  const { err, out } = await ask('analyze', 'rtmp://admin:Zq9@192.0.2.1/x', '--json');
  expect(err + out).not.toContain('Zq9');
  expect(JSON.parse(out)).toMatchObject({ error: { code: 'usage' } });
});
