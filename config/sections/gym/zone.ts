/** A zone: a part of a camera's picture, and what people in it mean for the count. */

import { type Static, Type } from 'typebox';
import { choice, defaulted, label } from '../field.ts';

const RATIO = Type.Number({ minimum: 0, maximum: 1, description: 'Ratio of the picture.' });

const ZONE = Type.Object(
  {
    name: label('Name of the zone, unique in its camera.'),
    kind: choice(['count', 'ignore', 'staff', 'overlap'], {
      description:
        'count: people in it are counted; a camera with such zones counts only those. ignore: people in it are not counted (mirrors, posters, windows). staff: people in it are counted separately. overlap: floor that another camera of the room also sees, with an overlap zone of the same name; the cameras are added, and people in it are counted once.',
    }),
    polygon: Type.Array(Type.Tuple([RATIO, RATIO], { description: 'A corner, [x, y].' }), {
      minItems: 3,
      maxItems: 32,
      description:
        'Corners [x, y] in ratios of the picture, 0 to 1, origin top left, y down. Edges must not cross or touch one another.',
      examples: [
        [
          [0, 0.3],
          [1, 0.3],
          [1, 1],
          [0, 1],
        ],
      ],
    }),
    anchor: defaulted(
      choice(['bottom_centre', 'centre'], {
        description:
          'Point of a person that decides whether they are in the zone: their feet, or their middle for views from above and lying people.',
        default: 'bottom_centre',
      }),
    ),
    postures: Type.Optional(
      Type.Array(
        choice(['lying', 'sitting', 'standing'], { description: 'How someone holds themselves.' }),
        {
          minItems: 1,
          maxItems: 3,
          description:
            'Whom the zone holds, where the detector reports postures; everyone without it. A staff zone with [standing] is a trainer who stands among people who lie. Anyone whose posture is not known is counted: count zones hold them, ignore and staff zones do not. Samples store the people of each zone, so two count zones over the same floor, one of them with [lying], also store how many lie. Not for overlap zones.',
          examples: [['standing']],
        },
      ),
    ),
  },
  { additionalProperties: false, description: 'A part of the picture.' },
);

/** Zones of one picture. More than 16 cannot be kept apart in a sample (`engine/counts`). */
export const ZONES = Type.Array(ZONE, {
  maxItems: 16,
  default: [],
  description: 'Parts of the picture. Without zones, the whole picture is counted.',
});

/** A file of zones alone, for `turnout analyze --zones`. */
export const ZONES_FILE = Type.Object({ zones: ZONES }, { additionalProperties: false });

export type ZonesFile = Static<typeof ZONES_FILE>;

export type ZoneSection = Static<typeof ZONE>;
