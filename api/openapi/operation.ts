/** A route as an operation of the document, written as FastAPI writes its own: docs/method.md#validation. */

import { type TSchema, Type } from 'typebox';
import { ERRORS, type ErrorCode } from '../../errors.ts';
import type { Route } from '../routes/route.ts';

type Json = Readonly<Record<string, unknown>>;

/** Refused before a route is asked, or broken within it. */
const ANY_REQUEST: readonly ErrorCode[] = [
  'malformed_request',
  'request_timeout',
  'length_required',
  'body_too_large',
  'target_too_long',
  'headers_too_large',
  'internal_error',
];

/** Bodies of errors, by name. Those of 422 are FastAPI's, to the letter: docs/method.md#validation. */
export const ERROR_BODIES = {
  HTTPValidationError: {
    properties: {
      detail: {
        items: { $ref: '#/components/schemas/ValidationError' },
        type: 'array',
        title: 'Detail',
      },
    },
    type: 'object',
    title: 'HTTPValidationError',
  },
  ValidationError: {
    properties: {
      loc: {
        items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        type: 'array',
        title: 'Location',
      },
      msg: { type: 'string', title: 'Message' },
      type: { type: 'string', title: 'Error Type' },
      input: { title: 'Input' },
      ctx: { type: 'object', title: 'Context' },
    },
    type: 'object',
    required: ['loc', 'msg', 'type'],
    title: 'ValidationError',
  },
  /** Of every other error. */
  Problem: {
    properties: {
      detail: { type: 'string', description: 'The fault, for people.' },
      code: { type: 'string', description: 'The fault, for programs: a stable code.' },
    },
    type: 'object',
    required: ['detail', 'code'],
    title: 'Problem',
    description: 'Every error except 422. Some have more members, such as the nearest names.',
  },
};

export const SECURITY_SCHEMES: Json = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key (`tk_…`), or an access token.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The same, for clients that cannot set `Authorization`.',
  },
};

/** The last one is none at all: for requests with `X-Sandbox: true`. */
const FIGURES_SECURITY: readonly Json[] = [{ bearer: [] }, { apiKey: [] }, {}];

/** What every route that takes credentials answers to those that it cannot take, and every route with figures besides. */
const CREDENTIALS_ERRORS: readonly ErrorCode[] = [
  'conflicting_credentials',
  'credentials_in_query',
  'invalid_credentials',
  'rate_limited',
];
const FIGURES_ERRORS: readonly ErrorCode[] = [
  'missing_credentials',
  ...CREDENTIALS_ERRORS,
  'lookups_exhausted',
  'forbidden',
];

/** Headers of refusals, by status. */
const REFUSAL_HEADERS: Readonly<Record<number, Json>> = {
  401: header('WWW-Authenticate', 'Where to get a token (RFC 9728).', { type: 'string' }),
  429: header('Retry-After', 'Seconds to wait.', { type: 'integer', minimum: 1 }),
};

function header(name: string, description: string, schema: Json): Json {
  return { headers: { [name]: { description, schema } } };
}

/** What an operation is made of: a route, or one method of the catch-all. */
export type Described = Omit<Route, 'answer'>;

export function operationOf(route: Described, components: Components): Json {
  const { summary, description, operationId, isCharged, queryTexts = {} } = route;
  const validated = (['path', 'query', 'header'] as const).flatMap((place) =>
    Object.entries(route.parameters[place]).map(([name, schema]) =>
      parameterOf(place, name, schema),
    ),
  );
  const queryParameters = Object.entries(queryTexts).map(([name, schema]) =>
    parameterOf('query', name, Type.Optional(schema)),
  );
  const parameters = [...validated, ...queryParameters];
  const mayShowKey = isCharged || route.credentials === 'optional';
  return {
    summary,
    description,
    operationId,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...bodyOf(route, components),
    ...(mayShowKey ? { security: FIGURES_SECURITY } : {}),
    responses: {
      ...ANY_RESPONSE,
      [route.successStatus ?? 200]: success(route, components),
      ...problemsOf([
        ...(isCharged ? FIGURES_ERRORS : []),
        ...route.errors,
        ...(mayShowKey ? CREDENTIALS_ERRORS : []),
      ]),
      ...(validated.length === 0 ? {} : { 422: VALIDATION }),
      ...refusalsOf(route, components),
    },
  };
}

function bodyOf({ requestBody, formBody }: Described, components: Components): Json {
  const content = {
    ...(requestBody && inJson(components.refer(requestBody))),
    ...(formBody && {
      'application/x-www-form-urlencoded': { schema: components.refer(formBody) },
    }),
  };
  return Object.keys(content).length === 0 ? {} : { requestBody: { required: true, content } };
}

function inJson(schema: unknown): Json {
  return { 'application/json': { schema } };
}

/** In place of what the codes say: these have a body of their own, or none. */
function refusalsOf({ refusals = {} }: Described, components: Components): Json {
  return Object.fromEntries(
    Object.entries(refusals).map(([status, { description, body, types }]) => {
      const schema = body === undefined ? { type: 'string' } : components.refer(body);
      const names = types ?? (body === undefined ? [] : ['application/json']);
      const content = Object.fromEntries(names.map((type) => [type, { schema }]));
      const headers = REFUSAL_HEADERS[Number(status)];
      return [status, { description, ...headers, ...(names.length > 0 && { content }) }];
    }),
  );
}

const ANY_RESPONSE = Object.fromEntries(
  ANY_REQUEST.map((code) => String(ERRORS[code].status)).map((status) => [
    status,
    { $ref: `#/components/responses/Status${status}` },
  ]),
);

const VALIDATION = {
  description: 'Validation Error',
  content: inJson(reference('HTTPValidationError')),
};

function success({ response, textTypes = [], isEvents }: Described, components: Components): Json {
  const texts = textTypes.map((type) => [type, { schema: { type: 'string' } }]);
  const json = isEvents ? {} : inJson(components.refer(response));
  return {
    description: 'Successful Response',
    content: { ...json, ...Object.fromEntries(texts) },
  };
}

/** Codes by the status that they answer with. What can come of any request comes of these too. */
function problemsOf(own: readonly ErrorCode[]): Json {
  const shared = ANY_REQUEST.filter((code) =>
    own.some((one) => ERRORS[one].status === ERRORS[code].status),
  );
  return responsesOf([...new Set([...own, ...shared])]);
}

/** What any request can be answered with, told once for all operations. */
export function sharedResponses(): Json {
  const responses = Object.entries(responsesOf(ANY_REQUEST));
  return Object.fromEntries(responses.map(([status, one]) => [`Status${status}`, one]));
}

function responsesOf(codes: readonly ErrorCode[]): Json {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const matching = codes.filter((code) => ERRORS[code].status === status);
      const description = matching.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join(' ');
      const content = inJson(reference('Problem'));
      return [status, { description, ...REFUSAL_HEADERS[status], content }];
    }),
  );
}

/** What may be left out and has no default is told as "or null", words as strings. */
function parameterOf(place: string, name: string, schema: TSchema): Json {
  const { description, ...node } = { ...schema } as Json & { readonly description?: string };
  const isPreset = node['default'] !== undefined;
  const isOpen = Type.IsOptional(schema) && !isPreset;
  const typed = node['enum'] === undefined ? node : { type: 'string', ...node };
  const shape = isOpen ? { anyOf: [typed, { type: 'null' }] } : typed;
  const described = description === undefined ? {} : { description };
  return {
    name,
    in: place,
    required: !isPreset && !isOpen,
    schema: { ...shape, ...described, title: titleOf(name) },
    ...described,
  };
}

/** `gym_id` is `Gym Id`, `x-api-key` is `X-Api-Key`. */
function titleOf(name: string): string {
  return name.replaceAll('_', ' ').replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
}

/**
 * Components by name: an object with a title is taken out of where it stands. Two different schemas of one name are a fault of anyone who wrote
 * them.
 */
export function componentsOf(known: Readonly<Record<string, Json>>) {
  const schemas = new Map(Object.entries(known));
  /** The schema as plain JSON, with references in place of everything in it that has a name. */
  const refer = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(refer);
    if (typeof schema !== 'object' || schema === null) return schema;
    const entries = Object.entries(schema).map(([key, value]) => [key, refer(value)]);
    const inner: Json = Object.fromEntries(entries);
    const { title, type, items, additionalItems: _, ...rest } = inner;
    // A list of single places, as JSON Schema 2020-12 has it.
    if (type === 'array' && Array.isArray(items)) {
      return { ...rest, type, prefixItems: items, maxItems: items.length };
    }
    if (typeof title !== 'string' || type !== 'object') return inner;
    if (JSON.stringify(schemas.get(title) ?? inner) !== JSON.stringify(inner)) {
      throw new Error(`two schemas are called ${title}`);
    }
    schemas.set(title, inner);
    return reference(title);
  };
  return { refer, schemas };
}

export type Components = ReturnType<typeof componentsOf>;

function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}
