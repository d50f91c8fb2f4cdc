/** What a route is: the one description that serving, validation, types, documents and clients are derived from. */

import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import type { ErrorCode, ProblemBody } from '../../errors.ts';
import { optional, text } from '../../gym/reports/field.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Caller, Subject } from '../../service/callers/caller.ts';
import { viewCache } from '../../service/gyms/gym-classes.ts';
import type { GymSource } from '../../service/gyms/gym-source.ts';
import type { Guard } from '../auth/guard.ts';
import { NO_TEXTS } from '../http/context.ts';
import type { Answer, ApiRequest } from '../http/message.ts';
import {
  type ParameterSchemas,
  type Parameters,
  parameterReader,
  parseQuery,
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
  /** The answer of the route in a form for models, or what is wrong with arguments today. @param asOf Gyms on dates gone by; null has none. */
  readonly shape?: (
    body: object,
    given: Arguments,
    caller: Caller,
    asOf: GymSource['asOf'] | null,
  ) => object | Promise<object | string>;
}

/** An argument that turns a picture on: no picture is drawn that nobody asked for. */
export const CHART = Type.Optional(
  Type.Boolean({ default: false, description: 'Whether to add a picture.' }),
);

/** An id or a name in a path. */
export const pathText = (description: string) => Type.String({ maxLength: 128, description });

/** What documents and the router know of a route, beside its method and path. */
interface Facts {
  /** Unique, snake_case; the name of the tool and of the clients' method. */
  readonly operationId: string;
  /** One sentence. */
  readonly summary: string;
  /** Markdown: what the figures mean. */
  readonly description: string;
  /** Errors that it answers with next to 422, and to those of credentials where it takes some. */
  readonly errors?: readonly ErrorCode[];
  /** Schema of the 200 body. */
  readonly response: TSchema;
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
  /** Where agents can attach its answer to a conversation. */
  readonly resource?: RouteResource;
  /** Where agents can call it. */
  readonly tool?: RouteTool;
}

export interface Route extends Facts {
  readonly method: string;
  /** Literal, or with parameters in braces that take one segment each: `/v1/trainers/{trainer}`. */
  readonly path: string;
  readonly errors: readonly ErrorCode[];
  readonly parameters: ParameterSchemas;
  /** Whether it wants a key, a token or the sandbox header, and a 200 costs a lookup. */
  readonly isCharged: boolean;
  readonly answer: (request: ApiRequest, guard: Guard) => Answer | Promise<Answer>;
}

/** Chosen here: more than the routes have values, and a few MB. */
const reports = viewCache<object>(512);

/**
 * Answers with a report that is kept with the view that it was made from: it is made, and later serialised, once for each
 * version of the gym.
 *
 * @param name Says which of all reports of the view it is.
 */
export function reported<Body extends object>(view: GymView, name: string, make: () => Body) {
  // One name, one report.
  return { status: 200, value: reports.get(view, name, make) as Body };
}

/** What the router needs of a route. */
export interface ServedRoute
  extends Pick<Route, 'method' | 'path' | 'bodyBytes' | 'origins' | 'answer'> {
  /** Whether it takes a file of an owner. */
  readonly takesFile?: true;
  /** Whether it reads bodies with a Content-Encoding. */
  readonly inflates?: true;
}

/** Method and path: `GET /v1/summary`. */
type Name = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`;

/** The method and the path of a name. */
export function placeOf(name: string): { readonly method: string; readonly path: string } {
  const [method = '', path = ''] = name.split(' ');
  return { method, path };
}

/** Any route but those with figures: its handler reads the request by itself, and finds out who may ask where it matters. */
export function route({
  name,
  ...facts
}: Facts & { readonly name: Name } & Pick<Route, 'answer'> &
  Partial<Pick<Route, 'parameters' | 'isCharged'>>): Route {
  const none = { errors: [], parameters: { path: {}, query: {}, header: {} } };
  return { ...placeOf(name), ...none, isCharged: false, ...facts };
}

/** What the schema says, or an error. */
type RouteAnswer<Response extends TSchema> = Answer<Static<Response>> | Answer<ProblemBody>;

interface FiguresDefinition<Given extends Partial<ParameterSchemas>, Response extends TSchema>
  extends Facts {
  readonly name: Name;
  readonly parameters?: Given;
  readonly response: Response;
  /** Whether it is watched as it happens, and nothing is charged. */
  readonly isWatched?: true;
  readonly subject: (parameters: Parameters<Given>) => Subject;
  readonly answer: (
    parameters: Parameters<Given>,
    caller: Caller,
    request: ApiRequest,
  ) => RouteAnswer<Response> | Promise<RouteAnswer<Response>>;
}

/** Headers that every route with figures takes. They are checked for nothing but being text: the guard reads them. */
export const CREDENTIALS = optional({
  authorization: text('Bearer credential: `Bearer <API_KEY>`.'),
  'x-api-key': text('The key, instead of `Authorization`. If both are sent, they must be equal.'),
  'x-sandbox': text(
    '`true` (in any case) selects sample data that are the same everywhere. No key is needed, and a key is ignored.',
  ),
});

/**
 * A route with figures. Its handler gets what its schemas say and must give what its response schema says; parameters that
 * are wrong are answered with 422 before it is asked, and before anything looks at credentials.
 */
export function figuresRoute<
  Response extends TSchema,
  Given extends Partial<ParameterSchemas> = Record<never, TProperties>,
>(definition: FiguresDefinition<Given, Response>): Route {
  const { parameters, isWatched, subject, answer, ...facts } = definition;
  const { path = {}, query = {}, header = {} }: Partial<ParameterSchemas> = parameters ?? {};
  const read = parameterReader({ path, query, header });
  // Most requests bring nothing that is read: what comes of it is made once.
  const readsHeaders = Object.keys(header).length > 0;
  const ofNothing = read({ path: NO_TEXTS, query: NO_TEXTS, header: NO_TEXTS });
  return route({
    ...facts,
    parameters: { path, query, header: { ...CREDENTIALS, ...header } },
    isCharged: true,
    answer: (request, guard) => {
      const { pathTexts, rawQuery, headers } = request;
      const isBare = !readsHeaders && pathTexts.size === 0 && !rawQuery;
      const reading = isBare
        ? ofNothing
        : read({ path: pathTexts, query: parseQuery(rawQuery), header: headers });
      if (!reading.ok) return { status: 422, value: { detail: reading.faults } };
      // Of the types of the schemas: parameters are read by them.
      const given = reading.parameters as Parameters<Given>;
      const handle = (caller: Caller) => answer(given, caller, request);
      return guard.admit(request, subject(given), handle, isWatched);
    },
  });
}
