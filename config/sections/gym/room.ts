/** A room: a place where classes are held, and the cameras that see it. */

import { type Static, Type } from 'typebox';
import { choice, defaulted, identifier, label } from '../field.ts';
import { CAMERA } from './camera.ts';

export const ROOM = Type.Object(
  {
    id: identifier('Id of the room, unique in its gym.'),
    name: Type.Optional(label('Name for people. Default: the id.')),
    capacity: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description:
          'Places of the room. Used for classes without a limit of their own, and to choose the input size for its cameras.',
      }),
    ),
    cameras: defaulted(
      Type.Array(CAMERA, { maxItems: 32, default: [], description: 'The cameras of the room.' }),
    ),
    camera_rule: defaulted(
      choice(['max', 'sum', 'primary'], {
        description:
          'How several cameras of the room become one count. max: they see the same people, and the highest count is used. sum: each sees its own part, by zones that do not overlap. primary: the first camera counts, and the next one fills its gaps. Cameras with overlap zones are always added.',
        default: 'max',
      }),
    ),
    calibration: defaulted(
      Type.Boolean({
        description:
          'Whether classes that a person counted (`turnout class count`) correct the counts of the room. false keeps the counts as the cameras give them; the true counts stay stored.',
        default: true,
      }),
    ),
  },
  { additionalProperties: false, description: 'A room.' },
);

export type RoomSection = Static<typeof ROOM>;
