/** The document of the service: the published routes, FastAPI's form of 422, and references that lead somewhere. */

import { describe, expect, it } from 'vitest';
import { publishedDocument } from '../../../api/published-document.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Record<string, { schema: object }> };
  readonly security?: readonly object[];
  readonly responses: Record<string, { content?: Record<string, { schema: object }> }>;
}
type Paths = Record<string, Record<string, Operation>>;

const document = JSON.parse(JSON.stringify(publishedDocument())) as {
  readonly openapi: string;
  readonly info: object;
  readonly paths: Paths;
  readonly components: {
    readonly schemas: Record<string, object>;
    readonly securitySchemes: Record<string, object>;
  };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

it('is version 1.0.0 under the MIT licence', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
  });
});

it('has what the service serves, and nothing that it does not', () => {
  expect(operations.map(({ path, method }) => `${method} ${path}`)).toEqual([
    'get /health',
    'get /v1/status',
    'get /v1/summary',
    'get /v1/trainers/{trainer}',
    'get /v1/classes/performance',
    'get /v1/revenue',
    'post /v1/query',
    'get /x/{token}',
    'get /v1/sessions/{session_id}',
    'get /v1/classes/{class_id}',
    'get /v1/rooms',
    'get /v1/live',
    'get /ask',
    'post /ask',
    'get /mcp',
    'post /mcp',
    'get /mcp.md',
    'get /get-key',
    'post /get-key',
    'get /.well-known/oauth-protected-resource',
    'get /.well-known/oauth-protected-resource/mcp',
    'get /.well-known/oauth-authorization-server',
    'get /oauth/authorize',
    'post /oauth/authorize',
    'post /oauth/token',
    'post /oauth/register',
    'post /oauth/revoke',
    'get /metrics',
    'get /openapi.json',
    ...['get', 'post', 'put', 'patch', 'delete', 'options'].map((method) => `${method} /{path}`),
  ]);
});

it('names each operation once', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

describe('parameters', () => {
  const of = (path: string) =>
    document.paths[path]?.['get']?.parameters?.map((one) => `${one.in} ${one.name}`);
  const credentials = ['header authorization', 'header x-api-key', 'header x-sandbox'];

  it.each([
    ['/v1/summary', ['query gym_id', ...credentials]],
    ['/v1/trainers/{trainer}', ['path trainer', 'query period', ...credentials]],
    ['/v1/classes/performance', ['query limit', ...credentials]],
    ['/v1/revenue', credentials],
    ['/{path}', ['path path']],
    ['/health', ['query strict']],
    ['/ask', ['query query']],
    ['/v1/status', undefined],
  ])('of %s are those of the interface', (path, expected) => {
    expect(of(path)).toEqual(expected);
  });

  it('are written as FastAPI writes them', () => {
    const all = operations.flatMap(({ operation }) => operation.parameters ?? []);
    const named = (name: string) => all.find((parameter) => parameter.name === name);
    expect(named('gym_id')).toMatchObject({
      required: false,
      schema: { type: 'string', minLength: 1, maxLength: 64, default: 'demo', title: 'Gym Id' },
    });
    expect(named('trainer')).toMatchObject({
      required: true,
      schema: { type: 'string', maxLength: 128, title: 'Trainer' },
    });
    expect(named('period')).toMatchObject({
      required: false,
      schema: { type: 'string', enum: ['day', 'week'], default: 'week', title: 'Period' },
    });
    expect(named('limit')).toMatchObject({
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 8, title: 'Limit' },
    });
    expect(named('x-api-key')).toMatchObject({
      required: false,
      schema: { anyOf: [{ type: 'string' }, { type: 'null' }], title: 'X-Api-Key' },
    });
  });
});

describe('the routes with figures', () => {
  const withFigures = operations.filter(
    ({ operation }) => '402' in operation.responses && '422' in operation.responses,
  );

  it('are the four of the interface and the reads beside them: a bearer, the header of a key, or nothing but the sandbox', () => {
    expect(withFigures.map(({ path }) => path)).toEqual([
      '/v1/summary',
      '/v1/trainers/{trainer}',
      '/v1/classes/performance',
      '/v1/revenue',
      '/v1/query',
      '/v1/sessions/{session_id}',
      '/v1/classes/{class_id}',
      '/v1/rooms',
      '/v1/live',
    ]);
    for (const { operation } of withFigures) {
      expect(operation.security).toEqual([{ bearer: [] }, { apiKey: [] }, {}]);
    }
    expect(document.components.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    });
  });

  it('say what they refuse, and with which headers', () => {
    for (const { operation } of withFigures) {
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['200', '400', '401', '402', '403', '422', '429']),
      );
      expect(operation.responses['401']).toHaveProperty(['headers', 'WWW-Authenticate']);
      expect(operation.responses['429']).toHaveProperty(['headers', 'Retry-After']);
    }
  });
});

it('has a 422 exactly where parameters are checked', () => {
  // These read texts of the query by themselves, and ignore what they do not know.
  const unchecked = ['/health', '/ask', '/oauth/authorize'];
  for (const { path, operation } of operations) {
    const isChecked = operation.parameters !== undefined && !unchecked.includes(path);
    expect('422' in operation.responses, path).toBe(isChecked);
  }
});

it('has a body for every operation that takes one', () => {
  const takes = operations.filter(({ operation }) => operation.requestBody !== undefined);
  expect(
    takes.map(({ path, method, operation }) => [
      `${method} ${path}`,
      Object.keys(operation.requestBody?.content ?? {}),
    ]),
  ).toEqual([
    ['post /v1/query', ['application/json']],
    ['post /ask', ['application/json']],
    ['post /mcp', ['application/json']],
    ['post /oauth/authorize', ['application/x-www-form-urlencoded']],
    ['post /oauth/token', ['application/x-www-form-urlencoded']],
    ['post /oauth/register', ['application/json']],
    ['post /oauth/revoke', ['application/x-www-form-urlencoded']],
  ]);
});

it('has every schema that it refers to, and refers to every schema', () => {
  const text = JSON.stringify(document);
  const named = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect([...new Set(named)].sort()).toEqual(Object.keys(document.components.schemas).sort());
});

it('describes each success by a schema that says something', () => {
  for (const { path, operation } of operations) {
    const { 200: ok, 201: created } = operation.responses;
    const content = (ok ?? created)?.content;
    const schema = (content?.['application/json'] ?? content?.['text/event-stream'])?.schema;
    expect(Object.keys(schema ?? {}), path).not.toEqual([]);
  }
});

it('bounds every list of the analytics answers', () => {
  const unbounded: string[] = [];
  const walk = (node: unknown, place: string): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && node.type === 'array' && !('maxItems' in node)) unbounded.push(place);
    for (const [key, value] of Object.entries(node)) walk(value, `${place}/${key}`);
  };
  for (const name of ['Summary', 'TrainerReport', 'Performance', 'Revenue', 'ClassSession']) {
    walk(document.components.schemas[name], name);
  }
  expect(unbounded).toEqual([]);
});
