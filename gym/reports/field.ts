/**
 * What answers are made of: kinds of fields, what every report begins with, and how figures are rounded. Unknown is
 * null, never 0. A schema with a title becomes a component.
 */

import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { formatInstant } from '../calendar/zone.ts';
import { remembered } from '../sessions/names.ts';
import type { GymView } from '../sessions/view.ts';

export const closed = { additionalProperties: false } as const;

/** An object of these members and no others. */
export const object = <Members extends TProperties>(
  title: string,
  description: string,
  members: Members,
) => Type.Object(members, { ...closed, title, description });

/** The same without a name of its own. */
export const part = <Members extends TProperties>(description: string, members: Members) =>
  Type.Object(members, { ...closed, description });

export const fields = <Members extends TProperties>(members: Members) =>
  Type.Object(members, closed);

/** The same members, each of which may be left out. */
export const optional = <Members extends TProperties>(members: Members) =>
  Type.Partial(Type.Object(members)).properties;

export const list = <Item extends TSchema>(item: Item, maxItems: number, description: string) =>
  Type.Array(item, { maxItems, description });

export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

export const text = (description: string) => Type.String({ description });

export const flag = (description: string) => Type.Boolean({ description });

export const count = (description: string) => Type.Integer({ minimum: 0, description });

export const people = (description: string) =>
  nullable(Type.Integer({ minimum: 0, description: `${description} People; null is unknown.` }));

/** @param what of every such number is to be known. */
const number = (what: string, bounds: { readonly minimum?: number }) => (description: string) =>
  nullable(Type.Number({ ...bounds, description: `${description} ${what}; null is unknown.` }));

export const average = number('People, to two places', { minimum: 0 });
export const rate = number('1 is 100 %, more is possible; four places', { minimum: 0 });
export const difference = number('Four places', {});
export const money = number('In `currency`, to its digits', {});

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

export const TRAINER = object('Trainer', 'Who teaches.', {
  id: text('Stable and unique in the gym.'),
  name: Type.String(),
});

type Fields<Of> = Readonly<Record<string, { schema: TSchema; value: (of: Of) => unknown }>>;

/** A member of a body: its schema, and its value out of what the body is of. */
export const field = <Of, Schema extends TSchema>(
  schema: Schema,
  value: (of: Of) => Static<Schema>,
) => ({ schema, value });

export function schemasOf<Some extends Fields<never>>(fields: Some) {
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema]);
  return Object.fromEntries(schemas) as { [Name in keyof Some]: Some[Name]['schema'] };
}

/** The members of a body, in the order of their fields. */
export function valuesOf<Of, Some extends Fields<Of>>(fields: Some, of: Of) {
  const values: Record<string, unknown> = {};
  for (const [name, { value }] of Object.entries(fields)) values[name] = value(of);
  return values as { [Name in keyof Some]: Static<Some[Name]['schema']> };
}

/** To four places: rates and what is computed from them. */
export function roundedRate(value: number | null): number | null {
  return rounded(value, 4);
}

/** Thousandths of a unit as units, to the digits of the currency: two where it is unknown. */
export function moneyIn(currency: string | null): (milli: number | null) => number | null {
  const digits = Math.min(3, currency === null ? 2 : digitsOf(currency));
  return (milli) => rounded(milli === null ? null : milli / 1_000, digits);
}

/** To so many places; two for people on average. Halves go away from zero, also where the double lies a hair below: 1.005 is 1.01 to two places. */
export function rounded(value: number | null, places: number): number | null {
  if (value === null) return null;
  const scale = 10 ** places;
  const size = Math.round(Math.abs(value) * scale * (1 + Number.EPSILON)) / scale;
  return value < 0 && size !== 0 ? -size : size;
}

/** Digits behind the point that the currency has, by the data of Node's ICU (ISO 4217): 2 for EUR, 0 for JPY. */
const digitsOf = remembered((currency) => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
});

export const HEAD = {
  gym_id: text('The gym of the figures.'),
  timezone: text('IANA zone of all dates and times of the answer.'),
  generated_at: instant('The instant of the figures.'),
};

/** The dates of a report. */
export const RANGE = {
  from: date('First day.'),
  to: date('Last day, included.'),
};

export function headOf({ gym: { id, timezone }, nowUtcMs }: GymView) {
  return { gym_id: id, timezone, generated_at: formatInstant(timezone, nowUtcMs) };
}
