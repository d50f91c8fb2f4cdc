import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClientMetadata } from '../../../../engine/access/oauth/client.ts';
import { isFault } from '../../../../engine/access/oauth/fault.ts';

const REDIRECT = 'https://app.example/callback';
const read = (more: object) => readClientMetadata({ redirect_uris: [REDIRECT], ...more });

describe('metadata of a client', () => {
  it('need addresses, and nothing else', () => {
    expect(read({})).toEqual({ name: 'app.example', redirectUris: [REDIRECT] });
  });

  it.each([
    ['Claude Code', 'Claude Code'],
    ['  two\u0000 \n lines\u202e ', 'two lines'],
    ['x'.repeat(500), 'x'.repeat(80)],
    ['🏋'.repeat(100), '🏋'.repeat(80)],
    ['\u200b\u2028', 'app.example'],
    [7, 'app.example'],
  ])('with the name %j are shown as %j', (client_name, name) => {
    expect(read({ client_name })).toMatchObject({ name });
  });

  it('may ask for more than there is, as long as what there is will do', () => {
    const asked = {
      grant_types: ['implicit', 'authorization_code'],
      response_types: ['token', 'code'],
      token_endpoint_auth_method: 'client_secret_basic',
      software_statement: 'x.y.z',
    };
    expect(isFault(read(asked))).toBe(false);
  });

  it.each([
    [undefined, 'invalid_client_metadata'],
    [null, 'invalid_client_metadata'],
    [[], 'invalid_client_metadata'],
    ['text', 'invalid_client_metadata'],
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: REDIRECT }, 'invalid_redirect_uri'],
    [{ redirect_uris: [REDIRECT, 7] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [REDIRECT, 'http://app.example/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array(11).fill(REDIRECT) }, 'invalid_redirect_uri'],
    [{ redirect_uris: [REDIRECT], grant_types: ['implicit'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [REDIRECT], grant_types: 'authorization_code' }, 'invalid_client_metadata'],
    [{ redirect_uris: [REDIRECT], response_types: ['token'] }, 'invalid_client_metadata'],
  ])('as %j are refused: %s', (metadata, error) => {
    expect(readClientMetadata(metadata)).toMatchObject({ error });
  });

  it('of any shape are read or refused, and never thrown over', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (metadata) => {
        expect(readClientMetadata(metadata)).toBeTypeOf('object');
      }),
    );
  });
});
