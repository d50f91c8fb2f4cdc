/** The example configuration is one that works, and shows every section. */

import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { CONFIG_FILE } from '../../config/schema/file.ts';

const EXAMPLE = 'turnout.example.yaml';

it('has every section of the schema', async () => {
  const tree = parse(await readFile(EXAMPLE, 'utf8'));
  expect(Object.keys(tree).sort()).toEqual(Object.keys(CONFIG_FILE.properties).sort());
});
