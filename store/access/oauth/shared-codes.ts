/** Authorization codes of several processes with one store: issued by one, and exchanged at whichever is asked. */

import type { Clock } from '../../../runtime/clock.ts';
import type { SharedGrants } from '../../history/access/grant-store.ts';
import { hashOf, randomLetters } from '../secret.ts';
import type { AskedAuthorization } from './authorization-request.ts';
import { CODE_MS, type Codes, REMEMBERED_MS } from './code-book.ts';
import { ID_LENGTH, isCode, newCode } from './token.ts';

export function createSharedCodes(shared: SharedGrants, clock: Pick<Clock, 'nowUtcMs'>): Codes {
  return {
    issue: async (asked, keyId) => {
      const [code, madeUtcMs] = [newCode(), clock.nowUtcMs()];
      const family = randomLetters(ID_LENGTH);
      const stored = { hash: hashOf(code), asked, keyId, family, madeUtcMs };
      await shared.addCode(stored, madeUtcMs - REMEMBERED_MS);
      return code;
    },
    redeem: async (code) => {
      const taken = isCode(code) ? await shared.takeCode(hashOf(code), clock.nowUtcMs()) : null;
      if (taken === null) return { kind: 'unknown' };
      if ('used' in taken) return { kind: 'used', familyId: taken.used };
      const { asked, keyId, family, madeUtcMs } = taken.code;
      if (clock.nowUtcMs() - madeUtcMs >= CODE_MS) return { kind: 'unknown' };
      const agreed = { asked: asked as AskedAuthorization, keyId, familyId: family };
      return { kind: 'fresh', agreed };
    },
  };
}
