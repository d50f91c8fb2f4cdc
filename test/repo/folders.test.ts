/** No folder is crowded: what is more than twelve files is more than one subject, and gets folders of its own. */

import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { sourceFiles } from '../support/tree.ts';

const MAX_FILES = 12;

/** Folders that still are too large, with the files they have: a number here only ever falls. */
const CROWDED: Readonly<Record<string, number>> = {
  'gym/reports': 35,
  'gym/reports/answers': 14,
  'gym/reports/schemas': 13,
};

it('no folder has more than twelve source files', () => {
  const counts = new Map<string, number>();
  for (const path of sourceFiles()) {
    const folder = dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const crowded = [...counts].filter(([, files]) => files > MAX_FILES).sort();
  expect(Object.fromEntries(crowded)).toEqual(CROWDED);
});
