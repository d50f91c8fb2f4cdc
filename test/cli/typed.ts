/** Commands as a user types them, over a data folder of the test's own. */

import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { run } from '../../cli/program.ts';
import { readEnvironment } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { testFolder } from '../support/folder.ts';
import { own } from './owned.fixture.ts';
import { world } from './world.ts';

const roomOf = (id: string, name: string) => {
  return { id, name, cameras: [{ id, url: 'scene:studio?people=3&seed=7' }] };
};
const TWO_ROOMS = [roomOf('hall', 'Main Hall'), roomOf('loft', 'Loft')];

/** The text of a configuration: the gym north with its hall, of which this is said too. */
export function gymText(gym: object = {}, file: object = {}): string {
  const rooms = [{ id: 'hall', name: 'Main Hall', capacity: 20 }];
  const gyms = [{ id: 'north', timezone: 'Europe/London', rooms, ...gym }];
  return JSON.stringify({ gyms, ...file });
}

/**
 * Gives the commands of a test, by the environment, a folder with a configuration and one for its data in it.
 *
 * @param config text of `turnout.yaml`; left out: gym north with the rooms hall and loft, a camera in each.
 */
export async function typed(config = gymText({ name: 'North', rooms: TWO_ROOMS })): Promise<void> {
  const folder = testFolder();
  vi.stubEnv('TURNOUT_DATA', join(folder, 'data'));
  vi.stubEnv('TURNOUT_CONFIG', join(folder, 'turnout.yaml'));
  await writeFile(join(folder, 'turnout.yaml'), config);
}

export const dataDir = () => process.env['TURNOUT_DATA'] ?? '';
/** A file next to the configuration. */
export const fileHere = (name: string) => join(dirname(dataDir()), name);
export const config = () => openConfig(readEnvironment());

/** Owns the data as a running server does, until the test is over. */
export async function owned(seen?: Parameters<typeof own>[2]) {
  const owner = await own(dataDir(), config, seen);
  onTestFinished(() => owner.stop());
  return owner;
}

/** What a command says that is typed with these words; without a folder the data is nowhere. */
export async function askIn(dataDir: string | undefined, ...args: string[]) {
  const { context, out, err } = world(args, dataDir);
  const code = await run(args, context);
  return { code, out: out(), err: err() };
}

export const ask = (...args: string[]) => askIn(dataDir(), ...args);

/** What a command prints that goes well. */
export async function told(...args: string[]): Promise<string> {
  const { code, out, err } = await ask(...args);
  expect([code, err]).toEqual([0, '']);
  return out;
}

export const json = async (...args: string[]) => JSON.parse(await told(...args, '--json'));

/** A test for each row: the words fail with this code, print nothing and say one sentence. */
export const refuses = (run: typeof ask, rows: readonly [words: string, code: number, RegExp][]) =>
  it.each(rows)('turnout %s answers in one sentence', async (words, code, sentence) => {
    const { err, ...answer } = await run(...words.split(' '));
    expect(err).toMatch(sentence);
    expect(answer).toEqual({ code, out: '' });
  });
