/** A call of the owner API as its handlers see it, with what several of them ask of it. */

import {
  type Config,
  type GymConfig,
  type PlacedCamera,
  placedCameras,
} from '../../../config/config.ts';
import type { Looks } from '../../../engine/looks/looks.ts';
import type { ErrorCode } from '../../../errors.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { Reach } from '../../../runtime/reach.ts';
import type { Notifications } from '../../../service/commands/operation.ts';
import type { Crowding } from '../../../service/crowding.ts';
import type { readFeed } from '../../../service/feeds/read-feed.ts';
import type { ClassFindings } from '../../../service/findings/class-findings.ts';
import type { ImportDesk } from '../../../service/imports/desk.ts';
import type { ConfigurationFile } from '../../../service/operator/configuration-file.ts';
import type { Detectors } from '../../../service/operator/devices/detectors.ts';
import type { Finds } from '../../../service/operator/devices/finds.ts';
import type { Installs } from '../../../service/operator/devices/installs.ts';
import type { ProbeFindings, ProbeOptions } from '../../../service/operator/probe.ts';
import type { EngineStatus } from '../../../service/status.ts';
import type { Access } from '../../../store/access/access.ts';
import type { Principal } from '../../../store/access/principal.ts';
import type { AccessStore, AuditKind } from '../../../store/history/access.ts';
import type { ClassReads, ClassStore } from '../../../store/history/classes/class-store.ts';
import type { DeliveryStore } from '../../../store/history/deliveries.ts';
import type { Answer } from '../../http/message.ts';
import { problem } from '../../http/problem.ts';
import { bodyFault } from '../../validation/json-body.ts';

/** What the rows work with. */
export interface OwnerParts {
  readonly config: () => Config;
  readonly status: () => EngineStatus;
  readonly crowding: (cameraId: string) => Crowding | null;
  readonly file: ConfigurationFile;
  readonly access: Pick<Access, 'keys' | 'createKey' | 'revokeKey' | 'signIns'>;
  readonly audit: Pick<AccessStore, 'audit' | 'note'>;
  readonly looks: Looks;
  readonly findings: ClassFindings;
  readonly desk: ImportDesk;
  readonly readFeed: typeof readFeed;
  readonly classes: Pick<ClassReads, 'corrections' | 'correctionsOf' | 'estimates' | 'trueCounts'> &
    Pick<ClassStore, 'imports' | 'undoImport' | 'record' | 'bookings'>;
  /** A gym as it is now; null for one that is not there. */
  readonly view: (gymId: string) => GymView | null;
  readonly probe: (options: ProbeOptions) => Promise<ProbeFindings>;
  readonly finds: Finds;
  readonly detectors: Detectors;
  readonly installs: Installs;
  readonly notifications: Notifications;
  readonly deliveries: Pick<DeliveryStore, 'list' | 'replay'>;
  readonly clock: Pick<Clock, 'nowUtcMs'>;
}

/** With what each server limits: work that takes a connection, a core or much memory. */
export interface OwnerApp extends OwnerParts {
  readonly probes: AtOnce;
  readonly trials: AtOnce;
  readonly files: AtOnce;
}

/** One for the routes and the pages: what is limited is limited for both together. */
export function ownerApp(parts: OwnerParts): OwnerApp {
  return {
    ...parts,
    probes: new AtOnce(2, 'Two cameras are tried already', 10),
    trials: new AtOnce(1, 'Detectors are tried already', 10),
    files: new AtOnce(2, 'Other files are being read', 5),
  };
}

export interface Call<Path = unknown, Query = unknown, Body = unknown> {
  readonly app: OwnerApp;
  readonly owner: Principal;
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

/** Some work at a time; whoever comes when as much is under way is asked to come again. */
export class AtOnce {
  readonly #max: number;
  readonly #words: string;
  readonly #retryAfterS: number;
  #underWay = 0;

  constructor(max: number, words: string, retryAfterS: number) {
    this.#max = max;
    this.#words = words;
    this.#retryAfterS = retryAfterS;
  }

  async one<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#underWay >= this.#max) {
      const words = `${this.#words}: ask again in ${this.#retryAfterS} seconds.`;
      const headers = [['Retry-After', String(this.#retryAfterS)]] as const;
      throw new Refusal(problem('rate_limited', words, { headers }));
    }
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  }
}

/** The gym of the owner. */
export function gymOf({ app, owner }: Call): GymConfig {
  const gym = app.config().gyms.find(({ id }) => id === owner.key.gymId);
  return gym ?? refuse('gym_unknown', 'The gym of this key is no longer configured.');
}

/** Cameras of the owner's gym. */
export function camerasOf({ app, owner }: Call): PlacedCamera[] {
  return placedCameras(app.config()).filter(({ gymId }) => gymId === owner.key.gymId);
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

/** A line of the audit log: for a change of the file, unless said. */
export async function noted(
  { app, owner }: Call,
  subject: string,
  kind: AuditKind = 'config_changed',
): Promise<void> {
  const { id, gymId } = owner.key;
  await app.audit.note({ atUtcMs: app.clock.nowUtcMs(), by: id, kind, gymId, subject });
}
