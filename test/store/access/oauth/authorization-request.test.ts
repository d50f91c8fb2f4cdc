import { describe, expect, it } from 'vitest';
import { readAuthorization } from '../../../../store/access/oauth/requests.ts';

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

describe('an authorization request', () => {
  it('that keeps the rules says what a person is asked', () => {
    expect(read()).toEqual({
      kind: 'asked',
      asked: {
        clientId: CLIENT.id,
        redirectUri: GOOD.redirect_uri,
        codeChallenge: GOOD.code_challenge,
        resource: 'mcp',
      },
    });
  });

  it.each([
    [`${BASE}/mcp`, 'mcp'],
    [BASE, 'service'],
    [`${BASE}/`, 'service'],
    [undefined, 'mcp'],
  ])('for the resource %s is for %s', (resource, name) => {
    expect(read({ resource })).toMatchObject({ asked: { resource: name } });
  });

  it.each([
    `${BASE}/mcp/`,
    `${BASE}/v1`,
    `${BASE}/mcp#x`,
    'https://gym.example.evil/mcp',
    'https://gym.example@evil.example/mcp',
    '/mcp',
  ])('for the resource %s is refused', (resource) => {
    expect(read({ resource })).toMatchObject({ kind: 'told', fault: { error: 'invalid_target' } });
  });

  it.each([
    [{ response_type: undefined }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge: 'a'.repeat(42) }, 'invalid_request'],
    [{ code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ request: 'x.y.z' }, 'request_not_supported'],
    [{ request_uri: 'https://app.example/request' }, 'request_not_supported'],
    [{ state: 's'.repeat(2_049) }, 'invalid_request'],
  ])('with %j goes back to the client with %s', (changes, error) => {
    expect(read(changes)).toMatchObject({
      kind: 'told',
      redirectUri: GOOD.redirect_uri,
      fault: { error },
    });
  });

  it.each([
    undefined,
    'https://evil.example/callback',
    'https://app.example/callback#x',
    'javascript:alert(1)',
    'http://app.example/callback',
    'https://app.example/callback/../../evil',
  ])('with the redirect address %s goes back to nobody', (redirect_uri) => {
    // Also where more is wrong: nothing of it is told there.
    expect(read({ redirect_uri, response_type: 'token' })).toMatchObject({ kind: 'shown' });
  });
});
