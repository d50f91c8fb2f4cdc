/**
 * Links that show one thing to whoever has them: the rows of a query as CSV, or classes as a calendar. A link is an access
 * token that is good for this alone (RFC 8707): it has the rights of the key that it was made with, ends with it, and by itself.
 */

import { DAY_MS } from '../../gym/calendar/zone.ts';
import type { FiguresQuery } from '../../gym/figures/query.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Credential } from '../history/access.ts';
import { type Credentials, rowOf } from './credentials.ts';
import { hashOf, randomLetters } from './key.ts';
import type { Principal } from './sign-ins.ts';

const SECRET = /^tx_[0-9A-Za-z]{32}$/;
/** Of one gym. Chosen here: more than anybody looks after. */
export const MAX_LINKS = 50;

/** What a link shows. */
export type LinkContent =
  | { readonly format: 'csv'; readonly query: FiguresQuery }
  | { readonly format: 'ics' };

interface NewLink {
  readonly name: string;
  readonly content: LinkContent;
}

/** `resource` tells it from the tokens of programs; `family` is its id, which is not secret. */
type LinkData = NewLink & { readonly resource: 'link'; readonly family: string };

export interface Link extends NewLink {
  readonly id: string;
  readonly endsUtcMs: number;
  readonly principal: Principal;
}

/** @param principalOf null for a key that was revoked. */
export function createLinks(
  credentials: Credentials,
  clock: Pick<Clock, 'nowUtcMs'>,
  principalOf: (keyId: string) => Principal | null,
) {
  const linkOf = ({ key, expires, data }: Credential<LinkData>): Link | null => {
    const principal = data.resource === 'link' ? principalOf(key) : null;
    const { family: id, name, content } = data;
    return principal && { id, name, content, endsUtcMs: expires ?? 0, principal };
  };
  /** Those of a gym, oldest first. O(tokens). */
  const list = (gymId: string): Link[] =>
    credentials
      .of<LinkData>('access')
      .flatMap((row) => linkOf(row) ?? [])
      .filter(({ principal }) => principal.key.gymId === gymId);
  return {
    list,
    /** @returns its secret, which is told once; null where the gym has {@link MAX_LINKS}. */
    make: async (link: NewLink & { readonly days: number; readonly by: Principal }) => {
      const { name, content, days, by } = link;
      const { id: key, gymId } = by.key;
      if (list(gymId).length >= MAX_LINKS) return null;
      const secret = `tx_${randomLetters(32)}`;
      const data: LinkData = { resource: 'link', family: randomLetters(16), name, content };
      const atUtcMs = clock.nowUtcMs();
      const row = rowOf('access', secret, { key, expires: atUtcMs + days * DAY_MS, data });
      const note = { atUtcMs, by: key, kind: 'link_made', gymId, subject: data.family } as const;
      await credentials.issue([row], [note]);
      return secret;
    },
    /** Null for one that is unknown, over or withdrawn, and where its key was revoked. */
    find: (secret: string): Link | null => {
      if (!SECRET.test(secret)) return null;
      const row = credentials.find<LinkData>('access', hashOf(secret));
      return row && linkOf(row);
    },
    /** From this moment on it shows nothing. */
    withdraw: async ({ id: subject, principal }: Link, by: string): Promise<void> => {
      await credentials.revoke({ family: subject });
      const { gymId } = principal.key;
      const atUtcMs = clock.nowUtcMs();
      await credentials.note({ atUtcMs, by, kind: 'link_withdrawn', gymId, subject });
    },
  };
}
