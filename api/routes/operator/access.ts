/** Keys, sign-ins and the audit log of the gym, for the operator API. Who gets in is changed after a recent sign-in only. */

import { Type } from 'typebox';
import type { Principal } from '../../../store/access/access.ts';
import type { KeyFacts } from '../../../store/access/key.ts';
import { problem } from '../../http/problem.ts';
import {
  AUDIT_ANSWER,
  ENDED,
  KEY_ANSWER,
  KEY_ID,
  KEY_LIST,
  MADE_KEY,
  NEW_KEY,
  SIGN_IN_ID,
  SIGN_IN_LIST,
} from '../../schemas/operator/access.ts';
import type { Route } from '../route.ts';
import { operatorRoute } from './operator-route.ts';
import { instant, instantOrNull, type OperatorParts } from './parts.ts';

const NOTHING = { path: {}, query: {} };
const LIMIT = Type.Integer({ minimum: 1, maximum: 1_000, default: 100, description: 'Lines.' });

export function accessRoutes(parts: OperatorParts): readonly Route[] {
  return [...keyRoutes(parts), ...signInRoutes(parts), auditRoute(parts)];
}

function keyRoutes({ access }: OperatorParts): readonly Route[] {
  return [
    operatorRoute({
      method: 'GET',
      path: '/operator/v1/keys',
      operationId: 'list_keys',
      summary: 'The keys of the gym.',
      description: 'Revoked ones too. A key itself is never shown again.',
      errors: [],
      parameters: NOTHING,
      response: KEY_LIST,
      answer: ({ owner }) => {
        const keys = access.keys(owner.key.gymId).map((key) => keyView(key, owner));
        return { status: 200, value: { keys } };
      },
    }),
    operatorRoute({
      method: 'POST',
      path: '/operator/v1/keys',
      operationId: 'make_key',
      summary: 'Makes a key of the gym.',
      description: 'The answer has the key itself, this once.',
      errors: ['unknown_trainer', 'gym_unknown', 'usage'],
      parameters: NOTHING,
      body: NEW_KEY,
      response: MADE_KEY,
      successStatus: 201,
      signedIn: 'just',
      answer: async ({ owner, body: { role, trainer, label, lookups } }) => {
        if ((role === 'trainer') !== (trainer !== undefined)) {
          return problem('usage', 'A key of role trainer, and no other, needs a trainer.');
        }
        const { secret, key } = await access.createKey({
          gymId: owner.key.gymId,
          role,
          ...(trainer !== undefined && { trainerId: trainer }),
          ...(label !== undefined && { label }),
          ...(lookups !== undefined && { lookupLimit: lookups }),
          by: owner.key.id,
        });
        return { status: 201, value: { secret, key: keyView(key, owner) } };
      },
    }),
    operatorRoute({
      method: 'DELETE',
      path: '/operator/v1/keys/{key_id}',
      operationId: 'revoke_key',
      summary: 'Revokes a key of the gym.',
      description: 'Effective at once, with its sign-ins and streams. Your own key stays.',
      errors: ['key_unknown', 'usage'],
      parameters: { path: { key_id: KEY_ID }, query: {} },
      response: KEY_ANSWER,
      signedIn: 'lately',
      answer: async ({ owner, path: { key_id: id } }) => {
        if (id === owner.key.id) {
          return problem('usage', 'This is the key that you came with: revoke it with another.');
        }
        const isOwn = access.keys(owner.key.gymId).some((key) => key.id === id);
        if (!isOwn) return problem('key_unknown', 'The gym has no key of this id.');
        const key = await access.revokeKey(id, owner.key.id);
        return { status: 200, value: { key: keyView(key, owner) } };
      },
    }),
  ];
}

function signInRoutes({ access }: OperatorParts): readonly Route[] {
  const { signIns } = access;
  return [
    operatorRoute({
      method: 'GET',
      path: '/operator/v1/sign-ins',
      operationId: 'list_sign_ins',
      summary: 'The browsers that are signed in.',
      description: 'The one that was seen last comes first.',
      errors: [],
      parameters: NOTHING,
      response: SIGN_IN_LIST,
      answer: ({ owner }) => {
        const rows = signIns.list(owner.key.gymId).map(({ key, signIn }) => ({
          id: signIn.id,
          device: signIn.device,
          role: key.role,
          key: key.id,
          label: key.label,
          encrypted: !signIn.isPlain,
          since: instant(signIn.createdUtcMs),
          last_seen: instant(signIn.seenUtcMs),
          is_own: owner.signIn?.id === signIn.id,
        }));
        return { status: 200, value: { sign_ins: rows } };
      },
    }),
    operatorRoute({
      method: 'DELETE',
      path: '/operator/v1/sign-ins/{sign_in_id}',
      operationId: 'end_sign_in',
      summary: 'Ends a sign-in.',
      description: 'Effective at once. It also revokes the key of a screen.',
      errors: ['sign_in_unknown'],
      parameters: { path: { sign_in_id: SIGN_IN_ID }, query: {} },
      response: ENDED,
      signedIn: 'lately',
      answer: async ({ owner, path: { sign_in_id: id } }) => {
        const isOwn = signIns.list(owner.key.gymId).some(({ signIn }) => signIn.id === id);
        if (!isOwn) {
          return problem('sign_in_unknown', 'No browser of the gym is signed in under this id.');
        }
        await signIns.end(id, owner.key.id);
        return { status: 200, value: { ended: 1 } };
      },
    }),
    operatorRoute({
      method: 'DELETE',
      path: '/operator/v1/sign-ins',
      operationId: 'end_all_sign_ins',
      summary: 'Ends all sign-ins of the gym.',
      description: 'Effective at once, for this browser too.',
      errors: [],
      parameters: NOTHING,
      response: ENDED,
      signedIn: 'just',
      answer: async ({ owner }) => {
        const ended = await signIns.endAll(owner.key.gymId, owner.key.id);
        return { status: 200, value: { ended } };
      },
    }),
  ];
}

function auditRoute({ audit }: OperatorParts): Route {
  return operatorRoute({
    method: 'GET',
    path: '/operator/v1/audit',
    operationId: 'get_audit',
    summary: 'Who changed what, and when.',
    description: 'Keys, sign-ins, corrections, imports and the configuration, newest first.',
    errors: [],
    parameters: { path: {}, query: { limit: LIMIT } },
    response: AUDIT_ANSWER,
    answer: async ({ owner, query: { limit } }) => {
      const lines = await audit.audit({ gymId: owner.key.gymId, limit });
      const rows = lines.map(({ atUtcMs, by, kind, subject }) => ({
        at: instant(atUtcMs),
        by,
        kind,
        subject,
      }));
      return { status: 200, value: { lines: rows } };
    },
  });
}

function keyView(key: KeyFacts, owner: Principal) {
  return {
    id: key.id,
    prefix: key.prefix,
    role: key.role,
    trainer: key.trainerId,
    label: key.label,
    lookup_limit: key.lookupLimit,
    lookups_used: key.lookupsUsed,
    created_at: instant(key.createdUtcMs),
    revoked_at: instantOrNull(key.revokedUtcMs),
    is_own: key.id === owner.key.id,
  };
}
