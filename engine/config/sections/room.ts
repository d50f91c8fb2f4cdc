/** A room: a place where classes are held, and the cameras that see it. */

import { type Static, Type } from 'typebox';
import { CAMERA } from './camera.ts';
import { defaulted, identifier, label } from './field.ts';

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
    cameras: defaulted(
      Type.Array(CAMERA, { maxItems: 32, default: [], description: 'The cameras of the room.' }),
    ),
  },
  { additionalProperties: false, description: 'A room.' },
);

export type RoomSection = Static<typeof ROOM>;
