/** Finds the route of a request: by its decoded path, then by its method. */

import type { Router } from '../http/dispatch.ts';
import { problem } from '../http/problem.ts';
import { CATCH_ALL_METHODS, createCatchAll } from './catch-all.ts';
import type { Answer, Route } from './route.ts';

export interface RouterOptions {
  /** Public address of the service, without a slash at its end. */
  readonly base: string;
  readonly version: string;
}

/** A router over `routes` with the catch-all behind them. */
export function createRouter(routes: readonly Route[], options: RouterOptions): Router {
  const byPath = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    const methods = byPath.get(route.path) ?? new Map<string, Route>();
    byPath.set(route.path, methods.set(route.method, route));
  }
  const catchAll = createCatchAll(routes, options.base, options.version);
  return {
    allowed: (path) => {
      const known = byPath.get(decodePath(path) ?? '');
      const methods = known === undefined ? CATCH_ALL_METHODS : methodsOf(known);
      return { isRoute: known !== undefined, methods };
    },
    answer: (request) => {
      const path = decodePath(request.path);
      const known = path === null ? undefined : byPath.get(path);
      if (known === undefined) {
        return isCaught(request.method)
          ? catchAll(request, path)
          : notAllowed(request.method, CATCH_ALL_METHODS);
      }
      const route = known.get(request.method);
      return route === undefined
        ? notAllowed(request.method, methodsOf(known))
        : route.answer({ ...request, path: path ?? request.path });
    },
  };
}

function isCaught(method: string): boolean {
  return CATCH_ALL_METHODS.some((one) => one === method);
}

function methodsOf(known: ReadonlyMap<string, Route>): readonly string[] {
  return known.has('GET') ? [...known.keys(), 'HEAD', 'OPTIONS'] : [...known.keys(), 'OPTIONS'];
}

function notAllowed(method: string, allowed: readonly string[]): Answer {
  const allow = allowed.join(', ');
  return problem('method_not_allowed', `${method} is not one of ${allow}.`, [['Allow', allow]]);
}

/** The path with its percent-encoding undone, or null where that is malformed. */
function decodePath(path: string): string | null {
  if (!path.includes('%')) {
    return path;
  }
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
