/** The gym, its rooms, and the state of the file and the disk, for the operator API. */

import { Type } from 'typebox';
import { ROOM as CONFIGURED } from '../../../config/schema/gym.ts';
import { closed, nullable } from '../../../gym/reports/fields/field.ts';
import { REVISION } from './camera.ts';

const { id, name, capacity, camera_rule, calibration } = CONFIGURED.properties;

export const ROOM_ID = Type.String({ ...id, description: 'Id of the room.' });

const OPERATOR_ROOM = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    capacity: nullable(Type.Integer({ minimum: 1, description: 'Places; null is not set.' })),
    camera_rule,
    calibration,
    cameras: Type.Array(Type.String(), { description: 'Ids of its cameras.' }),
  },
  { ...closed, title: 'OperatorRoom', description: 'A room of the gym.' },
);

export const GYM_ANSWER = Type.Object(
  {
    revision: REVISION,
    id: Type.String(),
    name: Type.String(),
    timezone: Type.String({ description: 'IANA name.' }),
    currency: nullable(Type.String({ description: 'ISO 4217; null is not set.' })),
    rooms: Type.Array(OPERATOR_ROOM),
  },
  { ...closed, title: 'OperatorGym', description: 'The gym of the key, as it is configured.' },
);

export const NEW_ROOM = Type.Object(
  {
    id: ROOM_ID,
    name: Type.Optional(name),
    capacity: Type.Optional(capacity),
    camera_rule: Type.Optional(camera_rule),
    calibration: Type.Optional(calibration),
  },
  { ...closed, title: 'NewRoom', description: 'A room to add.' },
);

export const ROOM_CHANGE = Type.Object(
  {
    name: Type.Optional(nullable(name)),
    capacity: Type.Optional(nullable(capacity)),
    camera_rule: Type.Optional(nullable(camera_rule)),
    calibration: Type.Optional(nullable(calibration)),
  },
  { ...closed, title: 'RoomChange', description: 'What to change; null is the default again.' },
);

export const ROOM_ANSWER = Type.Object(
  { revision: REVISION, room: OPERATOR_ROOM },
  { ...closed, title: 'RoomAnswer', description: 'One room.' },
);

export const CONFIGURATION_ANSWER = Type.Object(
  {
    revision: REVISION,
    origin: Type.Enum(['file', 'demo']),
    loaded_at: Type.String({
      format: 'date-time',
      description: 'When the running configuration was taken up.',
    }),
    fault_count: Type.Integer({ minimum: 0 }),
    faults: Type.Array(
      Type.Object(
        {
          line: Type.Integer({ minimum: 1 }),
          column: Type.Integer({ minimum: 1 }),
          path: Type.String({ description: 'Such as `gyms[0].rooms[1].capacity`.' }),
          message: Type.String({ description: 'Expected, got, and what to do.' }),
        },
        { ...closed, title: 'ConfigurationFault', description: 'A place to mend by hand.' },
      ),
      { description: 'Empty for an owner who does not see the whole installation.' },
    ),
  },
  {
    ...closed,
    title: 'OperatorConfiguration',
    description: 'The file as it is now. While it has faults, the one before it runs.',
  },
);

export const STORAGE_ANSWER = Type.Object(
  {
    state: Type.String({ description: '`ok`, or what is wrong.' }),
    detail: nullable(Type.String({ description: 'What is wrong, and what to do.' })),
    size_bytes: nullable(Type.Integer({ minimum: 0, description: 'Size of the history.' })),
    samples_stored: Type.Integer({ minimum: 0, description: 'Since the start.' }),
    last_write_at: nullable(Type.String({ format: 'date-time' })),
    backup: nullable(
      Type.Object(
        {
          newest_at: nullable(Type.String({ format: 'date-time' })),
          overdue: Type.Boolean(),
          failures: Type.Integer({ minimum: 0, description: 'Since the start.' }),
        },
        { ...closed, title: 'OperatorBackup', description: 'Backups of the configuration.' },
      ),
    ),
  },
  { ...closed, title: 'OperatorStorage', description: 'The history on the disk.' },
);
