/** Schemas as tools show them. */

import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { inputSchema, outlineOf, plainSchema } from '../../../../api/mcp/tools/json-schema.ts';
import { analyticsRoutes } from '../../../../api/routes/analytics/index.ts';
import { summaryReport } from '../../../../gym/reports/summary.ts';
import { sandboxView } from '../../../../service/demo/sandbox.ts';

it.each([
  ['words are strings', Type.Enum(['day', 'week']), { type: 'string', enum: ['day', 'week'] }],
  [
    'a list of single places is told as revision 2020-12 does',
    Type.Tuple([Type.String(), Type.Integer()]),
    {
      type: 'array',
      minItems: 2,
      maxItems: 2,
      prefixItems: [{ type: 'string' }, { type: 'integer' }],
    },
  ],
  [
    'in the depth too',
    Type.Object({ by: Type.Array(Type.Enum(['a'])) }),
    {
      type: 'object',
      required: ['by'],
      properties: { by: { type: 'array', items: { type: 'string', enum: ['a'] } } },
    },
  ],
])('%s', (_, schema, plain) => {
  expect(plainSchema(schema)).toEqual(plain);
});

it('what has a default may be left out; what may be left out anyway has none', () => {
  const path = { trainer: Type.String() };
  const query = {
    period: Type.Enum(['day', 'week'], { default: 'week' }),
    gym_id: Type.Optional(Type.String({ default: 'demo' })),
  };
  expect(plainSchema(inputSchema({ parameters: { path, query, header: {} } }))).toEqual({
    type: 'object',
    required: ['trainer'],
    properties: {
      trainer: { type: 'string' },
      period: { type: 'string', enum: ['day', 'week'], default: 'week' },
      gym_id: { type: 'string' },
    },
    additionalProperties: false,
  });
});

it('names members and their types, and nothing that lies deeper', () => {
  const schema = Type.Object({
    people: Type.Union([Type.Integer({ minimum: 0, description: 'a' }), Type.Null()]),
    at: Type.Union([Type.String(), Type.String({ format: 'date' })]),
    any: Type.Union([Type.Unknown(), Type.Null()]),
    list: Type.Array(Type.Object({ deep: Type.String() })),
  });
  expect(outlineOf(plainSchema(schema))).toEqual({
    type: 'object',
    properties: {
      people: { type: ['integer', 'null'] },
      at: { type: 'string' },
      any: {},
      list: { type: 'array' },
    },
  });
});

it('accepts what its schema accepts', () => {
  const [summary] = analyticsRoutes();
  const outline = outlineOf(plainSchema(summary?.response ?? Type.Never()));
  const body = summaryReport(sandboxView(Date.UTC(2026, 10, 21, 12)));
  expect([...Value.Errors(outline, body)]).toEqual([]);
});
