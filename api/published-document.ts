/** The document of the routes themselves, without a running service: what is checked in beside this file. */

import { systemClock } from '../runtime/clock.ts';
import { type OpenApiDocument, openApiDocument } from './openapi/document.ts';
import { createRoutes } from './route-table.ts';

/** Stands for any part: all that is read or called of it is itself. Only handlers use parts, and none is called here. */
const nothing: never = new Proxy(() => nothing, {
  get: (target, name) => (name in target ? Reflect.get(target, name) : nothing),
}) as never;

export function publishedDocument(): OpenApiDocument {
  const service = { engine: nothing, traffic: nothing, classes: nothing, evidence: nothing };
  const described = { reader: nothing, gyms: nothing, painter: null, base: nothing, version: '' };
  const routes = createRoutes({
    ...service,
    clock: systemClock,
    getKey: nothing,
    signIn: nothing,
    agents: { ...described, clock: systemClock, log: nothing },
    live: nothing,
    signIns: nothing,
    publicUrl: null,
    version: '',
    backing: nothing,
    process: nothing,
    logLinesDropped: nothing,
  });
  return openApiDocument(routes, '/');
}
