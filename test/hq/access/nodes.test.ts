/** Browsers, programs and keys at two nodes over one database: what one node lets in, spends or ends holds at the other. */

import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import type { KeyScope } from '../../../store/access/key.ts';
import { isFault, type OAuthFault } from '../../../store/access/oauth/requests.ts';
import {
  asker,
  type OfficeNode,
  openOffice,
  postForm,
  signIn,
  startChainOffice,
} from '../../support/chain-office.ts';
import { HAS_POSTGRES } from '../../support/postgres.ts';
import { started } from '../../support/started.ts';

const ALL: KeyScope = { kind: 'all' };
const REDIRECT = 'https://app.example/callback';
const VERIFIER = 'v'.repeat(43);

describe.skipIf(!HAS_POSTGRES)('two nodes over one database', () => {
  const chain = started(() => startChainOffice(2));
  let one: OfficeNode;
  let other: OfficeNode;
  beforeAll(() => {
    [one, other] = [chain.nodes[0]!, chain.nodes[1]!];
  });

  const status = async ({ server }: OfficeNode, cookie: string) => {
    const headers = { Accept: 'text/html', Cookie: cookie };
    return (await fetch(`${server.url}/gyms`, { headers })).status;
  };
  const post = ({ server }: OfficeNode, path: string, cookie: string, fields = {}) =>
    postForm(server.url, path, fields, cookie);

  it.each<[string, (cookie: string, keyId: string) => Promise<unknown>]>([
    ['who signs out', (cookie) => post(one, '/sign-out', cookie)],
    ['whose key is revoked', (_, keyId) => one.office.access.revokeKey(keyId, 'test')],
  ])(
    'a browser %s at one is out at once there, and at the other without a restart',
    async (_, end) => {
      const { secret, id } = await chain.key(ALL);
      const cookie = await signIn(other.server.url, secret);
      expect([await status(other, cookie), await status(one, cookie)]).toEqual([200, 200]);
      expect(await status(other, cookie.replace(/.{4}$/, 'zzzz'))).toBe(401);
      const begun = idOf(id);
      await end(cookie, id);
      expect(await status(one, cookie)).toBe(401);
      await expect.poll(() => status(other, cookie), { timeout: 5_000 }).toBe(401);
      expect(await endings(begun)).toBe(1);
    },
  );

  it('an owner of a group lists and ends sign-ins of both nodes, and none of wider keys', async () => {
    const south: KeyScope = { kind: 'group', group: 'south' };
    const [boss, manager] = [await chain.key(ALL, 'owner'), await chain.key(south)];
    const bossCookie = await signIn(one.server.url, boss.secret);
    const theirs = await signIn(other.server.url, manager.secret);
    const owner = await chain.key(south, 'owner');
    const cookie = await signIn(one.server.url, owner.secret);
    const headers = { Accept: 'text/html', Cookie: cookie };
    const page = await (await fetch(`${one.server.url}/sign-ins`, { headers })).text();
    const listed = [...page.matchAll(/value="(si_\w+)"/g)].map(([, id]) => id);
    expect(listed.toSorted()).toEqual([idOf(owner.id), idOf(manager.id)].toSorted());
    for (const { id } of [boss, manager]) await post(one, '/sign-ins', cookie, { end: idOf(id) });
    await expect.poll(() => status(other, theirs), { timeout: 5_000 }).toBe(401);
    await post(one, '/sign-ins', cookie, { end: 'all', key: owner.secret });
    expect(await status(one, cookie)).toBe(401);
    expect(await status(one, bossCookie)).toBe(200);
  });

  it('a code of one is exchanged once, at whichever node is first', async () => {
    const { clientId, code } = await client();
    const both = await Promise.all(
      [one, other].map(({ office }) => office.oauth.exchangeCode(exchangeOf(code, clientId))),
    );
    // The second use ends what the first has begun: RFC 6749 section 4.1.2.
    expect(both.filter((outcome) => !isFault(outcome)).length).toBeLessThanOrEqual(1);
    const late = await one.office.oauth.exchangeCode(exchangeOf(code, clientId));
    expect(isFault(late)).toBe(true);
  });

  it('tokens of one are good at the other, are renewed there, and end everywhere', async () => {
    const { clientId, code } = await client();
    const tokens = good(await other.office.oauth.exchangeCode(exchangeOf(code, clientId)));
    const summary = async ({ server }: OfficeNode, token: string) =>
      (await asker(server.url, token)('/v1/summary?gym_id=riverside')).status;
    expect(await summary(one, tokens.accessToken)).toBe(200);
    const asked = { refreshToken: tokens.refreshToken, clientId, resource: null };
    const renewed = good(await one.office.oauth.refresh(asked));
    expect(await summary(other, renewed.accessToken)).toBe(200);
    await expect.poll(() => summary(other, tokens.accessToken), { timeout: 5_000 }).toBe(401);
    // The old token once more, at the other node: the family ends at both.
    expect(isFault(await other.office.oauth.refresh(asked))).toBe(true);
    expect(await summary(other, renewed.accessToken)).toBe(401);
    await expect.poll(() => summary(one, renewed.accessToken), { timeout: 5_000 }).toBe(401);
  });

  it('spend each lookup of a key once, whoever asks which of them', async () => {
    const wanted = { gymId: 'demo', role: 'free', lookupLimit: 100, by: 'test' } as const;
    const { key } = await one.office.access.createKey(wanted);
    await other.office.access.credentials.reread();
    const spend = ({ office }: OfficeNode) => office.access.spend(key.id);
    const asked = Array.from({ length: 180 }, (_, at) => spend(at % 2 ? one : other));
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(100);
    expect(await Promise.all([one, other].map(spend))).toEqual([false, false]);
  });

  it('shut a revoked key out by themselves where no notice comes', async () => {
    const { secret, id } = await chain.key(ALL);
    // A program reads its keys each 20 s.
    const third = await openOffice(chain.postgres.url, systemClock, 200);
    onTestFinished(() => third.stop());
    expect(third.access.find(secret)).not.toBeNull();
    await one.office.database.query('DROP TRIGGER credential_changed ON credentials');
    await one.office.access.revokeKey(id, 'test');
    await expect.poll(() => third.access.find(secret)).toBeNull();
  });

  /** With a code for it. */
  async function client() {
    const made = good(await one.office.oauth.register({ redirect_uris: [REDIRECT] }));
    const { id } = await chain.key(ALL);
    const code = await one.office.oauth.grantCode(askedBy(made.id), id);
    return { clientId: made.id, code };
  }

  /** Lines of the audit log that a sign-in has ended. */
  async function endings(id: string): Promise<number> {
    const text = "SELECT 1 AS line FROM audit_log WHERE kind = 'sign_in_ended' AND subject = $1";
    return (await one.office.database.query(text, [id])).length;
  }

  /** Id of the browser that signed in with a key. */
  function idOf(keyId: string): string {
    const [found] = chain.nodes.flatMap(({ office }) =>
      office.access.signIns.list(({ id }) => id === keyId),
    );
    return found?.signIn.id ?? '';
  }
});

function askedBy(clientId: string) {
  const codeChallenge = createHash('sha256').update(VERIFIER).digest('base64url');
  return { clientId, redirectUri: REDIRECT, codeChallenge, resource: 'service' } as const;
}

function exchangeOf(code: string, clientId: string) {
  return { code, clientId, redirectUri: REDIRECT, codeVerifier: VERIFIER, resource: null };
}

function good<Outcome extends object>(outcome: Outcome | OAuthFault): Outcome {
  if (isFault(outcome)) throw new Error(outcome.description);
  return outcome;
}
