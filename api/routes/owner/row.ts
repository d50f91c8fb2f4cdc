/**
 * A row of the owner API: method and path, what it needs, and its handler. Serving, checking, the types of the answers and
 * `docs/owner-api.md` come from the same row. Who asks is checked first, then what is asked.
 */

import {
  type Static,
  type TNull,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TUnion,
  Type,
} from 'typebox';
import { CAMERA } from '../../../config/schema/camera.ts';
import { ROOM, SCHEDULE } from '../../../config/schema/gym.ts';
import { NOTIFY } from '../../../config/schema/notify.ts';
import { closed, nullable } from '../../../gym/reports/fields/field.ts';
import { MAX_SCHEDULE_BYTES } from '../../../gym/schedule/limits.ts';
import type { Principal } from '../../../store/access/principal.ts';
import type { Recency } from '../../../store/access/sign-ins/sign-in.ts';
import type { Answer, ApiRequest } from '../../http/message.ts';
import { readJsonBody } from '../../validation/json-body.ts';
import { parameterReader, parseQuery } from '../../validation/parameters.ts';
import type { Route, ServedRoute } from '../route.ts';
import { type Call, type OwnerApp, Refusal, refuse } from './call.ts';

export const ID = Type.String({ minLength: 1, maxLength: 64 });

/** What may stand in braces in a path. */
const PARAMETERS = {
  camera_id: CAMERA.properties.id,
  picture: Type.String({ pattern: '^[0-9]{1,16}\\.jpg$' }),
  model: Type.String({ maxLength: 64 }),
  room_id: ROOM.properties.id,
  session_id: ID,
  import_id: Type.Integer({ minimum: 1, maximum: 999_999_999 }),
  source_id: SCHEDULE.items.properties.id,
  key_id: ID,
  sign_in_id: ID,
  channel_id: NOTIFY.items.properties.id,
};

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type PathOf<Name extends string> = {
  readonly [Key in NamesIn<Name> & keyof typeof PARAMETERS]: Static<(typeof PARAMETERS)[Key]>;
};

interface Needs<Query extends TProperties, Body extends TSchema> {
  readonly query?: Query;
  readonly body?: Body;
  /** A file as the body, of at most {@link MAX_SCHEDULE_BYTES}. */
  readonly file?: true;
  /** `If-Match` with the revision of the configuration file that is changed. */
  readonly revision?: true;
  /** How lately a browser must have signed in; left out: any time. */
  readonly signedIn?: Recency;
  /** 201 is answered in place of 200. */
  readonly makes?: true;
}

export interface Row<Name extends string = string, Result = unknown> {
  /** Method and path behind {@link PREFIX}. */
  readonly name: Name;
  /** What it does, in Markdown. */
  readonly words: string;
  readonly needs: Needs<TProperties, TSchema>;
  readonly handle: (call: never) => Result | Promise<Result>;
}

export const PREFIX = '/operator/v1';

export function row<
  const Name extends string,
  Result extends object,
  // biome-ignore lint/complexity/noBannedTypes: a row without parameters has none
  Query extends TProperties = {},
  Body extends TSchema = TSchema,
>(
  name: Name,
  words: string,
  needs: Needs<Query, Body>,
  handle: (
    call: Call<PathOf<Name>, Static<TObject<Query>>, Static<Body>>,
  ) => Result | Promise<Result>,
): Row<Name, Result> {
  return { name, words, needs: needs as Row['needs'], handle };
}

/** An object of a body: what is not named is refused. */
export function fields<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, closed);
}

type Optionals<Properties extends TProperties> = {
  [Key in keyof Properties]: TOptional<Properties[Key]>;
};

/** The same, each of which may be left out. */
export function optional<Properties extends TProperties>(properties: Properties) {
  const entries = Object.entries(properties).map(([key, one]) => [key, Type.Optional(one)]);
  return Object.fromEntries(entries) as Optionals<Properties>;
}

type Changes<Properties extends TProperties> = {
  [Key in keyof Properties]: TOptional<TUnion<[Properties[Key], TNull]>>;
};

/** A change: a key that is left out stays as it is; null takes it out of the file. */
export function changes<Properties extends TProperties>(properties: Properties) {
  const entries = Object.entries(properties).map(([key, one]) => [
    key,
    Type.Optional(nullable(one)),
  ]);
  return Object.fromEntries(entries) as Changes<Properties>;
}

/** The routes of rows, as the router takes them. */
export function routesOf(rows: readonly Row[], app: OwnerApp): readonly ServedRoute[] {
  return rows.map((one) => routeOf(one, app));
}

/** What a row reads of a request: a page that makes its call sends the same. */
export type Sent = Pick<ApiRequest, 'pathTexts' | 'rawQuery' | 'headers' | 'body' | 'signal'>;

/** Checks what is sent and makes the call. @throws Refusal, and what the handler throws. */
export function performer({ name, needs, handle }: Row, app: OwnerApp) {
  const [, path = ''] = name.split(' ');
  const inPath = Object.entries(PARAMETERS).filter(([one]) => path.includes(`{${one}}`));
  const schemas = { path: Object.fromEntries(inPath), query: needs.query ?? {}, header: {} };
  const read = parameterReader(schemas);
  return async (request: Sent, owner: Principal): Promise<object> => {
    const { body: bytes, headers, signal } = request;
    const query = parseQuery(request.rawQuery);
    const reading = read({ path: request.pathTexts, query, header: headers });
    if (!reading.ok) throw new Refusal({ status: 422, value: { detail: reading.faults } });
    const revision = needs.revision ? revisionIn(headers) : '';
    if (revision === null) return refuse('revision_required', NO_REVISION);
    const wrong = wrongType(request, needs);
    if (wrong !== null) return refuse('unsupported_media_type', wrong);
    const sent = needs.body && (await readJsonBody(needs.body, bytes));
    if (sent?.ok === false) throw new Refusal({ status: 422, value: { detail: sent.faults } });
    const edit = { gym: owner.key.gymId, revision };
    const { parameters } = reading;
    const call = { app, owner, ...parameters, body: sent?.body, bytes, signal, edit };
    return (handle as (call: Call) => object | Promise<object>)(call);
  };
}

function routeOf(row: Row, app: OwnerApp): ServedRoute {
  const { name, needs } = row;
  const [method = '', path = ''] = name.split(' ');
  const perform = performer(row, app);
  const answer = async (request: ApiRequest, owner: Principal): Promise<Answer> => {
    try {
      return { status: needs.makes ? 201 : 200, value: await perform(request, owner) };
    } catch (error) {
      if (error instanceof Refusal) return error.answer;
      throw error;
    }
  };
  return {
    method: method as Route['method'],
    path: `${PREFIX}${path}`,
    ...(needs.file && { takesFile: true, bodyBytes: MAX_SCHEDULE_BYTES }),
    answer: (request, guard) =>
      guard.operate(request, needs.signedIn ?? null, (owner) => answer(request, owner)),
  };
}

const NO_REVISION =
  'Send If-Match with the "revision" of an earlier answer, in quotes: a change that someone made meanwhile is then not lost. If-Match: * changes whatever is there.';
const NO_JSON = 'The body must be JSON: Content-Type: application/json.';
const NO_FORM =
  'Expected the bytes of the file as the body, got a form: curl --data-binary @classes.csv sends them.';

/** Why a body of this type is not taken; null where it is. */
function wrongType({ headers, body }: Sent, needs: Row['needs']): string | null {
  const type = headers.get('content-type')?.toLowerCase();
  const isJson = body.length === 0 || type?.split(';')[0]?.trim() === 'application/json';
  if (needs.body !== undefined && !isJson) return NO_JSON;
  return needs.file && type?.startsWith('multipart/') ? NO_FORM : null;
}

/** Null where the header is missing or names nothing. */
function revisionIn(headers: ApiRequest['headers']): string | null {
  const text = headers.get('if-match')?.trim() ?? '';
  if (text === '*') return text;
  return /^"([\w-]{1,64})"$/.exec(text)?.[1] ?? null;
}
