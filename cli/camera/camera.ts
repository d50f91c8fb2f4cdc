/** `turnout camera`: find and try cameras, add them to the configuration, list what is configured. */

import { kindOfAddress } from '../../config/address.ts';
import { placedCameras } from '../../config/config.ts';
import { readEnvironment, unsetVariables } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { command, lines } from '../command.ts';
import { ownConfig } from '../own-gym.ts';
import { tableOr } from '../terminal/table.ts';
import { ADD } from './add.ts';
import { FIND } from './find.ts';
import { TEST } from './test.ts';

const RELEARN = command({
  words: 'relearn <id>',
  about: 'Learn the empty room of a camera anew, after it was moved',
  given: ['id of the camera, see: turnout camera list'],
  examples: ['turnout camera relearn hall'],
  answer: async ({ ask }, _, camera) => {
    const path = { camera_id: camera };
    const answer = await ask('POST /cameras/{camera_id}/relearn', { path });
    const text = answer.forgotten
      ? 'what it saw in its empty room is forgotten; it is learnt again in hours outside classes.'
      : 'nothing was learnt of its empty room yet.';
    return [answer, `Camera ${camera}: ${text}`];
  },
});

const REMOVE = command({
  words: 'remove <id>',
  about: 'Remove a camera, with its zones and its password; its counts stay',
  given: ['id of the camera, see: turnout camera list'],
  examples: ['turnout camera remove hall'],
  answer: async ({ ask }, _, camera) => {
    const config = await ownConfig('camera remove', 'take the camera out of');
    const placed = placedCameras(config).find((one) => one.camera.id === camera);
    const gym = placed?.gymId ?? config.gyms[0]?.id ?? '';
    const call = { path: { camera_id: camera }, query: { gym } };
    await ask('DELETE /cameras/{camera_id}', call);
    const removed = { id: camera, gym, config: config.path };
    return [removed, `Camera ${camera} is removed. Its counts stay.`];
  },
});

const LIST = command({
  words: 'list',
  about: 'Show the configured cameras, without their addresses',
  examples: ['turnout camera list --json'],
  answer: async () => {
    const config = await openConfig(readEnvironment());
    const cameras = placedCameras(config).map(({ gymId, roomId, camera }) => ({
      id: camera.id,
      gym: gymId,
      room: roomId,
      source: kindOfAddress(camera.url),
      unset: unsetVariables(camera.url),
      enabled: camera.enabled,
      detector: camera.detector,
      zones: camera.zones.length,
    }));
    const rows = cameras.map(({ unset, ...camera }) => {
      const notes = [
        !camera.enabled && 'disabled',
        unset.length > 0 && `waits for ${unset.join(', ')}, not set here`,
      ];
      const place = `${camera.gym}/${camera.room}`;
      const note = notes.filter(Boolean).join(', ');
      return [camera.id, place, camera.source ?? '', `${camera.zones}`, note];
    });
    const none = 'No cameras are configured; add one with: turnout camera add';
    const demo = config.origin === 'demo' && 'The demo, since there is no configuration:';
    const table = tableOr(none, ['CAMERA', 'GYM/ROOM', 'SOURCE', 'ZONES', ''], rows);
    return [{ config: config.path, cameras }, lines(demo, table)];
  },
});

export const CAMERA = command({
  words: 'camera',
  about: 'Try cameras, add them to the configuration, list and remove them',
  examples: ['turnout camera list'],
  rows: [TEST, ADD, LIST, FIND, RELEARN, REMOVE],
});
