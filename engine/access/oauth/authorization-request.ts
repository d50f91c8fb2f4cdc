/**
 * What a client asks for at the authorization endpoint, and the rules it must keep. Until client and redirect address are
 * known to be good nothing may be sent to that address: such faults are shown to the person.
 */

import type { ResourceName } from './resource.ts';

/** A request that keeps all rules; what a person agrees to. */
export interface AskedAuthorization {
  readonly clientId: string;
  /** As asked, one of the client's. */
  readonly redirectUri: string;
  /** SHA-256 of the verifier, base64url (PKCE, S256). */
  readonly codeChallenge: string;
  readonly resource: ResourceName;
}
