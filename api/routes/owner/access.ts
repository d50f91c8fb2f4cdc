/** Keys, sign-ins and the audit log of the gym. Who gets in is changed after a recent sign-in only. */

import { Type } from 'typebox';
import { instant, wire } from '../../../runtime/wire.ts';
import type { KeyFacts } from '../../../store/access/key.ts';
import { type Call, fields, refuse, row } from './row.ts';

const NEW_KEY = fields({
  role: Type.Enum(['owner', 'manager', 'trainer', 'screen']),
  trainer: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  label: Type.Optional(Type.String({ maxLength: 200 })),
  lookups: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
});

export const ACCESS = [
  row(
    'GET /keys',
    'The keys of the gym, revoked ones too. A key itself is never shown again.',
    {},
    (call) => ({ keys: keysOf(call).map((key) => keyView(key, call)) }),
  ),
  row(
    'POST /keys',
    'Makes a key of the gym. The answer has the key itself, this once. `trainer` is for the role trainer; `lookups` is no limit by default.',
    { body: NEW_KEY, signedIn: 'just', makes: true },
    async (call) => {
      const { role, trainer, label, lookups } = call.body;
      if ((role === 'trainer') !== (trainer !== undefined)) {
        refuse('usage', 'A key of role trainer, and no other, needs a trainer.');
      }
      const { secret, key } = await call.app.access.createKey({
        gymId: call.owner.key.gymId,
        role,
        ...(trainer !== undefined && { trainerId: trainer }),
        ...(label !== undefined && { label }),
        ...(lookups !== undefined && { lookupLimit: lookups }),
        by: call.owner.key.id,
      });
      return { secret, key: keyView(key, call) };
    },
  ),
  row(
    'DELETE /keys/{key_id}',
    'Revokes a key of the gym. Effective at once, with its sign-ins and streams. Your own key stays.',
    { signedIn: 'lately' },
    async (call) => {
      const id = call.path.key_id;
      if (id === call.owner.key.id) {
        refuse('usage', 'This is the key that you came with: revoke it with another.');
      }
      if (!keysOf(call).some((key) => key.id === id)) {
        refuse('key_unknown', 'The gym has no key of this id.');
      }
      return { key: keyView(await call.app.access.revokeKey(id, call.owner.key.id), call) };
    },
  ),
  row(
    'GET /sign-ins',
    'The browsers that are signed in. The one that was seen last comes first.',
    {},
    (call) => ({
      sign_ins: signInsOf(call).map(({ key, signIn }) => ({
        ...wire(signIn, 'id', 'device'),
        role: key.role,
        key: key.id,
        label: key.label,
        encrypted: !signIn.isPlain,
        since: instant(signIn.createdUtcMs),
        last_seen: instant(signIn.seenUtcMs),
        is_own: call.owner.signIn?.id === signIn.id,
      })),
    }),
  ),
  row(
    'DELETE /sign-ins/{sign_in_id}',
    'Ends a sign-in. Effective at once. It also revokes the key of a screen.',
    { signedIn: 'lately' },
    async (call) => {
      const id = call.path.sign_in_id;
      if (!signInsOf(call).some(({ signIn }) => signIn.id === id)) {
        refuse('sign_in_unknown', 'No browser of the gym is signed in under this id.');
      }
      await call.app.access.signIns.end(id, call.owner.key.id);
      return { ended: 1 };
    },
  ),
  row(
    'DELETE /sign-ins',
    'Ends all sign-ins of the gym. Effective at once, for this browser too.',
    { signedIn: 'just' },
    async ({ app, owner: { key } }) => ({
      ended: await app.access.signIns.endAll(key.gymId, key.id),
    }),
  ),
  row(
    'GET /audit',
    'Who changed what, and when: keys, sign-ins, corrections, imports and the configuration, newest first.',
    { query: { limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }) } },
    async ({ app, owner, query: { limit } }) => {
      const lines = await app.audit.audit({ gymId: owner.key.gymId, limit });
      return {
        lines: lines.map((line) => ({
          at: instant(line.atUtcMs),
          ...wire(line, 'by', 'kind', 'subject'),
        })),
      };
    },
  ),
];

function keysOf({ app, owner }: Call) {
  return app.access.keys(owner.key.gymId);
}

function signInsOf({ app, owner }: Call) {
  return app.access.signIns.list(owner.key.gymId);
}

function keyView(key: KeyFacts, { owner }: Call) {
  return {
    ...wire(key, 'id', 'prefix', 'role'),
    trainer: key.trainerId,
    ...wire(key, 'label', 'lookupLimit', 'lookupsUsed', 'createdUtcMs', 'revokedUtcMs'),
    is_own: key.id === owner.key.id,
  };
}
