/** The gym of the key and its rooms, the file and the disk. Details of the installation are for who sees all of it. */

import { Type } from 'typebox';
import { add, update } from '../../../config/commands.ts';
import type { RoomConfig } from '../../../config/config.ts';
import { ROOM } from '../../../config/schema/gym.ts';
import { fields, optional } from '../../../gym/reports/field.ts';
import { redactText } from '../../../runtime/log/redaction.ts';
import { instant, instantOrNull, wire } from '../../../runtime/wire.ts';
import { join, leave } from '../../../service/line/link.ts';
import {
  type Call,
  changes,
  edited,
  gymOf,
  noRoom,
  plainRow,
  removed,
  row,
  seesAll,
} from './row.ts';

const { id, name, capacity, camera_rule, calibration } = ROOM.properties;
const SETTINGS = { name, capacity, camera_rule, calibration };

export const PLACE = [
  row(
    'POST /head-office',
    'Joins a head office with a token of it, which is a secret and used up by this. A running server begins to send at once.',
    {
      body: fields({
        url: Type.String({ minLength: 1, maxLength: 2_048 }),
        token: Type.String({ minLength: 1, maxLength: 200 }),
      }),
      hand: true,
    },
    async (call) => {
      const joined = await join(call.app.history, gymOf(call), call.body);
      const { gymId, hqUrl, gymName, box } = joined;
      return { gym: gymId, head_office: hqUrl, gym_name: gymName, box };
    },
  ),
  row(
    'DELETE /head-office',
    'Leaves the head office: nothing more is sent.',
    { hand: true },
    async (call) => {
      const gym = gymOf(call);
      await leave(call.app.history, gym);
      return { gym: gym.id, left: true };
    },
  ),
  plainRow('GET /gym', 'The gym of the key, with its rooms, as it is configured.', async (call) => {
    const gym = gymOf(call);
    return {
      revision: await call.app.file.revision(),
      ...wire(gym, 'id', 'name', 'timezone', 'currency'),
      rooms: gym.rooms.map(roomView),
    };
  }),
  row(
    'POST /rooms',
    'Adds a room to the gym.',
    {
      body: fields({ id, ...optional(SETTINGS) }),
      revision: true,
      makes: true,
    },
    async (call) => {
      const edit = add('rooms', call.edit.gym, call.body);
      const revision = await edited(call, [edit], `room ${call.body.id}: added`);
      return { revision, room: roomView(roomOf(call, call.body.id)) };
    },
  ),
  row(
    'PATCH /rooms/{room_id}',
    'Changes a room. What is left out stays, null is the default again.',
    { body: fields(changes(SETTINGS)), revision: true },
    async (call) => {
      const one = roomOf(call, call.path.room_id).id;
      const edit = update('rooms', call.edit.gym, one, call.body);
      const keys = Object.keys(call.body).join(', ');
      const revision = await edited(call, [edit], `room ${one}: ${keys}`);
      return { revision, room: roomView(roomOf(call, one)) };
    },
  ),
  row(
    'DELETE /rooms/{room_id}',
    'Removes a room that has no cameras. What was counted in it stays in the history.',
    { revision: true },
    (call) => removed(call, 'rooms', roomOf(call, call.path.room_id).id),
  ),
  plainRow(
    'GET /configuration',
    'What is wrong with turnout.yaml: the number of faults, the gym’s own by line and column. With any, changes are refused.',
    async (call) => {
      const { origin, loadedAtUtcMs } = call.app.status().configuration;
      const { all, own } = await call.app.file.faults(call.edit.gym);
      return {
        revision: await call.app.file.revision(),
        origin,
        loaded_at: instant(loadedAtUtcMs),
        fault_count: all.length,
        faults: (seesAll(call) ? all : own).map((fault) => ({
          ...fault,
          message: redactText(fault.message),
        })),
      };
    },
  ),
  plainRow(
    'GET /storage',
    'How the history and its backups are. Sizes are of the whole installation.',
    (call) => {
      const { storage, backup } = call.app.status();
      const detail = seesAll(call) ? storage.detail : null;
      return {
        state: storage.state,
        detail: detail && redactText(detail),
        ...wire(storage, 'sizeBytes', 'samplesStored', 'lastWriteUtcMs'),
        backup: backup && {
          newest_at: instantOrNull(backup.newestUtcMs),
          overdue: backup.isOverdue,
          failures: backup.failures,
        },
      };
    },
  ),
];

function roomOf(call: Call, wanted: string): RoomConfig {
  return gymOf(call).rooms.find((one) => one.id === wanted) ?? noRoom();
}

function roomView(room: RoomConfig) {
  return {
    ...wire(room, 'id', 'name', 'capacity', 'cameraRule', 'calibration'),
    cameras: room.cameras.map((one) => one.id),
  };
}
