/** The example configuration is one that works, and shows every section. */

import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { placedCameras } from '../../config/config.ts';
import { readEnvironment } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { CONFIG_FILE } from '../../config/schema/file.ts';

const EXAMPLE = 'turnout.example.yaml';

it('loads', async () => {
  const variables = { HALL_PASSWORD: 'secret', CALENDAR_TOKEN: 'secret', TURNOUT_CONFIG: EXAMPLE };
  const config = await openConfig(readEnvironment(variables));
  const ids = placedCameras(config).map(({ camera }) => camera.id);
  expect(ids).toEqual(['hall-front', 'hall-back', 'yoga', 'yoga-spare']);
});

it('has every section of the schema', async () => {
  const tree = parse(await readFile(EXAMPLE, 'utf8'));
  expect(Object.keys(tree).sort()).toEqual(Object.keys(CONFIG_FILE.properties).sort());
});
