import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dropReplaced } from '../../scripts/bundle.ts';
import { suiteFolder } from '../support/folder.ts';

const DAY_MS = 86_400_000;
const folder = suiteFolder();

it('a chunk that a build replaces stays a week for the server that runs, however old it is', () => {
  for (const name of ['old.js', 'old.js.map', 'new.js', 'new.js.map']) {
    writeFileSync(join(folder, name), '');
  }
  const made = ['new.js', 'new.js.map'].map((name) => join(folder, name));
  const atMs = Date.now() + 30 * DAY_MS;
  dropReplaced(folder, made, new Date(atMs));
  dropReplaced(folder, made, new Date(atMs + 6 * DAY_MS));
  expect(readdirSync(folder).sort()).toEqual(['new.js', 'new.js.map', 'old.js']);
  dropReplaced(folder, made, new Date(atMs + 8 * DAY_MS));
  expect(readdirSync(folder).sort()).toEqual(['new.js', 'new.js.map']);
});
