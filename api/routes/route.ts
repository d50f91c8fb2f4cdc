/** What a route is: the one description that serving, validation, types, documents and clients are derived from. */

import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import type { ErrorCode, ProblemBody } from '../../errors.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Caller, Subject } from '../../service/callers/caller.ts';
import type { GymSource } from '../../service/gyms/gym-source.ts';
import type { Guard } from '../auth/guard.ts';
import type { Answer, ApiRequest } from '../http/message.ts';
import {
  type ParameterSchemas,
  type Parameters,
  parameterReader,
  parseQuery,
} from '../validation/parameters.ts';

/**
 * What a route asks of the caller it. `public`: nothing. `figures`: a key or a token of a role that may see the figures,
 * or the sandbox header; a 200 costs a lookup.
 */
export type RouteAccess = 'public' | 'figures';

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
  /** Where agents can attach its answer to a conversation. */
  readonly resource?: RouteResource;
  /** Where agents can call it. */
  readonly tool?: RouteTool;
  /** Where it answers only under names, and to pages, that are no foreign ones: 403 `foreign_page` else. For all methods of its path. */
  readonly origins?: 'checked';
}

/**
 * The handler of a route with figures, for those who were let in already and ask in another way: tools, resources. `admit`
 * finds out what they may see and charges them.
 */
export type RouteFigures = (
  parameters: FigureParameters,
  admit: (
    subject: Subject,
    handle: (caller: Caller) => Answer | Promise<Answer>,
  ) => Promise<Answer>,
) => Promise<Answer>;

/** Values in the types that the schemas of path and query say, defaults filled in, unknown names left out. */
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
  extends Pick<Route, 'method' | 'path' | 'takesFile' | 'bodyBytes' | 'origins' | 'answer'> {}

/** What the schema says, or an error. */
type RouteAnswer<Response extends TSchema> = Answer<Static<Response>> | Answer<ProblemBody>;
type Answering<Response extends TSchema> = RouteAnswer<Response> | Promise<RouteAnswer<Response>>;

interface PublicDefinition<Schemas extends ParameterSchemas, Response extends TSchema>
  extends RouteFacts {
  readonly parameters: Schemas;
  readonly response: Response;
  readonly access: 'public';
  readonly answer: (parameters: Parameters<Schemas>, request: ApiRequest) => Answering<Response>;
}

interface FiguresDefinition<Schemas extends ParameterSchemas, Response extends TSchema>
  extends RouteFacts {
  readonly parameters: Schemas;
  readonly response: Response;
  readonly access: 'figures';
  /** Whether it is watched as it happens, and nothing is charged. */
  readonly isWatched?: true;
  /** What the parameters ask to see: the guard looks at nothing else of them. */
  readonly subject: (parameters: Parameters<Schemas>) => Subject;
  readonly answer: (
    parameters: Parameters<Schemas>,
    caller: Caller,
    /** Left out where an adapter asks: see {@link RouteFigures}. */
    request?: ApiRequest,
  ) => Answering<Response>;
}

/** Headers that every route with figures takes. They are checked for nothing but being text: the guard reads them. */
export const CREDENTIALS = {
  authorization: Type.Optional(
    Type.String({ description: 'Bearer credential: `Bearer <API_KEY>`.' }),
  ),
  'x-api-key': Type.Optional(
    Type.String({
      description: 'The key, instead of `Authorization`. If both are sent, they must be equal.',
    }),
  ),
  'x-sandbox': Type.Optional(
    Type.String({
      description:
        '`true` (in any case) selects sample data that are the same everywhere. No key is needed, and a key is ignored.',
    }),
  ),
};

/** For routes that take nothing. */
export const NO_PARAMETERS = { path: {}, query: {}, header: {} } as const;

/**
 * Declares a route. Its handler gets what its schemas say and must give what its response schema says; parameters that
 * are wrong are answered with 422 before it is asked, and before anything looks at credentials.
 */
export function defineRoute<Schemas extends ParameterSchemas, Response extends TSchema>(
  definition: PublicDefinition<Schemas, Response> | FiguresDefinition<Schemas, Response>,
): Route {
  const { header, ...others } = definition.parameters;
  // The guard reads credentials. They are checked for nothing but being text, and that every header is.
  const own = Object.entries(header).filter(([name]) => !(name in CREDENTIALS));
  const schemas = { ...others, header: Object.fromEntries(own) } as unknown as Schemas;
  const readParameters = parameterReader(schemas);
  const isHeaderless = Object.keys(schemas.header).length === 0;
  let known: ReturnType<typeof readParameters> | undefined;
  // What is asked without any parameter is read once.
  const bare = () => {
    known ??= readParameters({ path: new Map(), query: new Map(), header: new Map() });
    return known;
  };
  return {
    ...definition,
    figures: definition.access === 'figures' ? figuresOf(definition) : null,
    answer: (request, guard) => {
      const reading =
        isHeaderless && request.rawQuery === null && request.pathTexts.size === 0
          ? bare()
          : readParameters({
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

/** The types of the parameters are those of the schemas: the caller has checked them. */
function figuresOf<Schemas extends ParameterSchemas, Response extends TSchema>({
  subject,
  answer,
}: FiguresDefinition<Schemas, Response>): RouteFigures {
  return (given, admit) => {
    const parameters = { ...given, header: {} } as unknown as Parameters<Schemas>;
    return admit(subject(parameters), (caller) => answer(parameters, caller));
  };
}

type RawFacts = Omit<Route, 'parameters' | 'access' | 'figures' | 'errors' | 'answer'> &
  Partial<Pick<Route, 'errors'>>;

/**
 * A route of another protocol than FastAPI's: its handler reads the request by itself, and no 422 is made of it. `answer` is
 * given the guard too: who may ask is found out by the handler where it matters.
 */
export function rawRoute(facts: RawFacts, answer: Route['answer']): Route {
  return {
    errors: [],
    ...facts,
    parameters: NO_PARAMETERS,
    access: 'public',
    figures: null,
    answer,
  };
}

/** What is kept with the view that it was made from, by name: it costs nothing until the view changes. The oldest are let go. */
export class ViewCache<Value extends object> {
  readonly #kept = new WeakMap<GymView, Map<string, Value>>();
  readonly #most: number;

  /** @param most Of one view. */
  constructor(most: number) {
    this.#most = most;
  }

  get(view: GymView, name: string, make: () => Value): Value {
    const ofView = this.#kept.get(view) ?? new Map<string, Value>();
    const known = ofView.get(name);
    if (known !== undefined) return known;
    const made = make();
    this.#kept.set(view, ofView);
    if (ofView.size >= this.#most) {
      const [oldest = name] = ofView.keys();
      ofView.delete(oldest);
    }
    ofView.set(name, made);
    return made;
  }

  forget(view: GymView, name: string): void {
    this.#kept.get(view)?.delete(name);
  }
}

/** Chosen here: more than the routes have values, and a few MB. */
const reports = new ViewCache<object>(512);

/**
 * Keeps a report with the view that it was made from: it is made, and later serialised, once for each version of the gym.
 *
 * @param name Says which of all reports of the view it is.
 */
export function reportOf<Body extends object>(view: GymView, name: string, make: () => Body): Body {
  // One name, one report.
  return reports.get(view, name, make) as Body;
}
