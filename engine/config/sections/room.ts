/** A room: a place where classes are held, and the cameras that see it. */

import { type Static, Type } from 'typebox';
import { CAMERA } from './camera.ts';
import { choice, defaulted, identifier, label } from './field.ts';

export const ROOM = Type.Object(
  {
    id: identifier('Id of the room, unique in its gym.'),
    name: Type.Optional(label('Name for people. Default: the id.')),
    capacity: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description: 'People the room holds. Used where a class states no limit of its own.',
      }),
    ),
    camera_rule: defaulted(
      choice(['max', 'sum', 'primary'], {
        description:
          'How several cameras make one count. max: the largest, for overlapping views. sum: added up, for views drawn apart by `count` zones. primary: one camera, and the largest of the others while it gives nothing.',
        default: 'max',
      }),
    ),
    primary_camera: Type.Optional(
      identifier('Id of the camera that counts under `camera_rule: primary`.'),
    ),
    cameras: defaulted(
      Type.Array(CAMERA, { maxItems: 32, default: [], description: 'The cameras of the room.' }),
    ),
  },
  { additionalProperties: false, description: 'A room.' },
);

export type RoomSection = Static<typeof ROOM>;
