/** What a route is: the one description that serving, validation, types, documents and clients are derived from. */

import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import type { ErrorCode, ProblemBody } from '../../errors.ts';
import { text } from '../../gym/reports/field.ts';
import type { Caller, Subject } from '../../service/callers/caller.ts';
import type { GymSource } from '../../service/gyms/gym-source.ts';
import { admitting, type Guard } from '../auth/guard.ts';
import type { Answer, ApiRequest } from '../http/message.ts';
import {
  type ParameterSchemas,
  type Parameters,
  parameterReader,
} from '../validation/parameters.ts';

/** An answer of a route that is neither a success nor the usual body of an error, for documents. */
export interface RouteRefusal {
  readonly description: string;
  /** A text or nothing without it. */
  readonly body?: TSchema;
  /** Media types; JSON where they are left out and there is a schema. */
  readonly types?: readonly string[];
}

/** The answer of a route under an address of MCP. */
export interface RouteResource {
  /** Of several of one kind with the parameter of the path in braces: `turnout://classes/{class_id}`. */
  readonly uri: string;
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly description: string;
}

/** Arguments of a tool that were checked. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A route as a tool of MCP: what the tool has beside the description, parameters and answer of the route. */
export interface RouteTool {
  /** When to use it, and what instead. */
  readonly when: string;
  readonly input?: TProperties;
  /** Schema of {@link shape}. */
  readonly output?: TSchema;
  /** What is wrong with arguments that the input schema accepts; null is nothing. */
  readonly fault?: (given: Arguments) => string | null;
  /** The answer of the route in a form for models. @param asOf Gyms on dates gone by; null has none. */
  readonly shape?: (
    body: object,
    given: Arguments,
    caller: Caller,
    asOf: GymSource['asOf'] | null,
  ) => object | Promise<object>;
}

/** An argument that turns a picture on: no picture is drawn that nobody asked for. */
export const CHART = Type.Optional(
  Type.Boolean({ default: false, description: 'Whether to add a picture.' }),
);

/** What documents and the router know of a route. */
interface Facts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Literal, or with parameters in braces that take one segment each: `/v1/trainers/{trainer}`. */
  readonly path: string;
  /** Unique, snake_case; the name of the tool and of the clients' method. */
  readonly operationId: string;
  /** One sentence. */
  readonly summary: string;
  /** Markdown: what the figures mean. */
  readonly description: string;
  /** Errors that it answers with next to 422, and to those of credentials where it has figures. */
  readonly errors?: readonly ErrorCode[];
  /** Whether a success is a stream of events and never JSON. */
  readonly isEvents?: true;
  /** Where it is not 200. */
  readonly successStatus?: 201;
  /** Media types that a success may have next to JSON; of a stream of events instead of it. */
  readonly textTypes?: readonly string[];
  /** Schema of the JSON body that it takes, for documents: the handler reads the body itself. */
  readonly requestBody?: TSchema;
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

/** Of a route with figures: for tools and resources as well, whose callers were let in already. */
export interface RouteFigures {
  /** What the parameters ask to see: the guard looks at nothing else of them. */
  readonly subject: (parameters: FigureParameters) => Subject;
  readonly answer: (parameters: FigureParameters, caller: Caller) => Answer | Promise<Answer>;
}

/** Values in the types that the schemas of path and query say, defaults filled in, unknown names left out. */
export interface FigureParameters {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
}

export interface Route extends Facts {
  readonly errors: readonly ErrorCode[];
  readonly parameters: ParameterSchemas;
  /** Schema of the 200 body. */
  readonly response: TSchema;
  /** Whether it wants a key, a token or the sandbox header, and a 200 costs a lookup. */
  readonly isCharged: boolean;
  /** Null for routes without figures, and for those that read more than parameters. */
  readonly figures: RouteFigures | null;
  /** Where agents can attach its answer to a conversation. */
  readonly resource?: RouteResource;
  /** Where agents can call it. */
  readonly tool?: RouteTool;
  readonly answer: (request: ApiRequest, guard: Guard) => Answer | Promise<Answer>;
}

/** What the router needs of a route. */
export interface ServedRoute
  extends Pick<Route, 'method' | 'path' | 'bodyBytes' | 'origins' | 'answer'> {
  /** Whether it takes a file of an owner. */
  readonly takesFile?: true;
}

/** What the schema says, or an error. */
type RouteAnswer<Response extends TSchema> = Answer<Static<Response>> | Answer<ProblemBody>;

interface FiguresDefinition<
  Path extends TProperties,
  Query extends TProperties,
  Header extends TProperties,
  Response extends TSchema,
> extends Facts,
    Pick<Route, 'resource' | 'tool'> {
  readonly parameters?: { readonly path?: Path; readonly query?: Query; readonly header?: Header };
  readonly response: Response;
  /** Whether it is watched as it happens, and nothing is charged. */
  readonly isWatched?: true;
  readonly subject: (
    parameters: Parameters<{ path: Path; query: Query; header: Header }>,
  ) => Subject;
  readonly answer: (
    parameters: Parameters<{ path: Path; query: Query; header: Header }>,
    caller: Caller,
    /** Left out where an adapter asks: see {@link RouteFigures}. */
    request?: ApiRequest,
  ) => RouteAnswer<Response> | Promise<RouteAnswer<Response>>;
}

/** Headers that every route with figures takes. They are checked for nothing but being text: the guard reads them. */
export const CREDENTIALS = {
  authorization: Type.Optional(text('Bearer credential: `Bearer <API_KEY>`.')),
  'x-api-key': Type.Optional(
    text('The key, instead of `Authorization`. If both are sent, they must be equal.'),
  ),
  'x-sandbox': Type.Optional(
    text(
      '`true` (in any case) selects sample data that are the same everywhere. No key is needed, and a key is ignored.',
    ),
  ),
};

/**
 * A route with figures. Its handler gets what its schemas say and must give what its response schema says; parameters that
 * are wrong are answered with 422 before it is asked, and before anything looks at credentials.
 */
export function figuresRoute<
  Response extends TSchema,
  Path extends TProperties = Record<never, TSchema>,
  Query extends TProperties = Record<never, TSchema>,
  Header extends TProperties = Record<never, TSchema>,
>(definition: FiguresDefinition<Path, Query, Header, Response>): Route {
  const { parameters, isWatched, subject, answer, ...facts } = definition;
  const { path = {}, query = {}, header = {} } = parameters ?? {};
  const read = parameterReader({ path, query, header } as {
    path: Path;
    query: Query;
    header: Header;
  });
  return {
    errors: [],
    ...facts,
    parameters: { path, query, header: { ...CREDENTIALS, ...header } },
    isCharged: true,
    // Of the types of the schemas: the caller has checked them.
    figures: { subject, answer } as unknown as RouteFigures,
    answer: admitting({ read, subject, answer, isWatched }),
  };
}

/** Any other route: its handler reads the request by itself, and finds out who may ask where it matters. */
export function route(
  facts: Facts & Pick<Route, 'response'> & Partial<Pick<Route, 'parameters' | 'isCharged'>>,
  answer: Route['answer'],
): Route {
  const none = { errors: [], parameters: { path: {}, query: {}, header: {} } };
  return { ...none, isCharged: false, figures: null, ...facts, answer };
}
