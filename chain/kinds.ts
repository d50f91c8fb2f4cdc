/**
 * What a box sends to its head office, one kind of state after the other. Each row of a kind has a key and the number of its
 * newest change; the highest number is the state. Nothing else is sent: no sample, picture, address or credential.
 *
 * Names in a batch are snake_case; times are ms since 1970, UTC; money is in thousandths of the currency's unit; unknown is
 * null. Fields are only ever added: a reader ignores those that it does not know.
 */

import { type Static, type TSchema, Type } from 'typebox';
import { CLASS_FIELDS, MERGED_NAMES, type MergedField } from '../gym/sessions/class-fields.ts';

/** What PostgreSQL holds in a column of type `integer`. */
const MAX_INTEGER = 2_147_483_647;

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
/** PostgreSQL holds no text with a zero in it. */
export const TEXT = Type.String({ maxLength: 4_096, pattern: '^[^\\u0000]*$' });
export const UTC_MS = Type.Integer({
  minimum: -8_640_000_000_000_000,
  maximum: 8_640_000_000_000_000,
});
const MILLI = nullable(Type.Integer());
export const PEOPLE = nullable(Type.Integer({ minimum: 0, maximum: MAX_INTEGER }));
const RATE = Type.Number();

const AMOUNTS = {
  revenue_per_visit_milli: MILLI,
  flat_pay_milli: MILLI,
  per_head_pay_milli: MILLI,
  room_cost_milli: MILLI,
  variable_cost_milli: MILLI,
};

/** Key `gym`. What reports must know of the gym: nothing of its cameras but whether a room has one. */
export const SETTINGS = Type.Object({
  /** Id of the gym in the box's own file. */
  id: TEXT,
  name: TEXT,
  /** Of the IANA database. */
  timezone: TEXT,
  /** ISO 4217. */
  currency: nullable(TEXT),
  rooms: Type.Array(
    Type.Object({
      id: TEXT,
      name: TEXT,
      /** Other names of it in schedules; an older box sends none. */
      also_called: Type.Optional(Type.Array(TEXT)),
      capacity: PEOPLE,
      has_camera: Type.Boolean(),
    }),
  ),
  /** Id of the room that a source of classes means by a name. */
  room_names: Type.Array(
    Type.Object({ source: TEXT, rooms: Type.Record(Type.String(), Type.String()) }),
  ),
  economics: Type.Object({
    ...AMOUNTS,
    classes: Type.Array(Type.Object({ name: TEXT, ...AMOUNTS })),
    trainers: Type.Array(
      Type.Object({ name: TEXT, flat_pay_milli: MILLI, per_head_pay_milli: MILLI }),
    ),
  }),
  /** Names of classes, or words of them, by the name of their family; an older box sends none. */
  families: Type.Optional(Type.Record(Type.String(), Type.Array(TEXT))),
  verdicts: Type.Object({
    dead_below: RATE,
    weak_below: RATE,
    fair_below: RATE,
    full_from: RATE,
    loss_share: RATE,
    min_occurrences: Type.Integer(),
    no_show_alert: RATE,
  }),
  /** Whether one or two people are not shown in files and on the wall. */
  hides_small_counts: Type.Boolean(),
});

/** Key: the trainer's id. */
export const TRAINER = Type.Object({
  name: TEXT,
  /** What sources of classes call the trainer besides, sorted. */
  aliases: Type.Array(TEXT),
});

const SESSION_VALUES = Object.fromEntries(
  MERGED_NAMES.map((name) => {
    const field: (typeof CLASS_FIELDS)[MergedField] & { readonly isFlag?: true } =
      CLASS_FIELDS[name];
    const value = field.isFlag
      ? Type.Boolean()
      : field.sqlite.startsWith('TEXT')
        ? TEXT
        : /_(?:utc_ms|milli)$/.test(field.column)
          ? UTC_MS
          : Type.Integer({ minimum: -MAX_INTEGER, maximum: MAX_INTEGER });
    return [field.column, field.sqlite.endsWith('NOT NULL') ? value : nullable(value)];
  }),
);

type Fields = typeof CLASS_FIELDS;
type WireValue<Field> =
  | (Field extends { readonly isFlag: true }
      ? boolean
      : Field extends { readonly sqlite: `TEXT${string}` }
        ? string
        : number)
  | (Field extends { readonly sqlite: `${string} NOT NULL` } ? never : null);

/** A class on one date, all sources merged: the columns of `CLASS_FIELDS` under their own names. */
export type SessionData = {
  readonly [Name in MergedField as Fields[Name]['column']]: WireValue<Fields[Name]>;
} & {
  /** The source whose names of rooms apply, see `room_names`. */
  readonly source: string;
};

/** Key: the id of the class (`cls_…`), which is unique in its box. */
export const SESSION = Type.Unsafe<SessionData>(Type.Object({ source: TEXT, ...SESSION_VALUES }));

/** Key: the id of the class. The newest version of who was there, as the cameras say. */
export const ESTIMATE = Type.Object({
  version: Type.Integer({ minimum: 1, maximum: MAX_INTEGER }),
  computed_utc_ms: UTC_MS,
  source: TEXT,
  attended: PEOPLE,
  low: PEOPLE,
  high: PEOPLE,
  quality: TEXT,
  reasons: Type.Array(TEXT),
  /** Version of the method and a digest of the settings. */
  method: TEXT,
});

/** Key: the id of the class, a slash, and the number of the correction in its class, from 1. */
export const CORRECTION = Type.Object({
  attended: Type.Integer({ minimum: 0, maximum: MAX_INTEGER }),
  note: nullable(TEXT),
  /** The first letters of a key, or `command line`. */
  by: TEXT,
  made_utc_ms: UTC_MS,
  /** Null while it holds. */
  withdrawn_utc_ms: nullable(UTC_MS),
  withdrawn_by: nullable(TEXT),
});

/** Every kind of state, by its name in a batch. */
export const KINDS = {
  settings: SETTINGS,
  trainer: TRAINER,
  session: SESSION,
  estimate: ESTIMATE,
  correction: CORRECTION,
} as const;

export type Kind = keyof typeof KINDS;

export type KindData = { readonly [Name in Kind]: Static<(typeof KINDS)[Name]> };
export type SettingsData = KindData['settings'];

/** The same with names as programs here have them: `dead_below` becomes `deadBelow`. */
export function camelled<Value extends object>(data: object): Value {
  return renamed(data, (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()));
}

/** The way back. */
export function snaked<Value extends object>(values: object): Value {
  return renamed(values, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

function renamed<Value extends object>(data: object, named: (name: string) => string): Value {
  const entries = Object.entries(data).map(([name, value]) => [named(name), value]);
  return Object.fromEntries(entries) as Value;
}
