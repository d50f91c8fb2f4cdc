/** No folder is crowded: what is more than twelve files is more than one subject, and gets folders of its own. */

import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { sourceFiles } from '../support/tree.ts';

const MAX_FILES = 12;

it('no folder has more than twelve source files', () => {
  const counts = new Map<string, number>();
  for (const path of sourceFiles()) {
    const folder = dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect([...counts].filter(([, files]) => files > MAX_FILES).sort()).toEqual([]);
});
