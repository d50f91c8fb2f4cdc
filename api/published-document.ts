/** The document of the routes themselves, without a running service: what is checked in beside this file. */

import { systemClock } from '../runtime/clock.ts';
import { silentLog } from '../runtime/log/log.ts';
import { FormTokens } from './http/request/form-token.ts';
import { Traffic } from './metrics/traffic.ts';
import { type OpenApiDocument, openApiDocument } from './openapi/document.ts';
import { createRoutes } from './route-table.ts';

const nobody = (): never => {
  throw new Error('nothing is served here');
};
const NONE = { windows: [], take: nobody };

export function publishedDocument(): OpenApiDocument {
  const routes = createRoutes({
    engine: { status: nobody },
    clock: systemClock,
    traffic: new Traffic(),
    getKey: {
      access: { createKey: nobody },
      freeKeys: NONE,
      freeLookups: nobody,
      base: nobody,
    },
    signIn: {
      oauth: {
        limits: { registrations: NONE, authorizations: NONE, consents: NONE, tokens: NONE },
        findToken: nobody,
        client: nobody,
        register: nobody,
        grantCode: nobody,
        learn: nobody,
        exchangeCode: nobody,
        refresh: nobody,
        revoke: nobody,
      },
      access: { find: nobody, createKey: nobody },
      freeKeys: NONE,
      forms: new FormTokens(systemClock),
      log: silentLog,
      base: nobody,
    },
    agents: {
      reader: nobody,
      gyms: { asOf: nobody, view: nobody },
      painter: null,
      base: nobody,
      version: '',
      clock: systemClock,
      log: silentLog,
    },
    classes: { classesIn: nobody },
    live: { answer: nobody, figures: nobody },
    signIns: nobody,
    evidence: { session: nobody, lastHour: nobody },
    publicUrl: null,
    version: '',
    backing: nobody,
    process: nobody,
    logLinesDropped: nobody,
  });
  return openApiDocument(routes, '/');
}
