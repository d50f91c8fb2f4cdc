/** The builders of schemas make what typebox's own make, to the notes that it hides from JSON. */

import * as typebox from 'typebox';
import { Check, Errors } from 'typebox/schema';
import { Default } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { Type } from '../../schema-type.ts';

type Builders = typeof Type;

/** One of everything, with and without words of its own. */
function allOf({ Array: list, Object: object, String: text, ...of }: Builders) {
  const optional = of.Optional(text({ minLength: 1, default: 'x' }));
  return {
    text: text(),
    textWithWords: text({ description: 'd', pattern: '^a$' }),
    number: of.Number({ minimum: 0 }),
    integer: of.Integer(),
    boolean: of.Boolean({ default: true }),
    nothing: of.Null(),
    anything: of.Unknown({ description: 'd' }),
    literals: [of.Literal('a'), of.Literal(1), of.Literal(false, { description: 'd' })],
    choice: of.Enum(['a', 'b'], { description: 'd' }),
    union: of.Union([text(), of.Null()], { description: 'd' }),
    list: list(text(), { maxItems: 2 }),
    pair: of.Tuple([of.Number(), text()], { description: 'd' }),
    record: of.Record(text(), of.Unknown()),
    recordWithWords: of.Record(text(), of.Integer(), { description: 'd' }),
    optional,
    unsafe: of.Unsafe<string>({ type: 'string', enum: ['a'] }),
    unsafeList: of.Unsafe<[string]>(list(text())),
    object: object({ needed: text(), optional }, { additionalProperties: false }),
    empty: object({}),
    allOptional: object({ optional: of.Optional(object({ inner: list(optional) })) }),
  };
}

/** A schema as it is, what it hides too. */
function wholeOf(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const descriptors = Object.entries(Object.getOwnPropertyDescriptors(schema));
  return new Map(descriptors.map(([name, { value, ...rest }]) => [name, [rest, wholeOf(value)]]));
}

const ours = allOf(Type);
const theirs = allOf(typebox.Type);

describe('a schema', () => {
  it.each(Object.keys(theirs) as (keyof typeof theirs)[])('is what typebox makes: %s', (name) => {
    expect(wholeOf(ours[name])).toEqual(wholeOf(theirs[name]));
  });

  it('knows whether it may be left out', () => {
    expect(Type.IsOptional(ours.optional)).toBe(true);
    expect(Type.IsOptional(ours.text)).toBe(false);
  });

  it('leaves the one that is made optional as it is', () => {
    const text = Type.String();
    Type.Optional(text);
    expect(Type.IsOptional(text)).toBe(false);
  });

  it('is checked and filled in by typebox as its own', () => {
    const schema = ours.object;
    expect(Check(schema, { needed: 'a' })).toBe(true);
    expect(Errors(schema, { other: 1 })).toEqual(Errors(theirs.object, { other: 1 }));
    expect(Default(schema, { needed: 'a' })).toEqual({ needed: 'a', optional: 'x' });
  });
});
