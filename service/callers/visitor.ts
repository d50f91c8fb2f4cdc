/**
 * Someone at the door, before it is known what they want: for adapters that ask several things in one request (MCP), or
 * that answer with sample data where no credential is shown (`/ask`). The guard makes one of them for each request.
 */

import type { ProblemBody } from '../../errors.ts';
import type { ResourceName } from '../../store/access/oauth/requests.ts';
import type { Principal } from '../../store/access/sign-ins.ts';
import type { Caller, Subject } from './caller.ts';

/** Where someone comes in. */
export interface Entry {
  /** What an access token must be good for; anyone who is refused is led to the metadata of it. */
  readonly resource: ResourceName;
  /** Whether someone who shows no credential at all sees the sample gym. A wrong credential is refused all the same. */
  readonly isOpen: boolean;
}

export interface Visitor {
  /** Null in the sandbox, where no credential was shown and none is needed, and for the person at the machine. */
  readonly principal: Principal | null;
  /** Whether sample data were seen so far: always in the sandbox; for a key once they stood in for the gym `demo`. */
  readonly isSample: boolean;
  /** Who sees `subject`; or why not: `forbidden`. Charges nothing. */
  see(subject: Subject): Caller | ProblemBody;
  /**
   * Spends one lookup, to be called before figures are made; null where it was spent or nothing is charged (sandbox, keys
   * without a limit). Else why there are none: `lookups_exhausted`, or `rate_limited` for what one request asks beyond the
   * rate of the key or the address, which has counted the first of them with the request. A promise only where the disk
   * must be asked; it rejects with `data_unusable`.
   */
  spend(): ProblemBody | null | Promise<ProblemBody | null>;
  /**
   * Gives back one lookup that this visitor spent: what it was spent for carries no figures. Never for figures that were
   * written, even if no one read them to the end. Nothing where none is left to give back. Not needed where the whole answer
   * fails or reaches no one: then all of them are given back.
   */
  giveBack(): void;
}

/** The same visitor, with other eyes: at one gym of several. */
export function seeing(visitor: Visitor, see: Visitor['see']): Visitor {
  return {
    principal: visitor.principal,
    get isSample() {
      return visitor.isSample;
    },
    see,
    spend: () => visitor.spend(),
    giveBack: () => visitor.giveBack(),
  };
}
