/**
 * Finds the route of a path. As with FastAPI the whole path is decoded first and matched then: `%2F` ends a segment, a
 * parameter takes one segment that is not empty, and dots are names like others.
 */

import { MAX_SCHEDULE_BYTES } from '../../gym/schedule/entry.ts';
import { wrongHostPage } from '../../web/pages/notice.tsx';
import type { Guard } from '../auth/guard.ts';
import { type Answer, type ApiRequest, LIMITS, problem } from '../http/message.ts';
import { type OriginRule, originRule } from '../http/origin.ts';
import { decodePercent } from '../validation/parameters.ts';
import { CATCH_ALL_METHODS, CATCH_ALL_PATH, createCatchAll } from './catch-all.ts';
import type { Route, ServedRoute } from './route.ts';
import { plainPage } from './site/page-answer.ts';
import { isPageWanted, type Site, type SitePlace } from './site/site.ts';

/** Finds who answers. */
export interface Router {
  /** Of paths without parameters, by path as it is usually sent. */
  readonly literals: ReadonlyMap<string, Destination>;
  /** Where any other `path` (as sent) leads: every path leads somewhere. */
  find(path: string): Destination;
}

/** Where a path leads. */
export interface Destination {
  /** Path of the route as it was declared, with its braces: one of a bounded set. */
  readonly path: string;
  /** Decoded texts of its braces. */
  readonly pathTexts: ReadonlyMap<string, string>;
  /** False for the catch-all. */
  readonly isRoute: boolean;
  /** As they are told. */
  readonly methods: readonly string[];
  /** Who answers, by method. */
  readonly routes: ReadonlyMap<string, Pick<ServedRoute, 'answer'>>;
  /**
   * Whether the body of a request is worth reading: a large one of someone who may not send it is not. Then the answer is
   * made without it. Left out: always.
   */
  readonly awaitsBody?: (request: ApiRequest) => boolean;
  /** Largest body that it takes, bytes. */
  readonly bodyBytes: number;
  /**
   * Why a request that was sent under this name, or for this page, is refused: asked before anything else looks at it,
   * preflights too. Null where it may come from anywhere.
   */
  readonly origins: ((headers: ApiRequest['headers']) => Answer | null) | null;
}

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
  readonly unlisted?: readonly ServedRoute[];
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
  { base, version, guard, origins = THIS_COMPUTER, site = null, unlisted = [] }: RouterOptions,
): Router {
  const byPath = new Map<string, Map<string, ServedRoute>>();
  for (const route of [...routes, ...unlisted]) {
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
  const caught: Destination = {
    path: CATCH_ALL_PATH,
    pathTexts: NO_TEXTS,
    methods: CATCH_ALL_METHODS,
    routes: forAll(catchAll),
    isRoute: false,
    bodyBytes: LIMITS.bodyBytes,
    origins: null,
  };
  return {
    literals,
    find: (rawPath) => {
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
      return place === null ? caught : ofSite(place, { catchAll, caught, origins, guard });
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
  return {
    path,
    pathTexts,
    methods: methodsOf(byMethod),
    routes: byMethod,
    isRoute: true,
    bodyBytes: bodyBytesOf(byMethod),
    awaitsBody: (request) => awaitsBody(byMethod.get(request.method), request, guard),
    origins: refusing(path, byMethod, origins),
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
  return route?.takesFile !== true || guard.isOperator(request);
}

/** The same answer for every method of the catch-all. */
function forAll(answer: (request: ApiRequest) => Answer | Promise<Answer>): Destination['routes'] {
  return new Map(CATCH_ALL_METHODS.map((method) => [method, { answer }]));
}

interface SiteParts {
  readonly catchAll: (request: ApiRequest) => Answer;
  /** Where the catch-all is. */
  readonly caught: Destination;
  readonly origins: OriginRule;
  readonly guard: Guard;
}

/** A file of the pages, or a page for the client that prefers one: everything else is the catch-all's. */
function ofSite(place: SitePlace, { catchAll, caught, origins, guard }: SiteParts): Destination {
  if (place.kind === 'file') {
    const routes = new Map([['GET', place]]);
    return { ...caught, path: '/assets/{file}', methods: FILE_METHODS, routes, isRoute: true };
  }
  const takes = (request: ApiRequest) =>
    isPageWanted(request) || (place.kind === 'form' && request.method === 'POST');
  return {
    ...caught,
    ...(place.takesFile === true && {
      bodyBytes: MAX_SCHEDULE_BYTES + LIMITS.bodyBytes,
      awaitsBody: (request) => guard.isOperator(request),
    }),
    routes: forAll((request) => {
      if (!takes(request)) return catchAll(request);
      const fault = origins.host(request.headers);
      return fault === null
        ? place.answer(request)
        : plainPage({ status: 421, title: 'Unknown name', body: wrongHostPage(fault) });
    }),
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
