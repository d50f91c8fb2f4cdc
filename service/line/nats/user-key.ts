/** A key pair of the box's own (an NKEY of NATS, Ed25519). The seed never leaves the box. */

import { nkeys } from '@nats-io/transport-node';

export interface UserKey {
  /** `U…` */
  readonly publicKey: string;
  /** `SU…`: a secret. */
  readonly seed: string;
}

export function createUserKey(): UserKey {
  const pair = nkeys.createUser();
  const key = {
    publicKey: pair.getPublicKey(),
    seed: new TextDecoder().decode(pair.getSeed()),
  };
  pair.clear();
  return key;
}
