/** Bodies of `/get-key`: what is offered, and the key that is given. */

import { type Static, Type } from 'typebox';
import { closed, nullable } from '../../gym/reports/field.ts';

const LOOKUPS = 'Lookups of the key';

export const KEY_OFFER = Type.Object(
  {
    description: Type.String(),
    method: Type.Literal('POST', { description: 'What makes a key; GET never does.' }),
    url: Type.String({ description: 'Where to send it. No body is needed.' }),
    gym_id: Type.String({ description: 'The gym that the key opens.' }),
    role: Type.Literal('free'),
    lookups: Type.Integer({ minimum: 1, description: `${LOOKUPS}.` }),
    limits: Type.Array(
      Type.Object(
        { keys: Type.Integer({ minimum: 1 }), seconds: Type.Integer({ minimum: 1 }) },
        closed,
      ),
      { maxItems: 8, description: 'How many keys an address gets in how many seconds.' },
    ),
    example: Type.String({ description: 'A call for a shell.' }),
  },
  { ...closed, title: 'KeyOffer', description: 'How to get a free key.' },
);
export type KeyOffer = Static<typeof KEY_OFFER>;

export const ISSUED_KEY = Type.Object(
  {
    key: Type.String({
      description: 'The key, shown only once. Send it as `Authorization: Bearer`.',
    }),
    key_id: Type.String({ description: 'Its name for operators; not secret.' }),
    gym_id: Type.String({ description: 'The gym that it opens.' }),
    role: Type.Literal('free'),
    lookups: nullable(
      Type.Integer({ minimum: 0, description: `${LOOKUPS}; null is without limit.` }),
    ),
    examples: Type.Object(
      { curl: Type.String(), javascript: Type.String(), python: Type.String() },
      { ...closed, description: 'Calls with the key, ready to paste.' },
    ),
  },
  { ...closed, title: 'IssuedKey', description: 'A new key. It is never shown again.' },
);
export type IssuedKey = Static<typeof ISSUED_KEY>;
