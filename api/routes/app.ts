/** What the API is made from: one object for its routes, its pages, its agents and its streams. */

import type { QuestionReader } from '../../ask/reader.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { GymEvidence } from '../../service/evidence/evidence.ts';
import type { ChainFigures } from '../../service/figures/chain-figures.ts';
import type { ClassesSource, GymSource } from '../../service/gyms/gym-source.ts';
import type { EngineStatus } from '../../service/status.ts';
import type { Access } from '../../store/access/access.ts';
import type { AccessLimits } from '../../store/access/limits.ts';
import type { OAuth } from '../../store/access/oauth/oauth.ts';
import type { FormTokens } from '../http/origin.ts';
import type { OwnerApp } from './owner/row.ts';

export interface App {
  readonly engine: { status(): EngineStatus };
  readonly gyms: GymSource & ClassesSource;
  readonly evidence: GymEvidence;
  readonly access: Access;
  readonly oauth: OAuth;
  /** Whether programs may sign in here: not at an address over plain http. */
  readonly isIssuer: boolean;
  readonly limits: AccessLimits;
  /** Of a free key that is made now. */
  readonly freeLookups: () => number;
  readonly reader: QuestionReader;
  readonly forms: FormTokens;
  readonly clock: Clock;
  readonly log: Log;
  /** Of the program. */
  readonly version: string;
  /** Public address of the service, without a slash at its end: known once it listens. */
  readonly base: () => string;
  /** Further names, without a port, under which pages, the owner API and `/mcp` answer. */
  readonly allowedHosts: readonly string[];
  /** The gym whose pages are open to everyone: `demo`, where it is the only one; null where a sign-in is needed. */
  readonly openGym: () => string | null;
  /** Whether that is the demo that runs without a configuration. */
  readonly isDemo: () => boolean;
  /** Figures over gyms: a head office's. */
  readonly chain?: ChainFigures | undefined;
  /** Left out where there is nothing to operate. */
  readonly owner?: OwnerApp | undefined;
}

/** Free keys that are given out; null at a head office, which has no sample gym. */
export function freeKeysOf({ chain, limits }: Pick<App, 'chain' | 'limits'>) {
  return chain === undefined ? limits.freeKeys : null;
}
