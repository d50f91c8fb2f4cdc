/** The document of the routes themselves, without a running service: what is checked in beside this file. */

import { systemClock } from '../../engine/index.ts';
import { Traffic } from '../metrics/traffic.ts';
import { createRoutes } from '../routes/index.ts';
import { type OpenApiDocument, openApiDocument } from './document.ts';

export function publishedDocument(): OpenApiDocument {
  const nobody = (): never => {
    throw new Error('nothing is served here');
  };
  const routes = createRoutes({
    engine: { status: nobody },
    clock: systemClock,
    traffic: new Traffic(),
    publicUrl: null,
    version: '',
  });
  return openApiDocument(routes, '/');
}
