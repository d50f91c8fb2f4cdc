/** The subjects of one gym on NATS. A box may use these and its inbox, and no others: its pass says so. */

export interface Subjects {
  /** Batches, kept by JetStream until the head office has them. */
  readonly batch: string;
  /** Receipts, to the box. */
  readonly receipt: string;
  /** Questions of the head office to the box, answered at once. */
  readonly live: string;
  /** The box asks for a new pass. */
  readonly renew: string;
  /** Prefix of answers to the box's own requests. */
  readonly inbox: string;
}

/** The stream that takes `up.v1.>`. */
export const UP_STREAM = 'UP';
export const UP_SUBJECTS = 'up.v1.>';

/** @param gym its id at the head office: letters, digits, `_` and `-`. */
export function subjectsOf(gym: string): Subjects {
  return {
    batch: `up.v1.${gym}.batch`,
    receipt: `down.v1.${gym}.receipt`,
    live: `rpc.v1.${gym}.live`,
    renew: `rpc.hq.${gym}.renew`,
    inbox: `_INBOX.${gym}`,
  };
}

/** What the pass of a box allows, as a user JWT of NATS has it. */
export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** It may answer what it is asked: how often, and for how long, nanoseconds. */
  readonly responses: { readonly max: number; readonly ttl: number };
}

export function permissionsOf(gym: string): Permissions {
  return {
    publish: [`up.v1.${gym}.>`, `rpc.hq.${gym}.>`],
    subscribe: [`down.v1.${gym}.>`, `rpc.v1.${gym}.>`, `_INBOX.${gym}.>`],
    responses: { max: 1, ttl: 10_000_000_000 },
  };
}
