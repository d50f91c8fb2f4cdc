import { expect, test } from 'vitest';
import { CAMERA } from '../../../cli/camera/camera.ts';
import { openTestHistory } from '../../store/history/folder.fixture.ts';
import { HOUR_MS } from '../../support/times.ts';
import { dataDir, gymText, typed } from '../typed.ts';
import { commandWorld } from '../world.ts';

test('camera list says how many false people are left out, until the camera is said to have moved', async () => {
  const cameras = ['hall', 'loft'].map((id) => ({ id, url: 'scene:studio' }));
  await typed(gymText({ rooms: [{ id: 'hall', cameras }] }));
  const { history, dir } = await openTestHistory({ dir: dataDir() });
  const place = { box: [0.3, 0.2, 0.4, 0.6], hours: 7, sightings: 400, quietHours: 0 };
  const times = { firstUtcMs: 0, lastUtcMs: 13 * HOUR_MS, looks: 1, seen: 1 };
  const body = JSON.stringify({ format: 1, hour: 13, places: [{ ...place, ...times }] });
  await history.emptyRooms.keep({ cameraId: 'hall', view: 'v', body });
  const { run } = commandWorld(dir, CAMERA);
  const { text, value } = await run('camera', 'list');
  expect(text).toContain('empty room: 1 false person left out');
  expect(value).toMatchObject({
    cameras: [
      { id: 'hall', false_people: 1 },
      { id: 'loft', false_people: null },
    ],
  });
  await history.emptyRooms.forget('hall');
  expect((await run('camera', 'list')).text).not.toContain('false person');
  await run('camera', 'remove', 'loft');
  expect((await run('camera', 'list')).text).not.toContain('loft');
});
