import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { CAMERA } from '../../../cli/camera/camera.ts';
import { openTestHistory } from '../../store/history/folder.fixture.ts';
import { HOUR_MS } from '../../support/times.ts';
import { gymText } from '../typed.ts';
import { commandWorld } from '../world.ts';

test('camera list says how many false people are left out, until the camera is said to have moved', async () => {
  const { history, dir } = await openTestHistory();
  const place = { box: [0.3, 0.2, 0.4, 0.6], hours: 7, sightings: 400, quietHours: 0 };
  const times = { firstUtcMs: 0, lastUtcMs: 13 * HOUR_MS, looks: 1, seen: 1 };
  const body = JSON.stringify({ format: 1, hour: 13, places: [{ ...place, ...times }] });
  await history.emptyRooms.keep({ cameraId: 'hall', view: 'v', body });
  const cameras = ['hall', 'loft'].map((id) => ({ id, url: 'scene:studio' }));
  await writeFile(join(dir, 'turnout.yaml'), gymText({ rooms: [{ id: 'hall', cameras }] }));
  vi.stubEnv('TURNOUT_CONFIG', join(dir, 'turnout.yaml'));
  const { run, printed } = commandWorld(dir, CAMERA);
  await run('camera', 'list');
  expect(printed.at(-1)?.text).toContain('empty room: 1 false person left out');
  expect(printed.at(-1)?.value).toMatchObject({
    cameras: [
      { id: 'hall', false_people: 1 },
      { id: 'loft', false_people: null },
    ],
  });
  await history.emptyRooms.forget('hall');
  await run('camera', 'list');
  expect(printed.at(-1)?.text).not.toContain('false person');
});
