/**
 * Links that show one thing to whoever has them: the rows of a query as CSV, or classes as a calendar. A link is an access
 * token that is good for this alone (RFC 8707): it has the rights of the key that it was made with, ends with it, and by itself.
 */

import type { FiguresQuery } from '../../gym/figures/query.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { AuditRecord, Credential } from '../history/access.ts';
import { type Credentials, rowOf } from './credentials.ts';
import { hashOf, randomLetters } from './key.ts';
import type { Principal } from './sign-ins.ts';

const SECRET = /^tx_[0-9A-Za-z]{32}$/;
const SECRET_LETTERS = 32;
const ID_LETTERS = 16;
const DAY_MS = 86_400_000;
/** Of one gym. Chosen here: more than anybody looks after. */
export const MAX_LINKS = 50;

/** What a link shows. */
export type LinkContent =
  | { readonly format: 'csv'; readonly query: FiguresQuery }
  | { readonly format: 'ics' };

interface LinkData {
  /** Tells it from the tokens of programs. */
  readonly resource: 'link';
  /** Its id, which is not secret. */
  readonly family: string;
  readonly name: string;
  readonly content: LinkContent;
}

export interface Link {
  readonly id: string;
  readonly name: string;
  readonly content: LinkContent;
  readonly endsUtcMs: number;
  readonly principal: Principal;
}

export interface NewLink {
  readonly name: string;
  readonly content: LinkContent;
  readonly days: number;
  readonly by: Principal;
}

export interface LinkParts {
  readonly credentials: Credentials;
  readonly audit: { note(line: AuditRecord): Promise<void> };
  readonly clock: Pick<Clock, 'nowUtcMs'>;
  /** Null for a key that was revoked. */
  readonly principalOf: (keyId: string) => Principal | null;
}

export class Links {
  readonly #parts: LinkParts;

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  /** @returns its secret, which is told once; null where the gym has {@link MAX_LINKS}. */
  async make({ name, content, days, by: { key } }: NewLink): Promise<string | null> {
    if (this.list(key.gymId).length >= MAX_LINKS) return null;
    const { credentials, clock } = this.#parts;
    const secret = `tx_${randomLetters(SECRET_LETTERS)}`;
    const family = randomLetters(ID_LETTERS);
    const data: LinkData = { resource: 'link', family, name, content };
    const expires = clock.nowUtcMs() + days * DAY_MS;
    const note = this.#line('link_made', key.id, key.gymId, family);
    await credentials.issue([rowOf('access', secret, { key: key.id, expires, data })], [note]);
    return secret;
  }

  /** Null for one that is unknown, over or withdrawn, and where its key was revoked. */
  find(secret: string): Link | null {
    if (!SECRET.test(secret)) return null;
    const row = this.#parts.credentials.find<LinkData>('access', hashOf(secret));
    return row && this.#linkOf(row);
  }

  /** Those of a gym, oldest first. O(tokens). */
  list(gymId: string): Link[] {
    return this.#parts.credentials
      .of<LinkData>('access')
      .flatMap((row) => this.#linkOf(row) ?? [])
      .filter(({ principal }) => principal.key.gymId === gymId);
  }

  /** From this moment on it shows nothing. */
  async withdraw({ id, principal }: Link, by: string): Promise<void> {
    const { credentials, audit } = this.#parts;
    await credentials.revoke({ family: id });
    await audit.note(this.#line('link_withdrawn', by, principal.key.gymId, id));
  }

  #line(kind: AuditRecord['kind'], by: string, gymId: string, subject: string): AuditRecord {
    return { atUtcMs: this.#parts.clock.nowUtcMs(), by, kind, gymId, subject };
  }

  #linkOf({ key, expires, data }: Credential<LinkData>): Link | null {
    const principal = data.resource === 'link' ? this.#parts.principalOf(key) : null;
    const { family: id, name, content } = data;
    return principal && { id, name, content, endsUtcMs: expires ?? 0, principal };
  }
}
