/** `turnout camera add`: whose room it takes, what it refuses, and where it stores a password. */

import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { CAMERA } from '../../../cli/camera/camera.ts';
import { placedCameras } from '../../../config/config.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { openConfig } from '../../../config/load.ts';
import { redactText } from '../../../runtime/log/redaction.ts';
import { anError } from '../../support/an-error.ts';
import type { Answer } from '../scripted-prompts.ts';
import { dataDir, fileHere, typed } from '../typed.ts';
import { commandWorld } from '../world.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'UTC');
  return typed(RIVERSIDE);
});

const RIVERSIDE = `gyms:
  - id: riverside
    timezone: Europe/London
    rooms:
      - { id: studio-1, name: Spin Room, cameras: [{ id: old, url: "scene:spin" }] }
      - { id: studio-2 }
`;

/** Adds a camera with these words; `answers` are those of a person at a terminal. */
async function add(words: readonly string[], answers: readonly Answer[] | null = null) {
  const { run, asked } = commandWorld(dataDir(), CAMERA, answers);
  return { ...(await run('camera', 'add', ...words)), asked };
}

const file = () => fileHere('turnout.yaml');
const text = () => readFileSync(file(), 'utf8');
const secrets = () => join(dataDir(), 'secrets.env');

it.each([
  [
    ['hall', 'scene:spin', '--room', 'studio'],
    /^--room: expected one of the rooms of gym riverside: studio-1, studio-2, got "studio"; did you mean "studio-\d"\? For a new room: --new-room$/,
  ],
  [['hall', 'scene:spin', '--room', 'Spin Rom'], /did you mean "Spin Room"\?/],
  [
    ['Main Hall', 'scene:spin', '--room', 'studio-1'],
    /^id of the camera: expected lower-case letters, .* such as main-hall$/,
  ],
  [
    ['old', 'scene:spin', '--room', 'studio-1'],
    /^id of the camera: expected one that no camera has, got old; such as old-2/,
  ],
  // Addresses are refused before anything is connected to.
  [
    ['hall', '192.0.2.10:554/sub', '--room', 'studio-1'],
    /got an address without rtsp:\/\/; put rtsp:\/\/ before it$/,
  ],
  [['hall', 'rstp://192.0.2.10/sub', '--room', 'studio-1'], /did you mean rtsp:\?$/],
  [['hall', 'rtsp:/192.0.2.10/sub', '--room', 'studio-1'], /got rtsp: without \/\/$/],
  [
    ['hall', 'rtsp://viewer:se@cret#1@192.0.2.10/sub', '--room', 'studio-1'],
    /must be percent-encoded, such as # by %23\)$/,
  ],
])(
  'what is wrong, %j, is refused in a sentence that needs no redaction, and nothing is written',
  async (words, sentence) => {
    const fault = await add(words).catch((error) => error);
    // What hides secrets leaves the sentence whole.
    expect(redactText(fault.message)).toBe(fault.message);
    expect(fault).toEqual(anError('usage', sentence));
    expect(text()).toBe(RIVERSIDE);
  },
);

it('names that do not exist: a first camera without a configuration is told of init', async () => {
  rmSync(file());
  const added = add(['hall', 'scene:spin', '--room', 'studio']);
  await expect(added).rejects.toThrow(/got no file; create one with "turnout init"/);
  expect(existsSync(file())).toBe(false);
});

it('names that exist, or may be new: takes the id of a room or its name, or makes what the command line calls new', async () => {
  await add(['one', 'scene:spin', '--room', 'studio-2']);
  await add(['two', 'scene:spin', '--room', 'spin room', '--gym', 'riverside']);
  const room = await add(['three', 'scene:spin', '--room', 'Große Halle', '--new-room']);
  expect(room.text).toContain('gym riverside, room grosse-halle (new).');
  const config = await openConfig(readEnvironment());
  expect(placedCameras(config).map(({ camera, roomId }) => [camera.id, roomId])).toEqual([
    ['old', 'studio-1'],
    ['two', 'studio-1'],
    ['one', 'studio-2'],
    ['three', 'grosse-halle'],
  ]);
  expect(config.gyms[0]?.rooms.at(-1)).toMatchObject({ name: 'Große Halle' });
});

const address = 'rtsp://viewer:p%40ss@192.0.2.10:554/sub';
const words = ['hall', address, '--room', 'studio-1', '--no-test'];

it('a password that was typed goes into secrets.env, readable by this user alone', async () => {
  const { asked, text: told } = await add(words, []);
  expect(asked).toEqual([]);
  expect(text()).not.toContain('p%40ss');
  expect(text()).toContain('viewer:$' + '{HALL_PASSWORD}@192.0.2.10');
  expect(readFileSync(secrets(), 'utf8')).toBe("HALL_PASSWORD='p%40ss'\n");
  expect(statSync(secrets()).mode & 0o777).toBe(0o600);
  expect(told).toContain('secrets.env, as HALL_PASSWORD.');
  const placed = placedCameras(await openConfig(readEnvironment()));
  expect(placed[1]?.camera.url).toBe(address);
});

it('a password that was typed takes the place of no other password, such as that of a feed', async () => {
  const other = "HALL_PASSWORD='of a feed'\n";
  mkdirSync(dataDir());
  writeFileSync(secrets(), other);
  await add(words);
  expect(readFileSync(secrets(), 'utf8')).toBe(`${other}HALL_PASSWORD_2='p%40ss'\n`);
});
