/** How far the counts of each room are corrected by true counts, for the operator API. */

import { type Static, Type } from 'typebox';
import { closed, nullable } from '../../../gym/reports/fields/field.ts';
import { REVISION } from './camera.ts';

/** What true counts come to: nothing counted, nothing to compare yet, too few classes, no smaller error, or a smaller one. */
export const CALIBRATION_STATES = ['none', 'waiting', 'too_few', 'no_better', 'better'] as const;

const FACTOR = Type.Number({ minimum: 0, description: 'People are multiplied by it; 1 is none.' });

const ERROR = Type.Object(
  {
    mean: Type.Number({ minimum: 0, description: 'Mean absolute error, people.' }),
    bias: Type.Number({ description: 'Mean error, people: above 0 the counts are too high.' }),
    within_one: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Share of classes that are off by one person at most.',
    }),
  },
  { ...closed, title: 'CountError', description: 'How far off the counts are.' },
);

const FIELDS = {
  room: Type.String({ description: 'Id of the room.' }),
  name: Type.String({ description: 'Name of the room.' }),
  on: Type.Boolean({
    description: 'Whether the configuration lets true counts correct the room: `calibration`.',
  }),
  state: Type.Enum([...CALIBRATION_STATES], {
    description:
      'What the true counts come to. The factors are used where this is `better` and `on` is true.',
  }),
  classes: Type.Integer({ minimum: 0, description: 'Counted classes that have an estimate.' }),
  classes_needed: Type.Integer({ minimum: 0, description: 'More that a factor takes.' }),
  factor: FACTOR,
  cameras: Type.Array(
    Type.Object(
      { camera: Type.String({ description: 'Id.' }), factor: FACTOR },
      { ...closed, title: 'CameraFactor', description: 'A camera with its factor.' },
    ),
    {
      description: 'Where cameras see the same people: then these hold, and not that of the room.',
    },
  ),
  error_before: nullable(ERROR),
  error_after: nullable(ERROR),
};

export const FACTORS = Type.Object(FIELDS, {
  ...closed,
  title: 'RoomFactors',
  description:
    'The factors of a room, and its error. `error_after` is of classes that are corrected by factors of the others; null without factors.',
});

export type RoomFactors = Static<typeof FACTORS>;

const COMPARED = Type.Object(
  {
    session_id: Type.String(),
    name: Type.String({ description: 'Of the class.' }),
    starts_at: Type.String({ format: 'date-time', description: 'Start of the class.' }),
    people: Type.Integer({ minimum: 0, description: 'As a person counted them.' }),
    estimated: nullable(
      Type.Number({ description: 'By the cameras, without factors; null without an estimate.' }),
    ),
    corrected: nullable(
      Type.Number({ description: 'With factors of the other classes; null with too few of them.' }),
    ),
  },
  { ...closed, title: 'ComparedClass', description: 'A true count next to the cameras.' },
);

export const CALIBRATION_ANSWER = Type.Object(
  {
    revision: REVISION,
    rooms: Type.Array(
      Type.Object(
        { ...FIELDS, counted: Type.Array(COMPARED, { maxItems: 200 }) },
        {
          ...closed,
          title: 'RoomCalibration',
          description: 'A room with its newest 200 counted classes, newest first.',
        },
      ),
    ),
  },
  {
    ...closed,
    title: 'Calibration',
    description: 'Rooms that a camera sees or a person counted in.',
  },
);

export type CalibrationBody = Static<typeof CALIBRATION_ANSWER>;
