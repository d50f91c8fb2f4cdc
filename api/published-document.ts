/** The document of the routes themselves, without a running service: what is checked in beside this file. */

import { systemClock } from '../runtime/clock.ts';
import { type OpenApiDocument, openApiDocument } from './openapi/document.ts';
import { createRoutes } from './route-table.ts';

/** What is not in `known` stands for any part: all that is read or called of it is itself. Only handlers use parts, and none is called here. */
const partly = (known: object): never =>
  new Proxy(known, {
    get: (_, name) => (name in known ? Reflect.get(known, name) : nothing),
  }) as never;
const nothing: never = partly(() => nothing);

export function publishedRoutes() {
  const given = { chain: undefined, isIssuer: true, clock: systemClock };
  return createRoutes(partly(given), nothing);
}

export const publishedDocument = (): OpenApiDocument => openApiDocument(publishedRoutes(), '/');
