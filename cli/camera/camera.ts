/** `turnout camera`: find and try cameras, add them to the configuration, list what is configured. */

import { kindOfAddress } from '../../config/address.ts';
import { placedCameras } from '../../config/config.ts';
import { readEnvironment, unsetVariables } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { readEmptyRoom } from '../../engine/empty-rooms.ts';
import { counted } from '../../web/words/format.ts';
import { command, lines } from '../command.ts';
import { inHistory } from '../own-gym.ts';
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

const LIST = command({
  words: 'list',
  about: 'Show the configured cameras, without their addresses',
  examples: ['turnout camera list --json'],
  answer: async (world) => {
    const config = await openConfig(readEnvironment());
    const falsePeople = await falsePeopleIn(world.dataDir());
    const cameras = placedCameras(config).map(({ gymId, roomId, camera }) => ({
      id: camera.id,
      gym: gymId,
      room: roomId,
      source: kindOfAddress(camera.url),
      unset: unsetVariables(camera.url),
      enabled: camera.enabled,
      detector: camera.detector,
      zones: camera.zones.length,
      false_people: falsePeople.get(camera.id) ?? null,
    }));
    const rows = cameras.map(({ unset, false_people: left, ...camera }) => {
      const notes = [
        !camera.enabled && 'disabled',
        left !== null && leftOut(left),
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
  about: 'Try cameras, add them to the configuration, list them',
  examples: ['turnout camera list'],
  rows: [TEST, ADD, LIST, FIND, RELEARN],
});

/** By camera, of those whose empty room was looked at; none where the data folder cannot be read, as before the first start. */
async function falsePeopleIn(dataDir: string): Promise<ReadonlyMap<string, number>> {
  try {
    const rooms = await inHistory(dataDir, ({ emptyRooms }) => emptyRooms.all());
    return new Map(rooms.map(({ cameraId, body }) => [cameraId, readEmptyRoom(body).length]));
  } catch {
    return new Map();
  }
}

function leftOut(falsePeople: number): string {
  if (falsePeople === 0) return 'empty room: no false people found';
  return `empty room: ${counted(falsePeople, 'false person', 'false people')} left out`;
}
