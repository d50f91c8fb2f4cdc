/** Headers that every route with figures takes. They are checked for nothing but being text: the guard reads them. */

import { Type } from 'typebox';

export const CREDENTIALS = {
  authorization: Type.Optional(
    Type.String({ description: 'Bearer credential: `Bearer <API_KEY>`.' }),
  ),
  'x-api-key': Type.Optional(
    Type.String({
      description: 'The key, instead of `Authorization`. If both are sent, they must be equal.',
    }),
  ),
  'x-sandbox': Type.Optional(
    Type.String({
      description:
        '`true` (in any case) selects sample data that are the same everywhere. No key is needed, and a key is ignored.',
    }),
  ),
};
