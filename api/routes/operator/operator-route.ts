/**
 * Declares a route of the operator API: one description that serving, checking and the document are derived from, as
 * `defineRoute` is for the others. Who asks is looked at first, then what is asked.
 */

import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { ErrorCode, ProblemBody } from '../../../errors.ts';
import { MAX_SCHEDULE_BYTES } from '../../../gym/schedule/limits.ts';
import type { Principal } from '../../../store/access/access.ts';
import type { Recency } from '../../../store/access/sign-ins/sign-in.ts';
import type { Answer, ApiRequest } from '../../http/message.ts';
import { problem } from '../../http/problem.ts';
import { readJsonBody } from '../../validation/json-body.ts';
import { parameterReader } from '../../validation/parameters.ts';
import { parseQuery } from '../../validation/query-string.ts';
import type { Fault } from '../../validation/scalars.ts';
import type { Route } from '../route.ts';

export interface Asked<Path extends TProperties, Query extends TProperties, Body> {
  readonly path: Static<TObject<Path>>;
  readonly query: Static<TObject<Query>>;
  readonly body: Body;
  /** The body as it was sent. */
  readonly bytes: Buffer;
  readonly owner: Principal;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /** Of `If-Match`, without its quotes; empty for a route that changes no file. */
  readonly revision: string;
}

interface Definition<
  Path extends TProperties,
  Query extends TProperties,
  Body extends TSchema,
  Response extends TSchema,
> {
  readonly method: Route['method'];
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly errors: readonly ErrorCode[];
  readonly parameters: { readonly path: Path; readonly query: Query };
  readonly body?: Body;
  /** Whether its body is a file, of at most {@link MAX_SCHEDULE_BYTES}. */
  readonly takesFile?: true;
  readonly response: Response;
  readonly successStatus?: 201;
  /** Whether it changes the configuration file: then `If-Match` names the revision. */
  readonly isEdit?: true;
  /** How lately a browser must have signed in; left out: any time. */
  readonly signedIn?: Recency;
  readonly answer: (
    asked: Asked<Path, Query, Static<Body>>,
  ) =>
    | Answer<Static<Response>>
    | Answer<ProblemBody>
    | Promise<Answer<Static<Response>> | Answer<ProblemBody>>;
}

const EDIT_ERRORS: readonly ErrorCode[] = [
  'config_changed',
  'config_edit_failed',
  'data_unusable',
  'revision_required',
];
const SIGN_IN_ERRORS: readonly ErrorCode[] = ['sign_in_again'];
const BODY_ERRORS: readonly ErrorCode[] = ['unsupported_media_type'];

export function operatorRoute<
  Path extends TProperties,
  Query extends TProperties,
  Body extends TSchema,
  Response extends TSchema,
>(definition: Definition<Path, Query, Body, Response>): Route {
  const { body, takesFile, isEdit, signedIn, answer, parameters, errors, ...facts } = definition;
  const schemas = { ...parameters, header: {} };
  const read = parameterReader(schemas);
  const handle = async (request: ApiRequest, owner: Principal): Promise<Answer> => {
    const reading = read({
      path: request.pathTexts,
      query: parseQuery(request.rawQuery),
      header: request.headers,
    });
    if (!reading.ok) return { status: 422, value: { detail: reading.faults } };
    const revision = isEdit ? revisionIn(request) : '';
    if (revision === null) return problem('revision_required', NO_REVISION);
    const wrong = wrongType(request, body !== undefined, takesFile ?? false);
    if (wrong !== null) return problem('unsupported_media_type', wrong);
    const sent = body === undefined ? null : await readJsonBody(body, request.body);
    if (sent !== null && !sent.ok) return { status: 422, value: { detail: sent.faults } };
    const { path, query } = reading.parameters;
    return answer({
      path,
      query,
      body: sent?.body as Static<Body>,
      bytes: request.body,
      owner,
      revision,
      signal: request.signal,
    });
  };
  return {
    ...facts,
    access: 'operator',
    parameters: schemas,
    errors: [
      ...(signedIn === undefined ? [] : SIGN_IN_ERRORS),
      ...(isEdit ? EDIT_ERRORS : []),
      ...(body === undefined && !takesFile ? [] : BODY_ERRORS),
      ...errors,
    ],
    ...(body !== undefined && { requestBody: body }),
    ...(takesFile && { takesFile, bodyBytes: MAX_SCHEDULE_BYTES }),
    figures: null,
    answer: (request, guard) =>
      guard.operate(request, signedIn ?? null, (owner) => handle(request, owner)),
  };
}

const NO_REVISION =
  'Send If-Match with the "revision" of an earlier answer, in quotes: a change that someone made meanwhile is then not lost. If-Match: * changes whatever is there.';
const NO_JSON = 'The body must be JSON: Content-Type: application/json.';

const NO_FORM =
  'Expected the bytes of the file as the body, got a form: curl --data-binary @classes.csv sends them.';

/** What a schema cannot know, in the form of the other faults. */
export function invalid(fault: Fault): Answer<ProblemBody> {
  return { status: 422, value: { detail: [fault] } } as unknown as Answer<ProblemBody>;
}

/** Why a body of this type is not taken; null where it is. */
function wrongType(request: ApiRequest, takesJson: boolean, takesFile: boolean): string | null {
  if (takesJson && !isJson(request)) return NO_JSON;
  return takesFile && isForm(request) ? NO_FORM : null;
}

function isForm({ headers }: ApiRequest): boolean {
  return headers.get('content-type')?.toLowerCase().startsWith('multipart/') ?? false;
}

/** Null where the header is missing or names nothing. */
function revisionIn({ headers }: ApiRequest): string | null {
  const text = headers.get('if-match')?.trim() ?? '';
  if (text === '*') return text;
  return /^"([\w-]{1,64})"$/.exec(text)?.[1] ?? null;
}

function isJson({ headers, body }: ApiRequest): boolean {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  return body.length === 0 || type === 'application/json';
}
