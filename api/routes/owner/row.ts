/** A row of the owner API: method and path, what it needs, and its handler; the call that a handler gets, and what several ask of it. */

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
import { type ConfigEdit, remove } from '../../../config/commands.ts';
import {
  type GymConfig,
  namedGym,
  type PlacedCamera,
  placedCameras,
} from '../../../config/config.ts';
import { CAMERA } from '../../../config/schema/camera.ts';
import { ROOM, SCHEDULE } from '../../../config/schema/gym.ts';
import { NOTIFY } from '../../../config/schema/notify.ts';
import type { ErrorCode } from '../../../errors.ts';
import { nullable } from '../../../gym/reports/field.ts';
import { Reach } from '../../../runtime/reach.ts';
import type { Operator } from '../../../service/operator/operator.ts';
import type { Principal, Recency } from '../../../store/access/sign-ins.ts';
import type { AuditKind } from '../../../store/history/access.ts';
import { staleFault } from '../../auth/refusals.ts';
import { type Answer, problem, retryAfter } from '../../http/message.ts';
import { bodyFault } from '../../validation/parameters.ts';

export const ID = Type.String({ minLength: 1, maxLength: 64 });

/** What may stand in braces in a path. */
export const PARAMETERS = {
  camera_id: CAMERA.properties.id,
  picture: Type.String({ pattern: '^[0-9]{1,16}\\.jpg$' }),
  model: Type.String({ maxLength: 64 }),
  room_id: ROOM.properties.id,
  session_id: ID,
  import_id: Type.Integer({ minimum: 1, maximum: 999_999_999 }),
  join_id: Type.Integer({ minimum: 1, maximum: 999_999_999 }),
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
  /** A file as the body, of at most 32 MiB. */
  readonly file?: true;
  /** `If-Match` with the revision of the configuration file that is changed. */
  readonly revision?: true;
  /** How lately a browser must have signed in; left out: any time. */
  readonly signedIn?: Recency;
  /** 201 is answered in place of 200. */
  readonly makes?: true;
  /** Whether the command line of this computer alone may ask. */
  readonly hand?: true;
}

export interface Row<Name extends string = string, Result = unknown> {
  /** Method and path behind `/operator/v1`. */
  readonly name: Name;
  /** What it does, in Markdown. */
  readonly words: string;
  readonly needs: Needs<TProperties, TSchema>;
  readonly handle: (call: never) => Result | Promise<Result>;
}

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

/** A row that needs nothing but an owner. */
export function plainRow<const Name extends string, Result extends object>(
  name: Name,
  words: string,
  handle: (call: Call<PathOf<Name>>) => Result | Promise<Result>,
): Row<Name, Result> {
  return { name, words, needs: {}, handle };
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

/** One for the routes and the pages: what takes a connection, a core or much memory is limited for both together. */
export function ownerApp(operator: Operator) {
  return {
    ...operator,
    probes: atOnce(2, 'Two cameras are tried already', 10),
    trials: atOnce(1, 'Detectors are tried already', 10),
    files: atOnce(2, 'Other files are being read', 5),
  };
}

/** What the rows work with. */
export type OwnerApp = ReturnType<typeof ownerApp>;

export interface Call<Path = unknown, Query = unknown, Body = unknown> {
  readonly app: OwnerApp;
  readonly owner: Principal;
  /** The gym that is asked about; undefined where the command line names none of several: all. */
  readonly gymId: string | undefined;
  readonly path: Path;
  readonly query: Query;
  readonly body: Body;
  /** The body as it was sent. */
  readonly bytes: Buffer;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /** Whose change of the file it is, and of which revision: `If-Match` without its quotes. */
  readonly edit: { readonly gym: string; readonly revision: string };
}

/** Thrown by a handler: what is answered in place of a value. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('refused');
    this.answer = answer;
  }
}

export function refuse(code: ErrorCode, detail: string): never {
  throw new Refusal(problem(code, detail));
}

/** Refuses what a schema cannot know, in the form of the other faults of a body. */
export function invalid(place: readonly string[], sentence: string): never {
  throw new Refusal({ status: 422, value: { detail: [bodyFault(place, sentence)] } });
}

/** Whoever finds a browser open must not do what needs a new sign-in. @throws Refusal */
export function requireFresh({ app, owner }: Pick<Call, 'app' | 'owner'>, recency: Recency): void {
  const stale = staleFault(owner, recency, app.clock.nowUtcMs());
  if (stale !== null) throw new Refusal(stale);
}

/** Some work at a time; whoever comes when as much is under way is asked to come again. */
function atOnce(max: number, busy: string, retryAfterS: number) {
  let underWay = 0;
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (underWay >= max) {
      const words = `${busy}: ask again in ${retryAfterS} seconds.`;
      throw new Refusal(problem('rate_limited', words, { headers: retryAfter(retryAfterS) }));
    }
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
    }
  };
}

/** Whether the command line of this computer asks, which has hints of its own, and names what it found in a list of all gyms. */
export function isHand({ owner }: Call): boolean {
  return owner.via === 'hand';
}

/** The gym of the owner. */
export function gymOf(call: Pick<Call, 'app' | 'owner'> & Partial<Pick<Call, 'gymId'>>): GymConfig {
  const { app, owner, gymId } = call;
  if (owner.via === 'hand') return namedGym(app.config(), gymId ?? null);
  const gym = app.config().gyms.find(({ id }) => id === owner.key.gymId);
  return gym ?? refuse('gym_unknown', 'The gym of this key is no longer configured.');
}

/** Cameras of the owner's gym. */
export function camerasOf({ app, gymId }: Call): PlacedCamera[] {
  const all = placedCameras(app.config());
  return all.filter((placed) => gymId === undefined || placed.gymId === gymId);
}

export function cameraOf(call: Call, id: string): PlacedCamera {
  const placed = camerasOf(call).find(({ camera }) => camera.id === id);
  return placed ?? refuse('camera_unknown', 'The gym has no camera of this id.');
}

export function noRoom(): never {
  return refuse('unknown_name', 'The gym has no room with this id.');
}

/** Where an address that an owner types may lead. */
export function reachOf({ app }: Call): Reach {
  return new Reach(app.config().server.probeLocal);
}

/** Whether an owner sees the whole installation: where no other gym is configured. */
export function seesAll({ app, owner }: Call): boolean {
  const { gyms } = app.config();
  return gyms.length === 1 && gyms[0]?.id === owner.key.gymId;
}

/** Makes edits of the file, of which the audit log has a line. @returns the revision that it has now. */
export async function edited(
  { app, owner, edit }: Pick<Call, 'app' | 'owner' | 'edit'>,
  edits: readonly ConfigEdit[],
  subject: string,
  secrets?: Parameters<OwnerApp['file']['change']>[2],
): Promise<string> {
  const revision = await app.file.change(edits, edit, secrets);
  await noted({ app, owner }, subject);
  return revision;
}

/** Takes an entry out of the file, and what `secrets.env` has for it alone. */
export async function removed(call: Call, kind: keyof typeof KINDS, id: string) {
  const edits = [remove(kind, call.edit.gym, id)];
  const revision = await edited(call, edits, `${KINDS[kind]} ${id}: removed`, { of: [kind, id] });
  return { revision, removed: id };
}

const KINDS = { rooms: 'room', cameras: 'camera', schedule: 'source', notify: 'channel' } as const;

/** A line of the audit log: for a change of the file, unless said. */
export async function noted(
  { app, owner }: Pick<Call, 'app' | 'owner'>,
  subject: string,
  kind: AuditKind = 'config_changed',
): Promise<void> {
  const { id, gymId } = owner.key;
  await app.audit.note({ atUtcMs: app.clock.nowUtcMs(), by: id, kind, gymId, subject });
}
