/** The document of the routes themselves, without a running service: what is checked in beside this file. */

import { systemClock } from '../runtime/clock.ts';
import { type OpenApiDocument, openApiDocument } from './openapi/document.ts';
import { createRoutes } from './route-table.ts';

/** Stands for any part: all that is read or called of it is itself. Only handlers use parts, and none is called here. */
const nothing: never = new Proxy(() => nothing, {
  get: (target, name) => (name in target ? Reflect.get(target, name) : nothing),
}) as never;

export function publishedDocument(): OpenApiDocument {
  const given = { chain: undefined, painter: null, isIssuer: true, clock: systemClock };
  const app = new Proxy(given, {
    get: (target, name) => (name in target ? Reflect.get(target, name) : nothing),
  }) as never;
  return openApiDocument(createRoutes(app, nothing), '/');
}
