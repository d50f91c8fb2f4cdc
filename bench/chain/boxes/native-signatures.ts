/**
 * Ed25519 of Node in place of the one in JavaScript that the client of NATS has. A box signs once for each connection and can
 * wait the milliseconds; a process that plays thousands of boxes would measure them and nothing else.
 */

import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { createRequire } from 'node:module';

/** Of a private key before its 32 bytes, and of a public one before its own. Source: RFC 8410. */
const PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_BYTES = 32;

interface Nacl {
  readonly sign: {
    detached: ((message: Uint8Array, secret: Uint8Array) => Uint8Array) & object;
    readonly keyPair: {
      fromSeed(seed: Uint8Array): { publicKey: Uint8Array; secretKey: Uint8Array };
    };
  };
}

/** Of this process, for good. */
export function useNativeSignatures(): void {
  const own = createRequire(import.meta.url);
  const transport = createRequire(own.resolve('@nats-io/transport-node'));
  const nacl = createRequire(transport.resolve('@nats-io/nkeys'))('tweetnacl') as Nacl;
  const { verify } = nacl.sign.detached as unknown as { verify: unknown };
  const detached = (message: Uint8Array, secret: Uint8Array) =>
    new Uint8Array(sign(null, message, keyOf(secret.subarray(0, PUBLIC_BYTES))));
  nacl.sign.detached = Object.assign(detached, { verify });
  nacl.sign.keyPair.fromSeed = (seed) => {
    const spki = createPublicKey(keyOf(seed)).export({ type: 'spki', format: 'der' });
    const publicKey = new Uint8Array(spki.subarray(-PUBLIC_BYTES));
    return { publicKey, secretKey: Buffer.concat([seed, publicKey]) };
  };
}

function keyOf(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PRIVATE, seed]), format: 'der', type: 'pkcs8' });
}
