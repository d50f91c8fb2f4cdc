import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  isAllowedRedirect,
  isRegisteredRedirect,
  readAuthorization,
  withAnswer,
} from '../../../../store/access/oauth/requests.ts';

const CLIENT = {
  id: 'client_1',
  name: 'Test',
  redirectUris: ['https://app.example/callback', 'http://localhost/callback'],
};
const BASE = 'https://gym.example';
const GOOD = {
  response_type: 'code',
  client_id: CLIENT.id,
  redirect_uri: 'https://app.example/callback',
  code_challenge: 'a'.repeat(43),
  code_challenge_method: 'S256',
  state: 'state',
  resource: `${BASE}/mcp`,
};

/** `undefined` leaves a parameter out. */
function read(changes: Readonly<Record<string, string | undefined>> = {}) {
  const given = Object.entries({ ...GOOD, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return readAuthorization(new Map(given), CLIENT, BASE);
}

it('an authorization request that keeps the rules says what a person is asked', () => {
  const { redirect_uri: redirectUri, code_challenge: codeChallenge } = GOOD;
  const asked = { clientId: CLIENT.id, redirectUri, codeChallenge, resource: 'mcp' };
  expect(read()).toEqual({ kind: 'asked', asked });
});

it.each([
  [`${BASE}/mcp`, 'mcp'],
  [BASE, 'service'],
  [`${BASE}/`, 'service'],
  [undefined, 'mcp'],
])('an authorization request for the resource %s is for %s', (resource, name) => {
  expect(read({ resource })).toMatchObject({ asked: { resource: name } });
});

it.each([
  `${BASE}/mcp/`,
  `${BASE}/v1`,
  `${BASE}/mcp#x`,
  'https://gym.example.evil/mcp',
  'https://gym.example@evil.example/mcp',
  '/mcp',
])('an authorization request for the resource %s is refused', (resource) => {
  expect(read({ resource })).toMatchObject({ kind: 'told', fault: { error: 'invalid_target' } });
});

it.each([
  [{ response_type: undefined }, 'invalid_request'],
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ response_mode: 'fragment' }, 'invalid_request'],
  [{ code_challenge: 'a'.repeat(42) }, 'invalid_request'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ request: 'x.y.z' }, 'request_not_supported'],
  [{ request_uri: 'https://app.example/request' }, 'request_not_supported'],
  [{ state: 's'.repeat(2_049) }, 'invalid_request'],
])('an authorization request with %j goes back to the client with %s', (changes, error) => {
  const told = { kind: 'told', redirectUri: GOOD.redirect_uri, fault: { error } };
  expect(read(changes)).toMatchObject(told);
});

it.each([
  undefined,
  'https://evil.example/callback',
  'https://app.example/callback#x',
  'javascript:alert(1)',
  'http://app.example/callback',
  'https://app.example/callback/../../evil',
])('an authorization request with the redirect address %s goes back to nobody', (redirect_uri) => {
  // Also where more is wrong: nothing of it is told there.
  expect(read({ redirect_uri, response_type: 'token' })).toMatchObject({ kind: 'shown' });
});

it.each([
  ['https://app.example/callback', null],
  ['https://app.example', null],
  ['http://127.0.0.1:33418/callback', null],
  ['http://[::1]:33418/callback', null],
  ['http://localhost:1455/auth/callback', null],
  ['http://app.example/callback', 'plain http beyond this computer'],
  ['http://localhost.evil.example/', 'a name that begins like loopback'],
  ['http://127.0.0.1@evil.example/', 'a user that looks like a host'],
  ['https://app.example@evil.example/', 'a user'],
  ['https://app.example/callback#fragment', 'a fragment'],
  ['https://app.example/a/../callback', 'dots'],
  ['https://app.example/a/%2e%2e/callback', 'dots in disguise'],
  ['https://app.example\\@evil.example/', 'a backslash'],
  ['https://APP.example/callback', 'capitals in the host'],
  ['https://app.example:443/callback', 'a port that goes without saying'],
  ['https://bücher.example/', 'letters beyond ASCII'],
  [' https://app.example/', 'a space before'],
  ['https://app.example/\r\nSet-Cookie: a=b', 'a line end'],
  ['http://0x7f000001/', 'loopback in disguise'],
  ['http://[::ffff:127.0.0.1]/', 'loopback as a mapped address'],
  ['javascript:alert(1)', 'a script'],
  ['cursor://callback', 'a scheme of its own'],
  [`https://app.example/${'a'.repeat(500)}`, 'more than 512 characters'],
])('a redirect address of %j is refused for %s', (uri, fault) => {
  expect(isAllowedRedirect(uri)).toBe(fault === null);
});

it('a redirect address that is allowed is read by a browser exactly as it is written', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (uri) => {
      if (!isAllowedRedirect(uri)) return;
      expect([uri, `${uri}/`]).toContain(new URL(uri).href);
    }),
    // Addresses take long to make.
    { numRuns: 25 },
  );
});

const registered = [
  'https://app.example/callback',
  'http://127.0.0.1/callback',
  'http://localhost:1455/auth/callback',
];

it.each([
  ['https://app.example/callback', true],
  ['http://127.0.0.1/callback', true],
  ['http://127.0.0.1:50123/callback', true],
  ['http://localhost:1455/auth/callback', true],
  ['https://app.example/callback/', false],
  ['https://app.example/callback?next=https://evil.example', false],
  ['https://evil.example/callback', false],
  ['http://localhost/callback', false],
  ['http://127.0.0.1:50123/other', false],
  ['http://[::1]:50123/callback', false],
  ['http://127.0.0.1:50123@evil.example/callback', false],
])('an asked address of %s is a registered one: %s', (uri, isSo) => {
  expect(isRegisteredRedirect(uri, registered)).toBe(isSo);
});

it('an answer goes into the query, behind what is there', () => {
  expect(withAnswer('https://a.example/b', { code: 'c d', state: '&=' })).toBe(
    'https://a.example/b?code=c+d&state=%26%3D',
  );
  expect(withAnswer('https://a.example/b?x=%20y', { code: 'c' })).toBe(
    'https://a.example/b?x=%20y&code=c',
  );
});

it('an answer cannot be made to lead elsewhere or to write headers by what is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (state) => {
      const url = withAnswer('https://a.example/b', { state });
      expect(url).toMatch(/^[!-~]+$/);
      expect(new URL(url).origin).toBe('https://a.example');
    }),
  );
});
