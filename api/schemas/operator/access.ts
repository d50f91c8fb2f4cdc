/** Keys, sign-ins and the audit log, for the operator API. A new key is shown once. */

import { Type } from 'typebox';
import { closed, nullable } from '../../../gym/reports/fields/field.ts';
import { ROLES } from '../../../store/access/key.ts';

const time = (description: string) => Type.String({ format: 'date-time', description });
const ID = Type.String({ minLength: 1, maxLength: 64 });

export const KEY_ID = Type.String({ ...ID, description: 'Id of the key.' });
export const SIGN_IN_ID = Type.String({ ...ID, description: 'Id of the sign-in.' });

const OPERATOR_KEY = Type.Object(
  {
    id: Type.String(),
    prefix: Type.String({ description: 'How the key begins.' }),
    role: Type.Enum([...ROLES]),
    trainer: nullable(Type.String({ description: 'Whose figures it opens; of role trainer.' })),
    label: nullable(Type.String()),
    lookup_limit: nullable(Type.Integer({ description: 'Null is without limit.' })),
    lookups_used: Type.Integer({ minimum: 0 }),
    created_at: time('When it was made.'),
    revoked_at: nullable(time('When it was revoked.')),
    is_own: Type.Boolean({ description: 'Whether this request came by it.' }),
  },
  { ...closed, title: 'OperatorKey', description: 'A key by what is no secret of it.' },
);

export const KEY_LIST = Type.Object(
  { keys: Type.Array(OPERATOR_KEY) },
  { ...closed, title: 'KeyList', description: 'The keys of the gym, newest first.' },
);

export const NEW_KEY = Type.Object(
  {
    role: Type.Enum(['owner', 'manager', 'trainer', 'screen']),
    trainer: Type.Optional(
      Type.String({ minLength: 1, maxLength: 128, description: 'Id; for role trainer.' }),
    ),
    label: Type.Optional(Type.String({ maxLength: 200, description: 'What it is for.' })),
    lookups: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'Default: no limit.' }),
    ),
  },
  { ...closed, title: 'NewKey', description: 'A key to make.' },
);

export const MADE_KEY = Type.Object(
  {
    secret: Type.String({ description: 'The key itself. Shown here and never again.' }),
    key: OPERATOR_KEY,
  },
  { ...closed, title: 'MadeKey', description: 'The key that was made.' },
);

export const KEY_ANSWER = Type.Object(
  { key: OPERATOR_KEY },
  { ...closed, title: 'KeyAnswer', description: 'One key.' },
);

export const SIGN_IN_LIST = Type.Object(
  {
    sign_ins: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          device: Type.String({ description: 'What the browser calls itself.' }),
          role: Type.Enum([...ROLES]),
          key: Type.String({ description: 'Id of its key.' }),
          label: nullable(Type.String({ description: 'Of its key.' })),
          encrypted: Type.Boolean(),
          since: time('When it signed in.'),
          last_seen: time('Within five minutes.'),
          is_own: Type.Boolean({ description: 'Whether this request came by it.' }),
        },
        { ...closed, title: 'OperatorSignIn', description: 'A browser that is signed in.' },
      ),
    ),
  },
  { ...closed, title: 'SignInList', description: 'The browsers of the gym, last seen first.' },
);

export const ENDED = Type.Object(
  { ended: Type.Integer({ minimum: 0, description: 'How many sign-ins ended.' }) },
  { ...closed, title: 'EndedSignIns', description: 'What is over from now on.' },
);

export const AUDIT_ANSWER = Type.Object(
  {
    lines: Type.Array(
      Type.Object(
        {
          at: time('When.'),
          by: Type.String({ description: 'Id of a key, or what made the change.' }),
          kind: Type.String({ description: 'Such as `key_created`, `config_changed`.' }),
          subject: Type.String({ description: 'What was changed.' }),
        },
        { ...closed, title: 'AuditLine', description: 'One change.' },
      ),
    ),
  },
  { ...closed, title: 'AuditLog', description: 'Changes of the gym, newest first.' },
);
