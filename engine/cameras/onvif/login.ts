/**
 * The login of ONVIF: a digest in the head of each request (WS-Security UsernameToken Profile 1.0, 3.1; ONVIF Core
 * Specification, 5.9.4). The digest holds the time of day, and a camera refuses one that is not of its own clock: so the
 * camera is asked for its time first, without a login.
 */

import { createHash, randomBytes } from 'node:crypto';
import { escaped } from './xml.ts';

export interface OnvifLogin {
  readonly user: string;
  readonly password: string;
}

const SECURITY =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const UTILITY =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const TOKEN = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0';
const MESSAGE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0';

/** `Base64(SHA-1(nonce + created + password))`. */
export function passwordDigest(nonce: Uint8Array, created: string, password: string): string {
  return createHash('sha1').update(nonce).update(created).update(password, 'utf8').digest('base64');
}

/** The header of a request of `login`, made at `cameraUtcMs` by the clock of the camera. */
export function securityHeader(
  { user, password }: OnvifLogin,
  cameraUtcMs: number,
  nonce: Uint8Array = randomBytes(16),
): string {
  // Without fractions: some cameras cannot read them.
  const created = new Date(cameraUtcMs).toISOString().replace(/\.\d+Z$/, 'Z');
  const digest = passwordDigest(nonce, created, password);
  return (
    `<Security s:mustUnderstand="1" xmlns="${SECURITY}"><UsernameToken>` +
    `<Username>${escaped(user)}</Username>` +
    `<Password Type="${TOKEN}#PasswordDigest">${digest}</Password>` +
    `<Nonce EncodingType="${MESSAGE}#Base64Binary">${Buffer.from(nonce).toString('base64')}</Nonce>` +
    `<Created xmlns="${UTILITY}">${created}</Created>` +
    '</UsernameToken></Security>'
  );
}
