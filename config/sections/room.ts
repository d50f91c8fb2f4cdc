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
        description:
          'People the room holds. Used where a class states no limit of its own, and to choose at which size pictures of its cameras are looked at.',
      }),
    ),
    cameras: defaulted(
      Type.Array(CAMERA, { maxItems: 32, default: [], description: 'The cameras of the room.' }),
    ),
    camera_rule: defaulted(
      choice(['max', 'sum', 'primary'], {
        description:
          'How several cameras of the room become one count. max: they see the same people, the highest counts. sum: each sees its own part, by zones that do not overlap. primary: the first camera counts, the next one fills in where it has gaps. Where cameras share overlap zones they are added up whatever stands here.',
        default: 'max',
      }),
    ),
  },
  { additionalProperties: false, description: 'A room.' },
);

export type RoomSection = Static<typeof ROOM>;
