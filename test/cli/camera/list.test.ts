import { expect, test } from 'vitest';
import { CAMERA } from '../../../cli/camera/camera.ts';
import { dataDir, typed } from '../typed.ts';
import { commandWorld } from '../world.ts';

test('camera list shows the cameras of the file, until one is removed', async () => {
  await typed();
  const { run } = commandWorld(dataDir(), CAMERA);
  const { text, value } = await run('camera', 'list');
  expect(text).toMatch(/^CAMERA .*\nhall +north\/hall +scene +0\nloft +north\/loft/);
  expect(value).toMatchObject({ cameras: [{ id: 'hall', room: 'hall' }, { id: 'loft' }] });
  await run('camera', 'remove', 'loft');
  expect((await run('camera', 'list')).text).not.toContain('loft');
});
