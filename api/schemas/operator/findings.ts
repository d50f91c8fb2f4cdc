/** What a person says of a class, for the operator API: corrections, and true counts with what they change. */

import { Type } from 'typebox';
import { closed, nullable } from '../../../gym/reports/fields/field.ts';
import { SESSION } from '../../../gym/reports/sessions/session-row.ts';
import { FACTORS } from './calibration.ts';

const time = (description: string) => Type.String({ format: 'date-time', description });
const PEOPLE = Type.Integer({ minimum: 0, maximum: 10_000, description: 'People, without staff.' });
const BY = Type.String({ description: 'Id of a key, or `command line`.' });
const NOTE = Type.String({ maxLength: 500, description: 'Why, for those who look later.' });
const FORCE = Type.Optional(
  Type.Boolean({ description: 'Take also more people than half as many again as places.' }),
);
const PREVIEW = Type.Optional(
  Type.Boolean({ description: 'Answer with what would change, and store nothing.' }),
);

export const SESSION_ID = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Id of a class on one date.',
});
export const LISTED = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  default: 100,
  description: 'The newest so many.',
});

export const FINDINGS_ANSWER = Type.Object(
  {
    session: SESSION,
    rooms: Type.Array(
      Type.Object(
        { id: Type.String(), name: Type.String() },
        { ...closed, title: 'NamedRoom', description: 'A room of the gym.' },
      ),
    ),
    room: nullable(Type.String({ description: 'Id of the room of the class; null is not known.' })),
    most_people: nullable(
      Type.Integer({ minimum: 0, description: 'More need `force`; null is no limit.' }),
    ),
    correction: nullable(
      Type.Object(
        { attended: PEOPLE, note: nullable(NOTE), by: BY, made_at: time('When it was made.') },
        { ...closed, title: 'HeldCorrection', description: 'The correction that holds.' },
      ),
    ),
    true_count: nullable(
      Type.Object(
        {
          people: PEOPLE,
          room: Type.String({ description: 'Id of the room.' }),
          made_at: time('When it was noted.'),
        },
        { ...closed, title: 'NotedCount', description: 'What a person counted.' },
      ),
    ),
  },
  { ...closed, title: 'ClassFindings', description: 'What people said of a class on one date.' },
);

export const NEW_CORRECTION = Type.Object(
  { attended: PEOPLE, note: Type.Optional(NOTE), force: FORCE, preview: PREVIEW },
  { ...closed, title: 'NewCorrection', description: 'How many were there.' },
);

export const CORRECTION_ANSWER = Type.Object(
  {
    stored: Type.Boolean({ description: 'False for a preview.' }),
    unlikely: Type.Boolean({ description: 'Far more people than places: it needs `force`.' }),
    before: SESSION,
    after: SESSION,
  },
  { ...closed, title: 'CorrectionEffect', description: 'The class before and after.' },
);

export const NEW_TRUE_COUNT = Type.Object(
  {
    people: PEOPLE,
    room: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Id or name of the room they were in. Default: the room of the class.',
      }),
    ),
    force: FORCE,
    preview: PREVIEW,
  },
  { ...closed, title: 'NewTrueCount', description: 'How many a person counted.' },
);

export const TRUE_COUNT_ANSWER = Type.Object(
  {
    stored: Type.Boolean({ description: 'False for a preview.' }),
    unlikely: Type.Boolean({ description: 'Far more people than places: it needs `force`.' }),
    compared: Type.Boolean({
      description:
        'Whether the cameras have an estimate of the class. It comes after the class; until then the count waits.',
    }),
    before: FACTORS,
    after: FACTORS,
  },
  {
    ...closed,
    title: 'TrueCountEffect',
    description: 'The room before and after. No figure of the class itself changes.',
  },
);

const CLASS = {
  session_id: Type.String(),
  name: Type.String({ description: 'Of the class.' }),
  starts_at: time('Start of the class.'),
};

export const CORRECTION_LIST = Type.Object(
  {
    corrections: Type.Array(
      Type.Object(
        {
          ...CLASS,
          attended: PEOPLE,
          note: nullable(NOTE),
          by: BY,
          made_at: time('When it was made.'),
          withdrawn_at: nullable(time('When it was withdrawn or replaced; null while it holds.')),
          withdrawn_by: nullable(BY),
        },
        { ...closed, title: 'ListedCorrection', description: 'A number that a person gave.' },
      ),
    ),
  },
  { ...closed, title: 'CorrectionList', description: 'Corrections of the gym, newest first.' },
);

export const TRUE_COUNT_LIST = Type.Object(
  {
    true_counts: Type.Array(
      Type.Object(
        {
          ...CLASS,
          people: PEOPLE,
          room: Type.String({ description: 'Id of the room.' }),
          made_at: time('When it was noted.'),
        },
        { ...closed, title: 'TrueCount', description: 'What a person counted.' },
      ),
    ),
  },
  { ...closed, title: 'TrueCountList', description: 'Those of the newest classes first.' },
);
