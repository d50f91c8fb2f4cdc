/** Temporary folders that go away by themselves. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const create = () => mkdtempSync(join(tmpdir(), 'turnout-test-'));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** For a whole file, or for the group of tests in which it is called. */
export function suiteFolder(): string {
  const folder = create();
  afterAll(() => remove(folder));
  return folder;
}

/** For one test: called in it, or in a `beforeEach`. */
export function testFolder(): string {
  const folder = create();
  onTestFinished(() => remove(folder));
  return folder;
}
