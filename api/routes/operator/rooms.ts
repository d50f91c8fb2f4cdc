/** The gym of the key and its rooms, for the operator API. */

import { add, remove, update } from '../../../config/commands.ts';
import type { GymConfig, RoomConfig } from '../../../config/config.ts';
import type { Principal } from '../../../store/access/access.ts';
import { problem } from '../../http/problem.ts';
import { REMOVED } from '../../schemas/operator/camera.ts';
import {
  GYM_ANSWER,
  NEW_ROOM,
  ROOM_ANSWER,
  ROOM_CHANGE,
  ROOM_ID,
} from '../../schemas/operator/place.ts';
import type { Route } from '../route.ts';
import { operatorRoute } from './operator-route.ts';
import { gymOf, isRefused, made, noted, type OperatorParts } from './parts.ts';

const ONE = { path: { room_id: ROOM_ID }, query: {} };
const PATH = '/operator/v1/rooms/{room_id}';

export function roomRoutes(parts: OperatorParts): readonly Route[] {
  return [gymRoute(parts), addRoute(parts), ...changeRoutes(parts)];
}

/** The room as it is after a change. */
function seen({ config }: OperatorParts, owner: Principal, id: string, revision: string) {
  const gym = gymOf(config(), owner);
  if (isRefused(gym)) return gym;
  const room = gym.rooms.find((one) => one.id === id);
  if (room === undefined) return noRoom();
  return { status: 200, value: { revision, room: roomView(room) } };
}

function gymRoute({ config, file }: OperatorParts): Route {
  return operatorRoute({
    method: 'GET',
    path: '/operator/v1/gym',
    operationId: 'get_gym',
    summary: 'The gym of the key, with its rooms.',
    description: 'As it is configured.',
    errors: ['gym_unknown'],
    parameters: { path: {}, query: {} },
    response: GYM_ANSWER,
    answer: async ({ owner }) => {
      const gym = gymOf(config(), owner);
      if (isRefused(gym)) return gym;
      return { status: 200, value: { revision: await file.revision(), ...gymView(gym) } };
    },
  });
}

function addRoute(parts: OperatorParts): Route {
  const { file } = parts;
  return operatorRoute({
    method: 'POST',
    path: '/operator/v1/rooms',
    operationId: 'add_room',
    summary: 'Adds a room to the gym.',
    description: 'Give it its capacity: the size of the pictures is chosen by it.',
    errors: ['gym_unknown'],
    parameters: { path: {}, query: {} },
    body: NEW_ROOM,
    response: ROOM_ANSWER,
    successStatus: 201,
    isEdit: true,
    answer: async ({ owner, body, revision }) => {
      const gym = owner.key.gymId;
      const after = await file.change([add('rooms', gym, body)], { gym, revision });
      await noted(parts, owner, `room ${body.id}: added`);
      return made(seen(parts, owner, body.id, after));
    },
  });
}

function changeRoutes(parts: OperatorParts): readonly Route[] {
  const { config, file } = parts;
  return [
    operatorRoute({
      method: 'PATCH',
      path: PATH,
      operationId: 'change_room',
      summary: 'Changes a room.',
      description: 'What is left out stays, null is the default again.',
      errors: ['gym_unknown', 'unknown_name'],
      parameters: ONE,
      body: ROOM_CHANGE,
      response: ROOM_ANSWER,
      isEdit: true,
      answer: async ({ owner, path: { room_id: id }, body, revision }) => {
        if (!hasRoom(gymOf(config(), owner), id)) return noRoom();
        const gym = owner.key.gymId;
        const after = await file.change([update('rooms', gym, id, body)], { gym, revision });
        await noted(parts, owner, `room ${id}: ${Object.keys(body).join(', ')}`);
        return seen(parts, owner, id, after);
      },
    }),
    operatorRoute({
      method: 'DELETE',
      path: PATH,
      operationId: 'remove_room',
      summary: 'Removes a room that has no cameras.',
      description: 'What was counted in it stays in the history.',
      errors: ['unknown_name'],
      parameters: ONE,
      response: REMOVED,
      isEdit: true,
      answer: async ({ owner, path: { room_id: id }, revision }) => {
        if (!hasRoom(gymOf(config(), owner), id)) return noRoom();
        const gym = owner.key.gymId;
        const after = await file.change([remove('rooms', gym, id)], { gym, revision });
        await noted(parts, owner, `room ${id}: removed`);
        return { status: 200, value: { revision: after, removed: id } };
      },
    }),
  ];
}

function noRoom() {
  return problem('unknown_name', 'The gym has no room with this id.');
}

function hasRoom(gym: ReturnType<typeof gymOf>, id: string): boolean {
  return !isRefused(gym) && gym.rooms.some((room) => room.id === id);
}

function gymView({ id, name, timezone, currency, rooms }: GymConfig) {
  return { id, name, timezone, currency, rooms: rooms.map(roomView) };
}

function roomView({ id, name, capacity, cameraRule, calibration, cameras }: RoomConfig) {
  return {
    id,
    name,
    capacity,
    camera_rule: cameraRule,
    calibration: calibration,
    cameras: cameras.map((one) => one.id),
  };
}
