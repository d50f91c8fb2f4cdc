/** How many live streams may be open at once. Stated in `route.ts`. */

import type { ErrorCode } from '../../errors.ts';
import type { Audience } from './client.ts';

interface Cap {
  readonly most: number;
  /** Whose streams are counted together; null for streams that the cap is not for. */
  readonly groupOf: (audience: Audience) => string | null;
  /** Ends the sentence "No more than 8 live streams can be open …". */
  readonly of: string;
  readonly code: Extract<ErrorCode, 'too_many_streams' | 'too_many_own_streams'>;
}

/** Caps of one client come first: closing a stream helps there. */
export const CAPS: readonly Cap[] = [
  {
    most: 8,
    groupOf: ({ signInId }) => signInId,
    of: 'in one browser',
    code: 'too_many_own_streams',
  },
  {
    // Programs with a key do not take the places of browsers that signed in with it.
    most: 50,
    groupOf: ({ keyId, signInId }) => keyId && `${keyId} ${signInId === null}`,
    of: 'with one key',
    code: 'too_many_own_streams',
  },
  {
    most: 20,
    groupOf: ({ isStranger, address }) => (isStranger ? address : null),
    of: 'from one address without a key of a gym',
    code: 'too_many_own_streams',
  },
  {
    // Browsers that signed in are not counted: all of a gym may share one address.
    most: 50,
    groupOf: ({ isStranger, signInId, address }) =>
      isStranger || signInId !== null ? null : address,
    of: 'from one address with keys',
    code: 'too_many_own_streams',
  },
  {
    most: 100,
    groupOf: ({ isStranger }) => (isStranger ? 'strangers' : null),
    of: 'without a key of a gym',
    code: 'too_many_streams',
  },
  {
    // The last 100 places are for people who run a gym.
    most: 400,
    groupOf: ({ role, signInId }) =>
      signInId !== null && (role === 'owner' || role === 'manager') ? null : 'others',
    of: 'besides those of owners and managers who signed in',
    code: 'too_many_streams',
  },
  {
    most: 500,
    groupOf: () => 'all',
    of: 'at once',
    code: 'too_many_streams',
  },
];
