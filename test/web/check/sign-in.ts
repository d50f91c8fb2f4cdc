/** Check 13: how the pages of the sign-in look, and what a trainer sees. */

import { cookieOf } from '../../support/memory-access.ts';
import type { Run } from './check.ts';
import { GYMS } from './gyms.ts';
import { lookAt } from './looks.ts';
import { serve } from './serve.ts';

const REDIRECT = 'https://a-rather-long-name-of-a-host.that-wraps.reader.example/back';

/** The page that asks for consent, for a client of a long name. */
async function consentOf(url: string): Promise<string> {
  const client_name = 'A reader with quite a long name of several words';
  const registered = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [REDIRECT], client_name }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const code = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
  const asked = { response_type: 'code', client_id, redirect_uri: REDIRECT, ...code, state: 'x' };
  return `/oauth/authorize?${new URLSearchParams(asked)}`;
}

export async function checkSignIn(run: Run): Promise<string> {
  const gym = GYMS.demo();
  const gymId = gym.view.gym.id;
  const trainerId = gym.view.trainers[0]?.id ?? '';
  const keys = [
    { gymId, role: 'owner', secret: 'tk_owner' },
    { gymId, role: 'trainer', secret: 'tk_trainer', trainerId },
  ] as const;
  const server = await serve(gym, { isClosed: true, keys });
  const { url, access } = server;
  const screen = await fetch(`${url}/screen`, { headers: { Accept: 'text/html' } });
  let pages = 0;
  for (const [name, Cookie, addresses] of [
    ['a stranger', '', ['/money', '/get-key', await consentOf(url)]],
    ['a screen', screen.headers.get('set-cookie')?.split(';')[0] ?? '', ['/screen']],
    ['an owner', await cookieOf(access, 'tk_owner'), ['/sign-ins']],
    ['a trainer', await cookieOf(access, 'tk_trainer'), ['/', '/money']],
  ] as const) {
    const headers = Cookie === '' ? {} : { Cookie };
    pages += await lookAt(run, { name, url, addresses, headers });
  }
  await server.close();
  return `${pages} pages, axe and overflow`;
}
