import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClientMetadata } from '../../../../../store/access/oauth/clients.ts';

const REDIRECT = 'https://app.example/callback';
const read = (more: object) => readClientMetadata({ redirect_uris: [REDIRECT], ...more });

describe('metadata of a client', () => {
  it('need addresses, and may ask for more than there is', () => {
    const more = {
      grant_types: ['implicit', 'authorization_code'],
      response_types: ['token', 'code'],
    };
    for (const said of [{}, more])
      expect(read(said)).toEqual({ name: 'app.example', redirectUris: [REDIRECT] });
  });

  it.each([
    'Cl\u0430ude (Anthropic)',
    'Turn\u03bfut',
    // Cherokee: no script that names are written in here, and full of letters that look Latin.
    '\u13a2\u13a1\u13a2',
  ])('with the name %j are refused: its letters are of several scripts', (client_name) => {
    expect(read({ client_name })).toMatchObject({
      error: 'invalid_client_metadata',
      description: expect.stringMatching(/^client_name must be of one script/),
    });
  });

  it.each([
    'Zo\u00eb\u2019s \u201cGym\u201d 2.0 \u2013 \u2192 \ud83c\udfcb',
    '\u042f\u043d\u0434\u0435\u043a\u0441 24',
    '\u0391\u03b8\u03ae\u03bd\u03b1',
  ])('with the name %j are taken', (client_name) => {
    expect(read({ client_name })).toMatchObject({ name: client_name });
  });

  it.each([
    ['Claude Code', 'Claude Code'],
    ['  two\u0000 \n lines\u202e ', 'two lines'],
    ['🏋'.repeat(100), '🏋'.repeat(80)],
    ['\u200b\u2028', 'app.example'],
    [7, 'app.example'],
  ])('with the name %j are shown as %j', (client_name, name) => {
    expect(read({ client_name })).toMatchObject({ name });
  });

  it.each([
    [undefined, 'invalid_client_metadata'],
    [[], 'invalid_client_metadata'],
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: REDIRECT }, 'invalid_redirect_uri'],
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
