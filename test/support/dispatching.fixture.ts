/** Paths that are behind no guard, for tests of what carries requests to them. */

import type { Guard } from '../../api/auth/guard.ts';
import { type Answer, type ApiRequest, LIMITS } from '../../api/http/message.ts';
import type { Destination, Router } from '../../api/routes/router.ts';

/** Nothing of vitest: processes of their own import this too. */
const unasked = (): never => {
  throw new Error('Nothing here is behind a guard.');
};

export const NOBODY: Guard = {
  prepare: () => null,
  admit: () => unasked(),
  enter: () => unasked(),
  recognise: () => unasked(),
  follow: () => unasked(),
  operate: () => unasked(),
  isOperator: () => unasked(),
};

/** Every path leads to `answer`, by GET and POST. */
export function routerTo(
  answer: (request: ApiRequest) => Answer | Promise<Answer>,
  more: Partial<Destination> = {},
): Router {
  const methods = ['GET', 'POST'];
  const destination = {
    pathTexts: new Map(),
    isRoute: true,
    methods,
    routes: new Map(methods.map((method) => [method, { answer }])),
    bodyBytes: LIMITS.bodyBytes,
    awaitsBody: () => true,
    origins: null,
    ...more,
  };
  return { literals: new Map(), find: (path) => ({ ...destination, path }) };
}
