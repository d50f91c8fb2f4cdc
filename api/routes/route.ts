/** What a route is: the one description that serving, validation, types, documents and clients are derived from. */

import type { Static, TProperties, TSchema } from 'typebox';
import type { ErrorCode, ProblemBody } from '../../errors.ts';
import type { Caller, Subject } from '../../service/callers/caller.ts';
import type { Guard } from '../auth/admission.ts';
import type { Answer, ApiRequest } from '../http/message.ts';
import {
  isAnyFine,
  type ParameterReading,
  type ParameterSchemas,
  type Parameters,
  type ParameterTexts,
  parameterReader,
} from '../validation/parameters.ts';
import { parseQuery } from '../validation/query-string.ts';
import type { RouteRefusal } from './route-refusal.ts';

/**
 * What a route asks of the caller it. `public`: nothing. `figures`: a key or a token of a role that may see the figures,
 * or the sandbox header; a 200 costs a lookup.
 */
export type RouteAccess = 'public' | 'figures';

/** What documents say of a route. */
interface RouteFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Literal, or with parameters in braces that take one segment each: `/v1/trainers/{trainer}`. */
  readonly path: string;
  /** Unique, snake_case; the name of the tool and of the clients' method. */
  readonly operationId: string;
  /** One sentence. */
  readonly summary: string;
  /** Markdown: what the figures mean. */
  readonly description: string;
  /** Errors that it answers with next to 422. */
  readonly errors: readonly ErrorCode[];
  /** Whether a success is a stream of events and never JSON. */
  readonly isEvents?: true;
  /** Where it is not 200. */
  readonly successStatus?: 201;
  /** Media types that a success may have next to JSON; of a stream of events instead of it. */
  readonly textTypes?: readonly string[];
  /** Schema of the JSON body that it takes, for documents: the handler reads the body itself. */
  readonly requestBody?: TSchema;
  /** Whether it takes a file. */
  readonly takesFile?: true;
  /** Schema of the form that it takes, for documents as well. */
  readonly formBody?: TSchema;
  /** Schemas of texts of the query that its handler reads by itself, for documents as well: each may be left out. */
  readonly queryTexts?: TProperties;
  /** Answers that are neither a success nor the usual body of an error, by status, for documents. */
  readonly refusals?: Readonly<Record<number, RouteRefusal>>;
  /** Largest body, bytes, where it is not the usual one ({@link LIMITS}). */
  readonly bodyBytes?: number;
  /** Where more is told, or charged, with a key than without. */
  readonly credentials?: 'optional';
  /** Where it answers only under names, and to pages, that are no foreign ones: 403 `foreign_page` else. For all methods of its path. */
  readonly origins?: 'checked';
}

/** The figures behind a route, for adapters that have no HTTP request of their own: tools, questions. */
export interface RouteFigures {
  /** Values in the types that the schemas of path and query say, defaults filled in, unknown names left out. */
  readonly subject: (parameters: FigureParameters) => Subject;
  readonly respond: (parameters: FigureParameters, caller: Caller) => Answer | Promise<Answer>;
}

export interface FigureParameters {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
}

export interface Route extends RouteFacts {
  readonly parameters: ParameterSchemas;
  /** Schema of the 200 body. */
  readonly response: TSchema;
  readonly access: RouteAccess;
  /** Null for routes without figures. */
  readonly figures: RouteFigures | null;
  /** Validates, asks the guard where the access needs it, then handles. */
  readonly answer: (request: ApiRequest, guard: Guard) => Answer | Promise<Answer>;
}

/** What the router needs of a route. */
export interface ServedRoute
  extends Pick<Route, 'method' | 'path' | 'takesFile' | 'bodyBytes' | 'origins' | 'answer'> {
  /** Whose file is read; owners' where it is left out. */
  readonly mayUpload?: (request: ApiRequest) => boolean;
}

interface Definition<
  Path extends TProperties,
  Query extends TProperties,
  Header extends TProperties,
  Response extends TSchema,
> extends RouteFacts {
  readonly parameters: {
    readonly path: Path;
    readonly query: Query;
    readonly header: Header;
  };
  readonly response: Response;
}

/** What the schema says, or an error. */
type RouteAnswer<Response extends TSchema> = Answer<Static<Response>> | Answer<ProblemBody>;
type Answering<Response extends TSchema> = RouteAnswer<Response> | Promise<RouteAnswer<Response>>;

interface PublicDefinition<
  Path extends TProperties,
  Query extends TProperties,
  Header extends TProperties,
  Response extends TSchema,
> extends Definition<Path, Query, Header, Response> {
  readonly access: 'public';
  readonly answer: (
    parameters: Parameters<{ path: Path; query: Query; header: Header }>,
    request: ApiRequest,
  ) => Answering<Response>;
}

interface FiguresDefinition<
  Path extends TProperties,
  Query extends TProperties,
  Header extends TProperties,
  Response extends TSchema,
> extends Definition<Path, Query, Header, Response> {
  readonly access: 'figures';
  /** Whether it is watched as it happens, and nothing is charged. */
  readonly isWatched?: true;
  /** What the parameters ask to see: the guard looks at nothing else of them. */
  readonly subject: (
    parameters: Parameters<{ path: Path; query: Query; header: Header }>,
  ) => Subject;
  readonly answer: (
    parameters: Parameters<{ path: Path; query: Query; header: Header }>,
    caller: Caller,
    /** Left out where an adapter asks: see {@link RouteFigures}. */
    request?: ApiRequest,
  ) => Answering<Response>;
}

/** For routes that take nothing. */
export const NO_PARAMETERS = { path: {}, query: {}, header: {} } as const;

/**
 * Declares a route. Its handler gets what its schemas say and must give what its response schema says; parameters that
 * are wrong are answered with 422 before it is asked, and before anything looks at credentials.
 */
export function defineRoute<
  Path extends TProperties,
  Query extends TProperties,
  Header extends TProperties,
  Response extends TSchema,
>(
  definition:
    | PublicDefinition<Path, Query, Header, Response>
    | FiguresDefinition<Path, Query, Header, Response>,
): Route {
  const readParameters = parameterReader(definition.parameters);
  const unasked = definition.access === 'figures' ? unaskedOf(definition, readParameters) : null;
  return {
    ...definition,
    figures: definition.access === 'figures' ? figuresOf(definition) : null,
    answer: (request, guard) => {
      if (
        unasked !== null &&
        definition.access === 'figures' &&
        (request.rawQuery === null || request.rawQuery === '') &&
        request.pathTexts.size === 0
      ) {
        const { parameters, subject } = unasked;
        return guard.admit(request, subject, (caller) => definition.answer(parameters, caller));
      }
      const reading = readParameters({
        path: request.pathTexts,
        query: parseQuery(request.rawQuery),
        header: request.headers,
      });
      if (!reading.ok) return { status: 422, value: { detail: reading.faults } };
      const { parameters } = reading;
      if (definition.access === 'public') return definition.answer(parameters, request);
      const subject = definition.subject(parameters);
      const handle = (caller: Caller) => definition.answer(parameters, caller, request);
      return definition.isWatched === true
        ? guard.watch(request, subject, handle)
        : guard.admit(request, subject, handle);
    },
  };
}

/**
 * What a route with figures is asked where path and query have no texts: read once, since its headers are for the guard
 * alone. Null where it must be read each time.
 */
function unaskedOf<
  Path extends TProperties,
  Query extends TProperties,
  Header extends TProperties,
  Response extends TSchema,
>(
  { parameters: { header }, subject }: FiguresDefinition<Path, Query, Header, Response>,
  read: (texts: ParameterTexts) => ParameterReading<{ path: Path; query: Query; header: Header }>,
) {
  if (!isAnyFine(header)) return null;
  const reading = read({ path: new Map(), query: new Map(), header: new Map() });
  if (!reading.ok) return null;
  const { parameters } = reading;
  return { parameters, subject: subject(parameters) };
}

/** The types of the parameters are those of the schemas: the caller has checked them. */
function figuresOf<
  Path extends TProperties,
  Query extends TProperties,
  Header extends TProperties,
  Response extends TSchema,
>({ subject, answer }: FiguresDefinition<Path, Query, Header, Response>): RouteFigures {
  type Own = Parameters<{ path: Path; query: Query; header: Header }>;
  const own = (parameters: FigureParameters) => ({ ...parameters, header: {} }) as unknown as Own;
  return {
    subject: (parameters) => subject(own(parameters)),
    respond: (parameters, caller) => answer(own(parameters), caller),
  };
}
