/** What the routes of the operator API work with, and what several of them need. */

import {
  type Config,
  type GymConfig,
  type PlacedCamera,
  placedCameras,
} from '../../../config/config.ts';
import type { Looks } from '../../../engine/looks/looks.ts';
import type { ProblemBody } from '../../../errors.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { Reach } from '../../../runtime/reach.ts';
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
import type { Access, Principal } from '../../../store/access/access.ts';
import type { AccessStore, AuditKind } from '../../../store/history/access/access-store.ts';
import type { ClassReads, ClassStore } from '../../../store/history/classes/class-store.ts';
import type { Answer } from '../../http/message.ts';
import { problem } from '../../http/problem.ts';

export interface OperatorParts {
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
  readonly clock: Pick<Clock, 'nowUtcMs'>;
}

/** The gym of an owner; a problem where it is no longer configured. */
export function gymOf(config: Config, owner: Principal): GymConfig | Answer<ProblemBody> {
  const gym = config.gyms.find(({ id }) => id === owner.key.gymId);
  return gym ?? problem('gym_unknown', 'The gym of this key is no longer configured.');
}

/** A camera of the owner's gym; null for any other. */
export function cameraOf(config: Config, owner: Principal, id: string): PlacedCamera | null {
  const found = placedCameras(config).find(({ camera }) => camera.id === id);
  return found?.gymId === owner.key.gymId ? found : null;
}

/** Where an address that an owner types may lead. */
export function reachOf({ config }: Pick<OperatorParts, 'config'>): Reach {
  return new Reach(config().server.probeLocal);
}

export function noCamera(): Answer<ProblemBody> {
  return problem('camera_unknown', 'The gym has no camera of this id.');
}

export function isRefused<Value extends object>(
  found: Value | Answer<ProblemBody>,
): found is Answer<ProblemBody> {
  return 'status' in found && 'value' in found;
}

/** Whether an owner sees the whole installation: where no other gym is configured. */
export function seesAll({ gyms }: Config, owner: Principal): boolean {
  return gyms.length === 1 && gyms[0]?.id === owner.key.gymId;
}

/** 201 in place of 200; a refusal as it is. */
export function made<Given extends { readonly status: number }>(answer: Given): Given {
  return answer.status === 200 ? { ...answer, status: 201 } : answer;
}

/** A line of the audit log: for a change of the file, unless said. */
export async function noted(
  { audit, clock }: Pick<OperatorParts, 'audit' | 'clock'>,
  owner: Principal,
  subject: string,
  kind: AuditKind = 'config_changed',
): Promise<void> {
  const { id, gymId } = owner.key;
  await audit.note({ atUtcMs: clock.nowUtcMs(), by: id, kind, gymId, subject });
}

export function instant(atUtcMs: number): string {
  return new Date(atUtcMs).toISOString();
}

export function instantOrNull(atUtcMs: number | null): string | null {
  return atUtcMs === null ? null : instant(atUtcMs);
}
