/** A configuration whose camera password is not set here: what needs no camera works, what needs it says how to set it. */

import { expect, it, vi } from 'vitest';
import { ask, gymText, told, typed } from './typed.ts';

const cameras = [{ id: 'hall', url: `rtsp://viewer:\${HALL_PASSWORD}@192.0.2.1/sub` }];
const CONFIG = gymText({ rooms: [{ id: 'studio', name: 'Studio', cameras }] });

it('a camera whose password is not set waits for it, and says how to set it; what needs no camera works', async () => {
  vi.stubEnv('HALL_PASSWORD', undefined);
  await typed(CONFIG);
  expect(await told('camera', 'list')).toContain('waits for HALL_PASSWORD, not set here');
  const { code, err } = await ask('camera', 'test', 'hall');
  expect(code).toBe(1);
  expect(err).toMatch(
    /^turnout: hall: expected the environment variable HALL_PASSWORD to be set, got nothing; .*export HALL_PASSWORD=….* secrets\.env in the data folder\n$/,
  );
});
