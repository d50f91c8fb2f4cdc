/** The gym of the key and its rooms, the file and the disk. Details of the installation are for who sees all of it. */

import { add, remove, update } from '../../../config/commands.ts';
import type { RoomConfig } from '../../../config/config.ts';
import { ROOM } from '../../../config/schema/gym.ts';
import { redactText } from '../../../runtime/log/redaction.ts';
import { instant, instantOrNull, wire } from '../../../runtime/wire.ts';
import { type Call, gymOf, noRoom, noted, seesAll } from './call.ts';
import { changes, fields, optional, row } from './row.ts';

const { id, name, capacity, camera_rule, calibration } = ROOM.properties;
const SETTINGS = { name, capacity, camera_rule, calibration };

export const PLACE = [
  row('GET /gym', 'The gym of the key, with its rooms, as it is configured.', {}, async (call) => {
    const gym = gymOf(call);
    return {
      revision: await call.app.file.revision(),
      ...wire(gym, 'id', 'name', 'timezone', 'currency'),
      rooms: gym.rooms.map(roomView),
    };
  }),
  row(
    'POST /rooms',
    'Adds a room to the gym. Give it its capacity: the size of the pictures is chosen by it.',
    {
      body: fields({ id, ...optional(SETTINGS) }),
      revision: true,
      makes: true,
    },
    async (call) => {
      const edit = add('rooms', call.edit.gym, call.body);
      const revision = await call.app.file.change([edit], call.edit);
      await noted(call, `room ${call.body.id}: added`);
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
      const revision = await call.app.file.change([edit], call.edit);
      await noted(call, `room ${one}: ${Object.keys(call.body).join(', ')}`);
      return { revision, room: roomView(roomOf(call, one)) };
    },
  ),
  row(
    'DELETE /rooms/{room_id}',
    'Removes a room that has no cameras. What was counted in it stays in the history.',
    { revision: true },
    async (call) => {
      const removed = roomOf(call, call.path.room_id).id;
      const edit = remove('rooms', call.edit.gym, removed);
      const revision = await call.app.file.change([edit], call.edit);
      await noted(call, `room ${removed}: removed`);
      return { revision, removed };
    },
  ),
  row(
    'GET /configuration',
    'What is wrong with turnout.yaml as it is now, by line and column. While it has faults, changes are refused.',
    {},
    async (call) => {
      const { origin, loadedAtUtcMs } = call.app.status().configuration;
      const faults = await call.app.file.faults();
      return {
        revision: await call.app.file.revision(),
        origin,
        loaded_at: instant(loadedAtUtcMs),
        fault_count: faults.length,
        faults: (seesAll(call) ? faults : []).map((fault) => ({
          ...wire(fault, 'line', 'column', 'path'),
          message: redactText(fault.message),
        })),
      };
    },
  ),
  row(
    'GET /storage',
    'How the history and its backups are. Sizes are of the whole installation.',
    {},
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

function roomOf({ app, owner }: Call, wanted: string): RoomConfig {
  const gym = app.config().gyms.find((one) => one.id === owner.key.gymId);
  return gym?.rooms.find((one) => one.id === wanted) ?? noRoom();
}

function roomView(room: RoomConfig) {
  return {
    ...wire(room, 'id', 'name', 'capacity', 'cameraRule', 'calibration'),
    cameras: room.cameras.map((one) => one.id),
  };
}
