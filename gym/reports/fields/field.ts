/** Kinds of fields that answers are made of. Unknown is null, never 0. A schema with a title becomes a component. */

import { type TSchema, Type } from 'typebox';

export const closed = { additionalProperties: false } as const;

export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

export const count = (description: string) => Type.Integer({ minimum: 0, description });

export const people = (description: string) =>
  nullable(Type.Integer({ minimum: 0, description: `${description} People; null is unknown.` }));

export const average = (description: string) =>
  nullable(
    Type.Number({
      minimum: 0,
      description: `${description} People, to two places; null is unknown.`,
    }),
  );

export const rate = (description: string) =>
  nullable(
    Type.Number({
      minimum: 0,
      description: `${description} 1 is 100 %, more is possible; four places; null is unknown.`,
    }),
  );

export const difference = (description: string) =>
  nullable(Type.Number({ description: `${description} Four places; null is unknown.` }));

export const money = (description: string) =>
  nullable(
    Type.Number({ description: `${description} In \`currency\`, to its digits; null is unknown.` }),
  );

export const date = (description: string) =>
  Type.String({ format: 'date', description: `${description} In the gym's zone.` });

export const instant = (description: string) =>
  Type.String({ format: 'date-time', description: `${description} With the gym's offset.` });

export const words = <const Words extends string[]>(
  list: readonly [...Words],
  description: string,
) => Type.Enum(list, { description });

/** Codes out of `meanings`. Named for readers and not enumerated: a client must not break when one is added. */
export const reasons = (meanings: Readonly<Record<string, string>>, description: string) => {
  const codes = Object.keys(meanings).map((code) => `\`${code}\``);
  return Type.Array(Type.String(), {
    maxItems: 32,
    description: `${description}, most important first: ${codes.join(', ')}.`,
  });
};

export const noShowsBasis = nullable(
  words(
    ['roster', 'net', 'mixed'],
    'How no-shows were found: `roster` is bookings without a check-in; `net` is bookings minus attendance: a lower bound, because walk-ins hide some. `mixed`: some classes by one, others by the other; a lower bound too.',
  ),
);

const SOURCES = Type.Object(
  {
    manual: count('By a correction.'),
    camera: count('By cameras.'),
    import: count('By check-ins.'),
  },
  {
    ...closed,
    title: 'AttendanceSources',
    description: 'Classes in the attendance, by its source.',
  },
);

/** What attendance counts. Each class has one, of its best source: a correction, else the camera, else check-ins. */
export const ATTENDANCE = {
  attendance_basis: nullable(
    words(
      ['present', 'checked_in', 'mixed'],
      'What the attendance counts: people `present` (cameras, corrections), people `checked_in`, or `mixed`: one in some classes, the other in others. Null: no class was counted.',
    ),
  ),
  attendance_sources: SOURCES,
};

/** Which end of a list comes first. */
export const ORDER = words(['highest', 'lowest'], 'Which end comes first; unknown is last anyway.');

export const TRAINER = Type.Object(
  {
    id: Type.String({ description: 'Stable and unique in the gym.' }),
    name: Type.String(),
  },
  { ...closed, title: 'Trainer', description: 'Who teaches.' },
);
