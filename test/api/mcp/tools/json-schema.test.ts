/** Schemas as tools show them. */

import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { inputSchema, plainSchema } from '../../../../api/mcp/tools/json-schema.ts';

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
