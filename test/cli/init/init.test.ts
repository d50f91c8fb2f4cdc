/** `turnout init`: the file it writes, what it asks, and what it refuses. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { INIT, nextSteps } from '../../../cli/init/init.ts';
import { placedCameras } from '../../../config/config.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { openConfig } from '../../../config/load.ts';
import { anError } from '../../support/an-error.ts';
import { testFolder } from '../../support/folder.ts';
import type { Answer } from '../scripted-prompts.ts';
import { commandWorld } from '../world.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = testFolder();
  file = join(folder, 'turnout.yaml');
  vi.stubEnv('TURNOUT_CONFIG', file);
  vi.stubEnv('TURNOUT_DATA', join(folder, 'data'));
  vi.stubEnv('npm_command', undefined);
  vi.stubEnv('TZ', 'Europe/Berlin');
});

/** Runs the command with these answers, in their order; none where nobody can be asked. */
async function init(words: readonly string[], answers: readonly Answer[] | null = null) {
  const { run, asked, said } = commandWorld(join(folder, 'data'), INIT, answers);
  process.exitCode = undefined;
  return { ...(await run('init', ...words)), asked, said };
}

const config = (variables = {}) =>
  openConfig(readEnvironment({ TURNOUT_CONFIG: file, ...variables }, folder));
const text = () => readFileSync(file, 'utf8');

it('init with flags alone writes a file that the server takes, and says what to do next', async () => {
  const { value, text: told } = await init([
    ...['--gym', 'Café Fit: Nord', '--timezone', 'Europe/Paris', '--yes'],
    ...['--room', 'Main Hall:30', '--room', 'Loft'],
  ]);
  const [gym] = (await config()).gyms;
  expect(gym).toMatchObject({ id: 'cafe-fit-nord', timezone: 'Europe/Paris' });
  expect(gym?.rooms.map(({ id, capacity }) => [id, capacity])).toEqual([
    ['main-hall', 30],
    ['loft', null],
  ]);
  expect(value).toMatchObject({
    kept: null,
    next: [
      'turnout model install yolox-nano',
      'turnout camera add main-hall rtsp://… --room main-hall',
      'turnout schedule import classes.ics',
      'turnout serve',
      'turnout status',
    ],
  });
  expect(told).toMatch(/is written: Café Fit: Nord \(gym cafe-fit-nord\), 2 rooms, 0 cameras\.\n/);
  expect(told).toMatch(/^ {2}turnout serve +# /m);
});

it('init with flags alone takes no zone from a computer that is set to UTC', async () => {
  vi.stubEnv('TZ', 'UTC');
  await expect(init(['--gym', 'Nord'])).rejects.toThrow(
    /^init: expected --timezone, since this computer is set to UTC/,
  );
});

it('init with flags alone opens the schedule it is given, and writes nothing where no class is in it', async () => {
  const classes = join(folder, 'classes.csv');
  writeFileSync(classes, 'id,name,start,end\n1,Spin,2026-11-20T18:00,2026-11-20T19:00\n');
  await init(['--gym', 'Nord', '--schedule', classes]);
  expect((await config()).gyms[0]?.schedule[0]?.url).toBe(classes);
  const wrong = join(folder, 'kurse.xlsx');
  writeFileSync(wrong, 'PK');
  for (const place of [wrong, join(folder, 'nothere.csv')]) {
    await expect(init(['--gym', 'N', '--force', '--schedule', place])).rejects.toThrow();
  }
  expect((await config()).gyms[0]?.name).toBe('Nord');
});

it('init with flags alone names the command as it was called by npx', async () => {
  vi.stubEnv('npm_command', 'exec');
  const { value } = await init(['--gym', 'Nord']);
  expect(value).toMatchObject({ next: expect.arrayContaining(['npx turnout serve']) });
});

it.each([
  [
    [],
    /^init: expected --gym, because there is no terminal to ask on, got none; such as: turnout init/,
  ],
  [['--gym', ' '], /^--gym: expected a name of 1 to 100 characters/],
  [['--gym', 'N', '--timezone', 'Mars'], /^--timezone: expected a place, .* got "Mars"/],
  [['--gym', 'N', '--timezone', 'berlin'], /did you mean Europe\/Berlin\?/],
  [['--gym', 'N', '--room', 'Studio=20'], /^--room: expected NAME:PEOPLE, got "Studio=20"/],
  [['--gym', 'N', '--room', 'Hall:0'], /^--room: expected NAME:PEOPLE, with a whole number/],
])('init with flags alone refuses %j in a sentence and writes nothing', async (words, sentence) => {
  const fault = await init(words).catch((error: unknown) => error);
  expect(fault).toEqual(anError('usage', sentence));
  expect(readdirSync(folder)).toEqual([]);
});

it('init with flags alone leaves a file that is there alone, and keeps it beside a new one with --force', async () => {
  writeFileSync(file, '# mine\n');
  await expect(init(['--gym', 'Nord'])).rejects.toEqual(anError('usage', '--force'));
  expect(text()).toBe('# mine\n');
  const first = await init(['--gym', 'Nord', '--force']);
  const second = await init(['--gym', 'Süd', '--force']);
  expect(first.value).toMatchObject({ kept: `${file}.old` });
  expect(second.value).toMatchObject({ kept: `${file}.old-2` });
  expect(readFileSync(`${file}.old`, 'utf8')).toBe('# mine\n');
  expect(text()).toContain('name: Süd');
});

it('init with a person asks for the gym, its rooms and cameras, and the schedule', async () => {
  const { asked, said, value } = await init(
    [],
    [
      ...['Riverside', 'Mars/Base', 'Europe/London'],
      ...['Studio', 'many', '20', 'rtmp://192.0.2.1/x', 'scene:studio?seed=1', ''],
      true,
      ...['Studio', '', ''],
      false,
      ...['ftp://x', ''],
    ],
  );
  expect(asked).toHaveLength(16);
  expect(said).toEqual(
    expect.arrayContaining([
      'a place, such as Europe/London; take the largest city of the country',
      'a whole number from 1 to 10000',
      expect.stringContaining('an address of another kind (rtmp)'),
      expect.stringMatching(/^It answers: JPEG, \d+ × \d+\.$/),
    ]),
  );
  expect(value).toMatchObject({
    rooms: [{ id: 'studio', capacity: 20 }, { id: 'studio-2' }],
    cameras: [{ id: 'studio', room: 'studio' }],
  });
  expect(process.exitCode).toBeUndefined();
  expect((await config()).gyms[0]?.rooms).toHaveLength(2);
});

it('init with a person asks nothing that a flag says, and writes a password into secrets.env, where a server finds it', async () => {
  const address = 'rtsp://viewer:p%40ss@192.0.2.10:554/sub';
  const flags = ['--gym', 'Nord', '--timezone', 'UTC', '--schedule', 'classes.csv'];
  const answers = ['3 Rooms', '', address, '', false];
  const { asked, value } = await init([...flags, '--no-test'], answers);
  expect(asked).toHaveLength(5);
  expect(value).toMatchObject({ variables: ['CAMERA_3_ROOMS_PASSWORD'] });
  expect((value as { next: string[] }).next.join()).not.toContain('export');
  expect(text()).not.toContain('p%40ss');
  const environment = { TURNOUT_DATA: join(folder, 'data') };
  const [placed] = placedCameras(await config(environment));
  expect(placed?.camera.url).toBe(address);
  // The password of the file that stays beside the new one is left alone.
  const again = await init([...flags, '--no-test', '--force'], answers);
  expect(again.value).toMatchObject({ variables: ['CAMERA_3_ROOMS_PASSWORD_2'] });
});

it('init with a person asks again for a camera that does not answer, unless it is wanted all the same', async () => {
  const dead = join(folder, 'no-such.mp4');
  const answers = ['Hall', '', dead, false, dead, true, '', false, ''];
  const { said, value } = await init(['--gym', 'Nord', '--timezone', 'UTC'], answers);
  expect(said.filter((words) => words.startsWith('It does not answer.'))).toHaveLength(2);
  expect(value).toMatchObject({ cameras: [{ id: 'hall' }] });
});

it('init with a person replaces a file only when told so', async () => {
  writeFileSync(file, '# mine\n');
  await expect(init([], [false])).rejects.toMatchObject({ code: 'usage' });
  expect(text()).toBe('# mine\n');
});

it('names the command that shows a code to sign in with: serve, or beside a running server setup-code', () => {
  const plan = { id: 'n', name: 'N', timezone: 'UTC', rooms: [], schedule: null };
  const around = { variables: {}, secretsFile: 'secrets.env', hasModel: true };
  const of = (isRunning: boolean) =>
    nextSteps(plan, { ...around, isRunning }).filter(([, why]) => why.includes('sign in'));
  expect(of(false).map(([command]) => command)).toEqual(['turnout serve']);
  expect(of(true).map(([command]) => command)).toEqual(['turnout setup-code']);
});
