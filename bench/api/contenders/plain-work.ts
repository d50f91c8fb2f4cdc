/**
 * What a kept summary takes beside a server: the key looked up, its rates and lookups, what is left of them, the entity
 * tag, the metrics. Written once for node:http and Fastify, as somebody would who has only this one answer to give.
 */

import { randomUUID } from 'node:crypto';
import { Traffic } from '../../../api/dispatch.ts';
import { isMatch } from '../../../api/http/reply.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { openConfig } from '../../../config/load.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { openAccess } from '../../../store/access/access.ts';
import type { KeyFacts } from '../../../store/access/key.ts';
import { createLimits, type RateVerdict } from '../../../store/access/limits.ts';
import { openHistory } from '../../../store/history/history.ts';
import type { KeptAnswer } from './raw-answer.ts';

/** Headers that differ from one answer to the next: they are made anew. */
const CHANGING = new Set(['ratelimit', 'ratelimit-policy', 'x-request-id']);

export interface PlainAnswer {
  readonly status: 200 | 304 | 401 | 429;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

export interface PlainRequest {
  readonly authorization: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly ip: string;
}

export interface PlainWork {
  answer(request: PlainRequest): Promise<PlainAnswer>;
  /** Counts an answer that was given. */
  answered(status: number, startMs: number): void;
}

export interface PlainWorkOptions {
  readonly configPath: string;
  readonly dir: string;
  /** What is answered. */
  readonly kept: KeptAnswer;
}

export async function openPlainWork(options: PlainWorkOptions): Promise<PlainWork> {
  const config = await openConfig(readEnvironment({ TURNOUT_CONFIG: options.configPath }));
  const [clock, log] = [systemClock, silentLog];
  const history = await openHistory({ dir: options.dir, clock, log });
  const access = await openAccess({ history, config: () => config, clock, log });
  const limits = createLimits(config.access, clock);
  const traffic = new Traffic();
  const { body, headers } = options.kept;
  const same = Object.fromEntries(headers.filter(([name]) => !CHANGING.has(name.toLowerCase())));
  const etag = same['ETag'] ?? '';
  const burstPolicy = `"burst";q=${limits.keys.limit};w=${limits.keys.windowS}`;
  const refused = (status: 401 | 429): PlainAnswer => ({ status, headers: {}, body: null });
  const findKey = (authorization = '') =>
    authorization.startsWith('Bearer ') ? access.find(authorization.slice('Bearer '.length)) : null;
  const quotas = ({ id, lookupLimit }: KeyFacts, { remaining, resetS }: RateVerdict) => {
    const burst = `"burst";r=${remaining};t=${resetS}`;
    if (lookupLimit === null) return { 'RateLimit-Policy': burstPolicy, RateLimit: burst };
    return {
      'RateLimit-Policy': `${burstPolicy}, "lookups";q=${lookupLimit}`,
      RateLimit: `${burst}, "lookups";r=${access.lookupsLeft(id)}`,
    };
  };

  return {
    answer: async ({ authorization, ifNoneMatch, ip }) => {
      if (!limits.addresses.take(() => ip).isAllowed) return refused(429);
      const principal = findKey(authorization);
      if (principal === null) return refused(401);
      const { key } = principal;
      const verdict = limits.keys.take(key.id);
      if (!verdict.isAllowed || !(await access.spend(key.id))) return refused(429);
      const isSame = isMatch(ifNoneMatch, etag);
      if (isSame) access.giveBack(key.id);
      return {
        status: isSame ? 304 : 200,
        headers: { ...same, ...quotas(key, verdict), 'X-Request-Id': randomUUID() },
        body: isSame ? null : body,
      };
    },
    answered: (status, startMs) => {
      traffic.answered('GET', '/v1/summary', status, clock.monotonicMs() - startMs);
    },
  };
}
