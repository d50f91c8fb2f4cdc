/**
 * Finds the route of a path. As with FastAPI the whole path is decoded first and matched then: `%2F` ends a segment, a
 * parameter takes one segment that is not empty, and dots are names like others.
 */

import { MAX_SCHEDULE_BYTES } from '../../gym/schedule/entry.ts';
import { wrongHostPage } from '../../web/pages/notice.tsx';
import type { Guard } from '../auth/guard.ts';
import { NO_TEXTS } from '../http/context.ts';
import { type Answer, type ApiRequest, HTTP_METHODS, LIMITS, problem } from '../http/message.ts';
import type { OriginRule } from '../http/origin.ts';
import { decodePercent } from '../validation/parameters.ts';
import { CATCH_ALL_PATH, createCatchAll } from './catch-all.ts';
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

interface RouterOptions {
  /** Public address of the service, without a slash at its end. */
  readonly base: string;
  readonly version: string;
  readonly guard: Guard;
  /** Of pages, the owner API, and routes that ask for one. */
  readonly origins: OriginRule;
  /** The pages, where they were built. */
  readonly site: Site | null;
  /** Routes next to the table, which the discovery document does not list. */
  readonly unlisted: readonly ServedRoute[];
}

/** A router over `routes` with the catch-all behind them. */
export function createRouter(routes: readonly Route[], options: RouterOptions): Router {
  const { base, version, guard, origins, site, unlisted } = options;
  const byPath = new Map<string, ServedRoute[]>();
  for (const route of [...routes, ...unlisted]) {
    byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
  }
  const known = [...byPath].map(([path, own]) => destinationOf(path, own, guard, origins));
  const isTemplate = ({ path }: Destination) => path.includes('{');
  const literals = new Map(known.filter((one) => !isTemplate(one)).map((one) => [one.path, one]));
  const templates = known
    .filter(isTemplate)
    .map((destination) => ({ destination, pattern: patternOf(destination.path) }));
  const catchAll = createCatchAll(routes, base, version);
  const caught: Destination = {
    path: CATCH_ALL_PATH,
    pathTexts: NO_TEXTS,
    methods: HTTP_METHODS,
    routes: forAll(catchAll),
    isRoute: false,
    bodyBytes: LIMITS.bodyBytes,
    awaitsBody: () => true,
    origins: null,
  };
  /** A file of the pages, or a page for the client that prefers one: everything else is the catch-all's. */
  const ofSite = (place: SitePlace): Destination => {
    if (place.kind === 'file') {
      const routes = new Map([['GET', place]]);
      return { ...caught, path: '/assets/{file}', methods: FILE_METHODS, routes, isRoute: true };
    }
    const answer = (request: ApiRequest) => {
      const isForm = place.kind === 'form' && request.method === 'POST';
      if (!isForm && !isPageWanted(request)) return catchAll(request);
      const fault = origins.host(request.headers);
      return fault === null
        ? place.answer(request)
        : plainPage({ status: 421, title: 'Unknown name', body: wrongHostPage(fault) });
    };
    const file = place.takesFile === true && {
      bodyBytes: MAX_SCHEDULE_BYTES + LIMITS.bodyBytes,
      awaitsBody: (request: ApiRequest) => guard.isOperator(request),
    };
    return { ...caught, ...file, routes: forAll(answer) };
  };
  return {
    literals,
    find: (rawPath) => {
      const path = decodePercent(rawPath);
      const literal = literals.get(path);
      if (literal !== undefined) return literal;
      for (const { destination, pattern } of templates) {
        const groups = pattern.exec(path)?.groups;
        if (groups !== undefined) {
          return { ...destination, pathTexts: new Map(Object.entries(groups)) };
        }
      }
      const place = site?.find(path) ?? null;
      return place === null ? caught : ofSite(place);
    },
  };
}

/** `/v1/trainers/{trainer}` as an expression. Every template of the table has at least one parameter. */
function patternOf(path: string): RegExp {
  const literally = path.replace(/[.*+?^$()[\]\\|]/g, String.raw`\$&`);
  return new RegExp(`^${literally.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`, 'u');
}

/** Where a path leads: as the route was declared, with its braces, one of a bounded set. */
export type Destination = ReturnType<typeof destinationOf>;

function destinationOf(
  path: string,
  own: readonly ServedRoute[],
  guard: Guard,
  origins: OriginRule,
) {
  const routes = new Map(own.map((route) => [route.method, route]));
  return {
    path,
    /** Decoded texts of its braces. */
    pathTexts: NO_TEXTS,
    /** As they are told. */
    methods: [
      ...routes.keys(),
      ...(routes.has('GET') ? ['HEAD'] : []),
      'OPTIONS',
    ] as readonly string[],
    routes: routes as Answerers,
    /** False for the catch-all. */
    isRoute: true,
    // The largest of its methods: a body is read before it is known whether the method takes one.
    bodyBytes: Math.max(...own.map(({ bodyBytes = LIMITS.bodyBytes }) => bodyBytes)),
    /** Whether a body is worth reading: a file is read for those only who may send it, or 32 MiB of everyone would fill the memory. */
    awaitsBody: (request: ApiRequest) =>
      routes.get(request.method)?.takesFile !== true || guard.isOperator(request),
    origins: refusing(path, own, origins),
  };
}

/** Who answers, by method. */
type Answerers = ReadonlyMap<string, Pick<ServedRoute, 'answer' | 'inflates'>>;

/**
 * Why a request that was sent under this name, or for this page, is refused: asked before anything else looks at it,
 * preflights too. Null where it may come from anywhere.
 */
function refusing(path: string, own: readonly ServedRoute[], { host, origin }: OriginRule) {
  const isChecked = own.some((route) => route.origins === 'checked');
  if (!isChecked && !path.startsWith('/operator/')) return null;
  return (headers: ApiRequest['headers']): Answer | null => {
    const fault = host(headers) ?? (isChecked ? origin(headers) : null);
    return fault === null ? null : problem(isChecked ? 'foreign_page' : 'wrong_host', fault);
  };
}

/** The same answer for every method of the catch-all. */
function forAll(answer: (request: ApiRequest) => Answer | Promise<Answer>): Answerers {
  return new Map(HTTP_METHODS.map((method) => [method, { answer }]));
}

const FILE_METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;
