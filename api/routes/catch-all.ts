/**
 * What answers where no route does: a discovery document, or a fault of the parameter `path` in FastAPI's form under the
 * prefixes where a wrong path is a mistake and not a visit.
 */

import { distance } from 'fastest-levenshtein';
import { type Answer, type ApiRequest, LIMITS, problem } from '../http/message.ts';
import type { Discovery } from '../schemas/service.ts';
import type { Fault } from '../validation/parameters.ts';
import type { Route } from './route.ts';

/** The catch-all as documents and access counts name it. */
export const CATCH_ALL_PATH = '/{path}';

const STRICT_PREFIX = /^\/(?:v1|mcp|ask|operator)(?:\/|$)/;

/** Answers paths that no route of `routes` knows. `base` is the public address of the service. */
export function createCatchAll(routes: readonly Route[], base: string, version: string) {
  const discovery = { status: 200, value: discoveryOf(routes, base, version) };
  // Nobody mistypes their way to a link: its one parameter reads like anything.
  const paths = routes.map((route) => route.path).filter((path) => !path.startsWith('/x/'));
  return (request: ApiRequest): Answer => {
    const path = strictlyDecoded(request.path);
    if (path === null) {
      return pathFault(request.path, 'path_encoding', 'Path should have valid percent-encoding');
    }
    if (Buffer.byteLength(path) > LIMITS.pathBytes) {
      const most = LIMITS.pathBytes;
      const message = `String should have at most ${most} characters`;
      return pathFault(path, 'string_too_long', message, { max_length: most });
    }
    if (path.startsWith('/.well-known/')) {
      return problem('not_found', 'Nothing is published at this well-known address.');
    }
    if (STRICT_PREFIX.test(path)) {
      const nearest = nearestOf(path, paths);
      const message = `Path should be a known one, such as ${nearest}`;
      return pathFault(path, 'unknown_path', message, { nearest });
    }
    return discovery;
  };
}

/** 422 as FastAPI writes it: member order and all. The input is the path parameter, which has no leading slash. */
function pathFault(path: string, type: string, msg: string, ctx?: Fault['ctx']): Answer {
  const fault = { type, loc: ['path', 'path'], msg, input: path.replace(/^\//, '') };
  return { status: 422, value: { detail: [ctx === undefined ? fault : { ...fault, ctx }] } };
}

/** The path with its percent-encoding undone, or null where that is malformed. */
function strictlyDecoded(path: string): string | null {
  try {
    return path.includes('%') ? decodeURIComponent(path) : path;
  } catch {
    return null;
  }
}

/** The known path that `path` is the begin of, or that reads most like it; what stands for a parameter costs nothing. */
function nearestOf(path: string, paths: readonly string[]): string {
  const wanted = path.slice(0, 256).replace(/\/+$/, '');
  const farFrom = (known: string) =>
    known.startsWith(`${wanted}/`) ? 0 : distance(wanted, filled(known, wanted));
  const measured = paths.map((known) => ({ known, far: farFrom(known) }));
  return measured.reduce((best, one) => (one.far < best.far ? one : best)).known;
}

/** A template with the segments of `path` in place of its parameters, where it has as many. */
function filled(template: string, path: string): string {
  const segments = path.split('/');
  return template
    .split('/')
    .map((part, at) => (part.startsWith('{') ? (segments[at] ?? part) : part))
    .join('/');
}

function discoveryOf(routes: readonly Route[], base: string, version: string): Discovery {
  return {
    service: 'turnout',
    description: 'Counts the people in a gym’s rooms with its existing cameras.',
    version,
    url: base,
    matched: false,
    endpoints: routes.map(({ method, path, summary }) => ({
      method,
      path,
      url: `${base}${path}`,
      summary,
    })),
    documents: { openapi: `${base}/openapi.json` },
    key: `POST ${base}/get-key makes a free key for the sample gym; in a browser the page at that address has a button.`,
    sandbox: 'Send the header X-Sandbox: true for sample data that needs no key.',
  };
}
