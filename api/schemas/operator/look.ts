/** What a camera sees, for the operator API. */

import { Type } from 'typebox';
import { closed, nullable } from '../../../gym/reports/fields/field.ts';

const RATIO = Type.Number({ description: 'Ratio of the picture; a box may reach outside it.' });
const BOX = Type.Array(RATIO, { minItems: 4, maxItems: 4, description: 'x1, y1, x2, y2.' });

export const SEEN = Type.Object(
  {
    box: BOX,
    score: Type.Number({ minimum: 0, maximum: 1 }),
    posture: Type.Optional(Type.Enum(['lying', 'sitting', 'standing'])),
    feet: Type.Optional(Type.Array(RATIO, { minItems: 2, maxItems: 2, description: 'x, y.' })),
  },
  { ...closed, title: 'SeenPerson', description: 'A person in the picture, counted or not.' },
);

const LOOK = Type.Object(
  {
    frame: Type.Integer({ minimum: 1, description: 'Number of the picture.' }),
    taken_at: Type.String({ format: 'date-time' }),
    age_ms: Type.Integer({ minimum: 0 }),
    width: Type.Integer({ minimum: 1, description: 'Of the picture, px.' }),
    height: Type.Integer({ minimum: 1, description: 'Of the picture, px.' }),
    count: nullable(
      Type.Integer({
        minimum: 0,
        description: 'By the zones that are saved; null while the detector cannot tell.',
      }),
    ),
    boxes: Type.Array(SEEN),
    false_places: Type.Array(BOX, {
      description: 'Where something that is no person is always seen.',
    }),
    places: Type.Array(BOX, { description: 'Where people were in the last samples, at most 200.' }),
    detector: Type.String(),
    ms: Type.Integer({ minimum: 0, description: 'What decoding and looking took.' }),
  },
  { ...closed, title: 'Look', description: 'A picture and what was seen in it.' },
);

const NO_LOOK = Type.Object(
  {
    frame: Type.Null({ description: 'No picture came in ten seconds.' }),
    detail: nullable(
      Type.String({ description: 'What is wrong with the camera, and what to do.' }),
    ),
  },
  { ...closed, title: 'NoLook', description: 'Nothing to see.' },
);

export const LOOK_ANSWER = Type.Union([LOOK, NO_LOOK], { title: 'LookAnswer' });

export const PICTURE = Type.String({
  pattern: '^[0-9]{1,16}\\.jpg$',
  description: 'Number of the picture and `.jpg`.',
});
