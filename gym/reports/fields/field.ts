/** Kinds of fields that answers are made of. Unknown is null, never 0. A schema with a title becomes a component. */

import { type Static, type TProperties, type TSchema, Type } from 'typebox';

export const closed = { additionalProperties: false } as const;

/** An object of these members and no others. */
export const object = <Members extends TProperties>(
  title: string,
  description: string,
  members: Members,
) => Type.Object(members, { ...closed, title, description });

export const list = <Item extends TSchema>(item: Item, maxItems: number, description: string) =>
  Type.Array(item, { maxItems, description });

export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

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
  id: Type.String({ description: 'Stable and unique in the gym.' }),
  name: Type.String(),
});

/** A member of a body: its schema, and its value out of what the body is of. */
export interface Field<Of, Schema extends TSchema> {
  readonly schema: Schema;
  readonly value: (of: Of) => Static<Schema>;
}

type Fields<Of> = Readonly<Record<string, { schema: TSchema; value: (of: Of) => unknown }>>;

export function field<Of, Schema extends TSchema>(
  schema: Schema,
  value: (of: Of) => Static<Schema>,
): Field<Of, Schema> {
  return { schema, value };
}

export function schemasOf<Some extends Fields<never>>(
  fields: Some,
): { [Name in keyof Some]: Some[Name]['schema'] } {
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema]);
  return Object.fromEntries(schemas) as { [Name in keyof Some]: Some[Name]['schema'] };
}

/** The members of a body, in the order of their fields. */
export function valuesOf<Of, Some extends Fields<Of>>(
  fields: Some,
  of: Of,
): { [Name in keyof Some]: Static<Some[Name]['schema']> } {
  const values: Record<string, unknown> = {};
  for (const [name, { value }] of Object.entries(fields)) values[name] = value(of);
  return values as { [Name in keyof Some]: Static<Some[Name]['schema']> };
}
