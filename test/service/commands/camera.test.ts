import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { askOwner } from '../../../service/commands/ask-owner.ts';
import { createWorld, own } from './owned.fixture.ts';

it('a camera that was moved is told to the owner, who forgets its empty room; an unknown one is refused', async () => {
  const world = await createWorld();
  const owner = await own(world.dataDir, world.config);
  onTestFinished(() => owner.stop());
  const relearn = (camera: string) =>
    askOwner({
      dataDir: world.dataDir,
      operation: 'camera.relearn',
      args: { camera },
      config: world.config,
      clock: systemClock,
    });
  await owner.history.emptyRooms.keep({ cameraId: 'hall', view: 'v', body: '{}' });
  const heard: string[] = [];
  owner.history.emptyRooms.onForget((camera) => heard.push(camera));
  expect(await relearn('hall')).toEqual({ hadPlaces: true });
  expect(await relearn('hall')).toEqual({ hadPlaces: false });
  expect(heard).toEqual(['hall', 'hall']);
  await expect(relearn('attic')).rejects.toMatchObject({ code: 'usage' });
});
