/** `GET /openapi.json`: the description of all routes, this one included. */

import { Type } from 'typebox';
import { defineRoute, NO_PARAMETERS, type Route } from '../routes/route.ts';
import { type OpenApiDocument, openApiDocument } from './document.ts';

/** @param routes Asked at the first request. @param serverUrl Address of the service, or `/`. */
export function openApiRoute(routes: () => readonly Route[], serverUrl: string): Route {
  let document: OpenApiDocument | undefined;
  return defineRoute({
    method: 'GET',
    path: '/openapi.json',
    operationId: 'get_openapi',
    summary: 'This description.',
    description: 'OpenAPI 3.1, made from the route table that requests are validated with.',
    access: 'public',
    errors: [],
    parameters: NO_PARAMETERS,
    response: Type.Record(Type.String(), Type.Unknown(), { description: 'An OpenAPI document.' }),
    answer: () => {
      document ??= openApiDocument(routes(), serverUrl);
      return { status: 200, value: document };
    },
  });
}
