/** The machine-readable description of the service, made from its route table. */

import { Type } from 'typebox';
import { text } from '../../gym/reports/field.ts';
import { once } from '../../runtime/clock.ts';
import { HTTP_METHODS } from '../http/message.ts';
import { CATCH_ALL_PATH } from '../routes/catch-all.ts';
import { type Route, route } from '../routes/route.ts';
import { DISCOVERY } from '../schemas/service.ts';
import {
  componentsOf,
  type Described,
  ERROR_BODIES,
  operationOf,
  SECURITY_SCHEMES,
  sharedResponses,
} from './operation.ts';

/** Version of the interface, not of the program. It changes when a client would have to. */
const INTERFACE_VERSION = '1.0.0';

export type OpenApiDocument = Readonly<Record<string, unknown>> & object;

/** OpenAPI 3.1 of `routes` and the catch-all. `serverUrl` may be relative to where the document lies. */
export function openApiDocument(routes: readonly Route[], serverUrl: string): OpenApiDocument {
  const components = componentsOf(ERROR_BODIES);
  const paths: Record<string, object> = {};
  const caught = HTTP_METHODS.filter((method) => method !== 'HEAD').map(catchAll);
  for (const one of [...routes, ...caught]) {
    const operation = operationOf(one, components);
    paths[one.path] = { ...paths[one.path], [one.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Turnout',
      summary: 'Attendance of a gym, counted with its own cameras.',
      description:
        'Read-only analytics of classes, trainers and revenue. `X-Sandbox: true` answers with sample data. Every GET has HEAD and a strong ETag.',
      license: { name: 'MIT', identifier: 'MIT' },
      version: INTERFACE_VERSION,
    },
    servers: [{ url: serverUrl }],
    security: [],
    paths,
    components: {
      schemas: Object.fromEntries([...components.schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: sharedResponses(),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function catchAll(method: string): Described {
  return {
    method,
    path: CATCH_ALL_PATH,
    operationId: `catch_all_${method.toLowerCase()}`,
    summary: 'The discovery document, if no other route answers.',
    description:
      'Under `/v1`, `/mcp`, `/ask` and `/operator` an unknown path is a fault of the parameter `path`; elsewhere the answer is the discovery document.',
    isCharged: false,
    errors: ['not_found'],
    parameters: {
      path: { path: text('Any path, slashes included.') },
      query: {},
      header: {},
    },
    response: DISCOVERY,
  };
}

/** `GET /openapi.json`. @param routes Asked at the first request. @param serverUrl Address of the service, or `/`. */
export function openApiRoute(routes: () => readonly Route[], serverUrl: string): Route {
  const document = once(() => openApiDocument(routes(), serverUrl));
  return route({
    name: 'GET /openapi.json',
    operationId: 'get_openapi',
    summary: 'This description.',
    description: 'OpenAPI 3.1, made from the route table that requests are validated with.',
    response: Type.Record(Type.String(), Type.Unknown(), { description: 'An OpenAPI document.' }),
    answer: () => ({ status: 200, value: document() }),
  });
}
