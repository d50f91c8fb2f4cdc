/**
 * Finds the route of a path. As with FastAPI the whole path is decoded first and matched then: `%2F` ends a segment, a
 * parameter takes one segment that is not empty, and dots are names like others.
 */

import { MAX_SCHEDULE_BYTES } from '../../gym/schedule/limits.ts';
import { wrongHostPage } from '../../web/pages/message.tsx';
import type { Guard } from '../auth/guard.ts';
import type { Destination, Router } from '../http/dispatch.ts';
import { type Answer, type ApiRequest, LIMITS, problem } from '../http/message.ts';
import { type OriginRule, originRule } from '../http/origin.ts';
import { decodePercent } from '../validation/parameters.ts';
import { CATCH_ALL_METHODS, CATCH_ALL_PATH, createCatchAll } from './catch-all.ts';
import type { Route, ServedRoute } from './route.ts';
import { plainPage } from './site/page-answer.ts';
import { isPageWanted, type Site, type SitePlace } from './site/site.ts';

export interface RouterOptions {
  /** Public address of the service, without a slash at its end. */
  readonly base: string;
  readonly version: string;
  readonly guard: Guard;
  /** Of pages, the owner API, and routes that ask for one; without it they answer this computer and its network. */
  readonly origins?: OriginRule;
  /** The pages, where they were built. */
  readonly site?: Site | null;
  /** Routes next to the table, which the discovery document does not list. */
  readonly operator?: readonly ServedRoute[];
}

const THIS_COMPUTER = originRule({
  publicUrl: null,
  host: '127.0.0.1',
  allowedHosts: [],
  allowedOrigins: [],
});

const NO_TEXTS: ReadonlyMap<string, string> = new Map();

/** A router over `routes` with the catch-all behind them. */
export function createRouter(
  routes: readonly Route[],
  { base, version, guard, origins = THIS_COMPUTER, site = null, operator = [] }: RouterOptions,
): Router {
  const byPath = new Map<string, Map<string, ServedRoute>>();
  for (const route of [...routes, ...operator]) {
    const methods = byPath.get(route.path) ?? new Map<string, ServedRoute>();
    byPath.set(route.path, methods.set(route.method, route));
  }
  const isTemplate = ([path]: [string, unknown]) => path.includes('{');
  const entries = [...byPath];
  const literals = new Map(
    entries
      .filter((entry) => !isTemplate(entry))
      .map(([path, methods]) => [path, destinationOf({ path, methods, guard, origins }, NO_TEXTS)]),
  );
  const templates = entries
    .filter(isTemplate)
    .map(([path, methods]) => ({ path, methods, guard, origins, pattern: patternOf(path) }));
  const catchAll = createCatchAll(routes, base, version);
  return {
    find: (rawPath) => {
      const known = literals.get(rawPath);
      if (known !== undefined) return known;
      const path = decodePercent(rawPath);
      const literal = literals.get(path);
      if (literal !== undefined) return literal;
      for (const template of templates) {
        const groups = template.pattern.exec(path)?.groups;
        if (groups !== undefined) {
          return destinationOf(template, new Map(Object.entries(groups)));
        }
      }
      const place = site?.find(path) ?? null;
      return place === null ? caught(catchAll) : ofSite(place, { catchAll, origins, guard });
    },
  };
}

/** `/v1/trainers/{trainer}` as an expression. Every template of the table has at least one parameter. */
function patternOf(path: string): RegExp {
  const parts = path.split(/\{(\w+)\}/);
  const source = parts.map((part, at) => (at % 2 === 1 ? `(?<${part}>[^/]+)` : literally(part)));
  return new RegExp(`^${source.join('')}$`, 'u');
}

function literally(text: string): string {
  return text.replace(/[.*+?^$()[\]\\|]/g, String.raw`\$&`);
}

interface Known {
  readonly path: string;
  readonly methods: ReadonlyMap<string, ServedRoute>;
  readonly guard: Guard;
  readonly origins: OriginRule;
}

function destinationOf(
  { path, methods: byMethod, guard, origins }: Known,
  pathTexts: ReadonlyMap<string, string>,
): Destination {
  const methods = methodsOf(byMethod);
  return {
    path,
    pathTexts,
    methods,
    isRoute: true,
    bodyBytes: bodyBytesOf(byMethod),
    awaitsBody: (request) => awaitsBody(byMethod.get(request.method), request, guard),
    origins: refusing(path, byMethod, origins),
    answer: (request) =>
      byMethod.get(request.method)?.answer(request, guard) ?? notAllowed(request.method, methods),
  };
}

/** What a path refuses by where a request comes from; null where it may come from anywhere. */
function refusing(
  path: string,
  byMethod: Known['methods'],
  { host, origin }: OriginRule,
): Destination['origins'] {
  if ([...byMethod.values()].some((route) => route.origins === 'checked')) {
    return (headers) => {
      const fault = host(headers) ?? origin(headers);
      return fault === null ? null : problem('foreign_page', fault);
    };
  }
  if (!path.startsWith('/operator/')) return null;
  return (headers) => {
    const fault = host(headers);
    return fault === null ? null : problem('wrong_host', fault);
  };
}

/** A file is read for those only who may send it: 32 MiB of everyone would be a way to fill the memory. */
function awaitsBody(route: ServedRoute | undefined, request: ApiRequest, guard: Guard): boolean {
  if (route?.takesFile !== true) return true;
  return route.mayUpload?.(request) ?? guard.isOperator(request);
}

function caught(catchAll: ReturnType<typeof createCatchAll>): Destination {
  return {
    path: CATCH_ALL_PATH,
    pathTexts: NO_TEXTS,
    methods: CATCH_ALL_METHODS,
    isRoute: false,
    bodyBytes: LIMITS.bodyBytes,
    origins: null,
    answer: (request) =>
      CATCH_ALL_METHODS.some((one) => one === request.method)
        ? catchAll(request)
        : notAllowed(request.method, CATCH_ALL_METHODS),
  };
}

interface SiteParts {
  readonly catchAll: ReturnType<typeof createCatchAll>;
  readonly origins: OriginRule;
  readonly guard: Guard;
}

/** A file of the pages, or a page for the client that prefers one: everything else is the catch-all's. */
function ofSite(place: SitePlace, { catchAll, origins: { host }, guard }: SiteParts): Destination {
  const other = caught(catchAll);
  if (place.kind === 'file') {
    return {
      ...other,
      path: '/assets/{file}',
      methods: FILE_METHODS,
      isRoute: true,
      answer: (request) =>
        request.method === 'GET' ? place.answer(request) : notAllowed(request.method, FILE_METHODS),
    };
  }
  const takes = (request: ApiRequest) =>
    isPageWanted(request) || (place.kind === 'form' && request.method === 'POST');
  return {
    ...other,
    ...(place.takesFile === true && {
      bodyBytes: MAX_SCHEDULE_BYTES + LIMITS.bodyBytes,
      awaitsBody: (request) => guard.isOperator(request),
    }),
    answer: (request) => {
      if (!takes(request)) return other.answer(request);
      const fault = host(request.headers);
      return fault === null
        ? place.answer(request)
        : plainPage({ status: 421, title: 'Unknown name', body: wrongHostPage(fault) });
    },
  };
}

const FILE_METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;

function methodsOf(known: ReadonlyMap<string, ServedRoute>): readonly string[] {
  return known.has('GET') ? [...known.keys(), 'HEAD', 'OPTIONS'] : [...known.keys(), 'OPTIONS'];
}

/** The largest of its methods: a body is read before it is known whether the method takes one. */
function bodyBytesOf(known: ReadonlyMap<string, ServedRoute>): number {
  return Math.max(...[...known.values()].map(({ bodyBytes = LIMITS.bodyBytes }) => bodyBytes));
}

function notAllowed(method: string, allowed: readonly string[]): Answer {
  const allow = allowed.join(', ');
  return problem('method_not_allowed', `${method} is not one of ${allow}.`, {
    headers: [['Allow', allow]],
  });
}
