import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { outlineOf, plainSchema } from '../../../../api/mcp/tools/json-schema.ts';
import { analyticsRoutes } from '../../../../api/routes/analytics/index.ts';
import { summaryReport } from '../../../../gym/reports/summary.ts';
import { sandboxView } from '../../../../service/demo/sandbox.ts';

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
