/**
 * THE table of the owner API, under `/operator/v1`: what sets an installation up and looks after it. It is served, checked and
 * documented (`docs/owner-api.md`) from these rows and nothing else. Who asks is checked first, then what is asked.
 */

import { namedGym } from '../../../config/config.ts';
import { isTurnoutError } from '../../../errors.ts';
import { MAX_SCHEDULE_BYTES } from '../../../gym/schedule/entry.ts';
import { redactText } from '../../../runtime/log/redaction.ts';
import type { Principal } from '../../../store/access/sign-ins.ts';
import { type Answer, type ApiRequest, problem } from '../../http/message.ts';
import { mediaTypeOf } from '../../http/origin.ts';
import { parameterReader, parseQuery, readJsonBody } from '../../validation/parameters.ts';
import { placeOf, type ServedRoute } from '../route.ts';
import { ACCESS } from './access.ts';
import { CAMERAS } from './cameras.ts';
import { CLASSES } from './classes.ts';
import { DETECTORS, LOOK } from './detectors.ts';
import { IMPORTS } from './imports.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { PLACE } from './place.ts';
import { PROBES } from './probe.ts';
import {
  type Call,
  type OwnerApp,
  PARAMETERS,
  Refusal,
  type Row,
  refuse,
  requireFresh,
} from './row.ts';
import { SOURCES } from './sources.ts';

export const PREFIX = '/operator/v1';

export const OWNER_TABLE = [
  ...CAMERAS,
  ...LOOK,
  ...PROBES,
  ...DETECTORS,
  ...PLACE,
  ...CLASSES,
  ...IMPORTS,
  ...SOURCES,
  ...ACCESS,
  ...NOTIFICATIONS,
];

type Rows = (typeof OWNER_TABLE)[number];

export type OwnerRow = Rows['name'];

/** What a row answers, by its method and path. */
export type OwnerAnswer<Name extends OwnerRow> =
  Extract<Rows, { readonly name: Name }> extends Row<string, infer Result> ? Result : never;

/** The rows, as the router takes them. */
export function ownerRoutes(app: OwnerApp): readonly ServedRoute[] {
  return OWNER_TABLE.map((one: Row) => routeOf(one, app));
}

/** What a row reads of a request. */
type Sent = Pick<ApiRequest, 'pathTexts' | 'rawQuery' | 'headers' | 'body' | 'signal'>;

/** Checks what is sent and makes the call. @throws Refusal, and what the handler throws. */
function performer({ name, needs, handle }: Row, app: OwnerApp) {
  const inPath = Object.entries(PARAMETERS).filter(([one]) => name.includes(`{${one}}`));
  const schemas = { path: Object.fromEntries(inPath), query: needs.query ?? {}, header: {} };
  const read = parameterReader(schemas);
  return async (request: Sent, asking: Principal): Promise<object> => {
    const { body: bytes, headers, signal } = request;
    const query = parseQuery(request.rawQuery);
    if (needs.hand && asking.via !== 'hand') refuse('forbidden', NOT_THE_HAND);
    const who = whoAsks(asking, query, app);
    const reading = read({ path: request.pathTexts, query, header: headers });
    if (!reading.ok) throw new Refusal({ status: 422, value: { detail: reading.faults } });
    const revision = needs.revision ? revisionIn(headers) : '';
    requireType(request, needs);
    const sent = needs.body && (await readJsonBody(needs.body, bytes));
    if (sent?.ok === false) throw new Refusal({ status: 422, value: { detail: sent.faults } });
    const { parameters } = reading;
    const edit = { gym: who.owner.key.gymId, revision };
    const call = { app, ...who, ...parameters, body: sent?.body, bytes, signal, edit };
    return (handle as (call: Call) => object | Promise<object>)(call);
  };
}

/** Who asks about which gym: the command line may name one. */
function whoAsks(asking: Principal, query: ReadonlyMap<string, string>, { config }: OwnerApp) {
  if (asking.via !== 'hand') return { owner: asking, gymId: asking.key.gymId };
  const named = query.get('gym');
  const gymId = named === undefined ? undefined : namedGym(config(), named).id;
  const [only, ...others] = config().gyms;
  const meant = gymId ?? (others.length === 0 ? only?.id : undefined) ?? '';
  return { owner: { ...asking, key: { ...asking.key, gymId: meant } }, gymId };
}

/** What a call sends: a page that makes it in the process, and a command, over HTTP or in its own. */
export interface CallParts {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly file?: Uint8Array;
}

export type OwnerCall = <Name extends OwnerRow>(
  name: Name,
  parts?: CallParts,
) => Promise<OwnerAnswer<Name>>;

/** A form, and a command, changes what is there when it is sent. */
const HEADERS = new Map([
  ['content-type', 'application/json'],
  ['if-match', '*'],
]);

/** Makes calls in this process, by the same rules. */
export function callsOf(app: OwnerApp, owner: Principal, signal: AbortSignal): OwnerCall {
  return async (name, { path = {}, query = {}, body = {}, file } = {}) => {
    const row = OWNER_TABLE.find((one) => one.name === name) as Row;
    if (row.needs.signedIn) requireFresh({ app, owner }, row.needs.signedIn);
    const sent: Sent = {
      pathTexts: new Map(Object.entries(path)),
      rawQuery: String(new URLSearchParams(query)),
      headers: HEADERS,
      body: Buffer.from(file ?? JSON.stringify(body)),
      signal,
    };
    return (await performer(row, app)(sent, owner)) as never;
  };
}

function routeOf(row: Row, app: OwnerApp): ServedRoute {
  const { name, needs } = row;
  const { method, path } = placeOf(name);
  const perform = performer(row, app);
  const answer = async (request: ApiRequest, owner: Principal): Promise<Answer> => {
    try {
      return { status: needs.makes ? 201 : 200, value: await perform(request, owner) };
    } catch (error) {
      if (error instanceof Refusal) return error.answer;
      if (owner.via !== 'hand' || !isTurnoutError(error)) throw error;
      // With the parts of its sentence: a command tells it as its own.
      const { data: _, ...data } = error.parts;
      return problem(error.code, redactText(error.message), { data });
    }
  };
  return {
    method,
    path: `${PREFIX}${path}`,
    ...(needs.file && { takesFile: true, bodyBytes: MAX_SCHEDULE_BYTES }),
    answer: (request, guard) =>
      guard.operate(request, needs.signedIn ?? null, (owner) => answer(request, owner)),
  };
}

const NOT_THE_HAND = 'This is for commands on the computer that Turnout runs on.';
const NO_REVISION =
  'Send If-Match with the "revision" of an earlier answer, in quotes: a change that someone made meanwhile is then not lost. If-Match: * changes whatever is there.';
const NO_JSON = 'The body must be JSON: Content-Type: application/json.';
const NO_FORM =
  'Expected the bytes of the file as the body, got a form: curl --data-binary @classes.csv sends them.';

function requireType({ headers, body }: Sent, needs: Row['needs']): void {
  const type = mediaTypeOf(headers);
  const isJson = body.length === 0 || type === 'application/json';
  if (needs.body && !isJson) refuse('unsupported_media_type', NO_JSON);
  if (needs.file && type?.startsWith('multipart/')) refuse('unsupported_media_type', NO_FORM);
}

function revisionIn(headers: ApiRequest['headers']): string {
  const text = headers.get('if-match')?.trim() ?? '';
  if (text === '*') return text;
  return /^"([\w-]{1,64})"$/.exec(text)?.[1] ?? refuse('revision_required', NO_REVISION);
}
