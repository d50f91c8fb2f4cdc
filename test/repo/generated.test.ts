/** Generated files are what the source makes. */

import { expect, it } from 'vitest';
import { outdated } from '../../scripts/generate.ts';

it('every generated file is current ("npm run generate" makes them so)', async () => {
  expect(await outdated()).toEqual([]);
});
