/** Keys, sign-ins and the audit log of the gym. Who gets in is changed after a recent sign-in only. */

import { Type } from 'typebox';
import { TurnoutError } from '../../../errors.ts';
import { fields } from '../../../gym/reports/field.ts';
import { instant, wire } from '../../../runtime/wire.ts';
import { FREE_GYM_ID, type KeyFacts, ROLES } from '../../../store/access/key.ts';
import type { SignedIn } from '../../../store/access/sign-ins.ts';
import { NEW_GYM } from '../../../store/access/waiting.ts';
import { type Call, gymOf, isHand, plainRow, refuse, row } from './row.ts';

const NEW_KEY = fields({
  role: Type.Enum([...ROLES]),
  trainer: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  label: Type.Optional(Type.String({ maxLength: 200 })),
  lookups: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
});

export const ACCESS = [
  plainRow(
    'GET /keys',
    'The keys of the gym, revoked ones too. A key itself is never shown again.',
    (call) => ({ keys: call.app.access.keys(call.gymId).map((key) => keyView(key, call)) }),
  ),
  row(
    'POST /keys',
    'Makes a key of the gym. The answer has the key itself, this once. `trainer` is for the role trainer; `lookups` is no limit by default. The command line alone makes free keys.',
    { body: NEW_KEY, signedIn: 'just', makes: true },
    async (call) => {
      const { role, trainer, label, lookups } = call.body;
      const isFree = role === 'free';
      if (isFree && !isHand(call)) refuse('forbidden', 'Free keys are made at /get-key.');
      const { secret, key } = await call.app.access.createKey({
        gymId: isFree && call.gymId === undefined ? FREE_GYM_ID : gymOf(call).id,
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
      const { key_id: id } = call.path;
      const { access } = call.app;
      if (id === call.owner.key.id) {
        refuse('usage', 'This is the key that you came with: revoke it with another.');
      }
      if (!isHand(call) && !access.keys(call.gymId).some((key) => key.id === id)) {
        refuse('key_unknown', 'The gym has no key of this id.');
      }
      return { key: keyView(await access.revokeKey(id, call.owner.key.id), call) };
    },
  ),
  plainRow(
    'GET /sign-ins',
    'The browsers that are signed in. The one that was seen last comes first.',
    (call) => {
      const known = call.app.access.signIns.list(call.gymId);
      return { sign_ins: known.map((one) => signInView(one, call)) };
    },
  ),
  row(
    'DELETE /sign-ins/{sign_in_id}',
    'Ends a sign-in. Effective at once. It also revokes the key of a screen.',
    { signedIn: 'lately' },
    async (call) => {
      const { sign_in_id: id } = call.path;
      const { signIns } = call.app.access;
      if (!isHand(call) && !signIns.list(call.gymId).some(({ signIn }) => signIn.id === id)) {
        refuse('sign_in_unknown', 'No browser of the gym is signed in under this id.');
      }
      const { device } = await signIns.end(id, call.owner.key.id);
      return { ended: 1, device };
    },
  ),
  row(
    'DELETE /sign-ins',
    'Ends all sign-ins of the gym. Effective at once, for this browser too.',
    { signedIn: 'just' },
    async ({ app, owner, gymId }) => ({
      ended: await app.access.signIns.endAll(gymId, owner.key.id),
    }),
  ),
  row(
    'POST /screens',
    'Lets in the screen that shows the code at `/screen`. It sees the wall only, under a key of its own with this name.',
    {
      body: fields({
        code: Type.String({ minLength: 1, maxLength: 64 }),
        name: Type.String({ minLength: 1, maxLength: 60 }),
      }),
      signedIn: 'just',
    },
    async (call) => {
      const { code, name } = call.body;
      const gym = gymOf(call).id;
      const agreed = { gymId: gym, label: name, by: call.owner.key.id };
      if (call.app.waiting.pairings.agree(code, agreed)) return { gym, name };
      throw new TurnoutError('usage', {
        where: 'code',
        expected: 'one that a screen shows now',
        got: 'another text',
        hint: 'open the page /screen on the screen; a code is good for 15 minutes',
      });
    },
  ),
  row(
    'POST /setup-codes',
    'A code by which an owner signs in to the pages and gets a key. In the demo, which has no owner, `gym` is null: the code sets up a new gym.',
    { hand: true },
    async (call) => {
      const { origin, server } = call.app.config();
      const isNew = origin === 'demo' && call.gymId === undefined;
      const gymId = isNew ? NEW_GYM : gymOf(call).id;
      const code = call.app.waiting.setUpCodes.make(gymId);
      return { gym: isNew ? null : gymId, code, public_url: server.publicUrl };
    },
  ),
  row(
    'GET /audit',
    'Who changed what, and when: keys, sign-ins, corrections, imports and the configuration, newest first.',
    { query: { limit: Type.Integer({ minimum: 1, maximum: 100_000, default: 100 }) } },
    async ({ app, gymId, query: { limit } }) => {
      const lines = await app.audit.audit({ ...(gymId !== undefined && { gymId }), limit });
      return {
        lines: lines.map((line) => ({
          at: instant(line.atUtcMs),
          ...wire(line, 'by', 'kind'),
          gym: line.gymId,
          subject: line.subject,
        })),
      };
    },
  ),
];

function signInView({ key, signIn }: SignedIn, { owner }: Call) {
  return {
    ...wire(signIn, 'id', 'device'),
    gym: key.gymId,
    role: key.role,
    key: key.id,
    ...wire(key, 'prefix', 'label'),
    way: signIn.way,
    encrypted: !signIn.isPlain,
    since: instant(signIn.createdUtcMs),
    last_seen: instant(signIn.seenUtcMs),
    is_own: owner.signIn?.id === signIn.id,
  };
}

function keyView(key: KeyFacts, { owner }: Call) {
  return {
    ...wire(key, 'id', 'prefix'),
    gym: key.gymId,
    role: key.role,
    trainer: key.trainerId,
    ...wire(key, 'label', 'lookupLimit', 'lookupsUsed', 'createdUtcMs', 'revokedUtcMs'),
    is_own: key.id === owner.key.id,
  };
}
