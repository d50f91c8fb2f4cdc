import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isAllowedRedirect,
  isRegisteredRedirect,
  withAnswer,
} from '../../../../../store/access/oauth/requests.ts';

describe('a redirect address', () => {
  it.each([
    'https://app.example/callback',
    'https://app.example',
    'https://app.example:8443/callback?from=turnout',
    'http://127.0.0.1:33418/callback',
    'http://[::1]:33418/callback',
    'http://localhost:1455/auth/callback',
    'http://localhost',
  ])('may be %s', (uri) => {
    expect(isAllowedRedirect(uri)).toBe(true);
  });

  it.each([
    ['http://app.example/callback', 'plain http beyond this computer'],
    ['http://localhost.evil.example/', 'a name that begins like loopback'],
    ['http://127.0.0.1@evil.example/', 'a user that looks like a host'],
    ['https://app.example@evil.example/', 'a user'],
    ['https://app.example/callback#fragment', 'a fragment'],
    ['https://app.example/a/../callback', 'dots'],
    ['https://app.example/a/%2e%2e/callback', 'dots in disguise'],
    ['https://app.example\\@evil.example/', 'a backslash'],
    ['https:/app.example/callback', 'one slash'],
    ['https://APP.example/callback', 'capitals in the host'],
    ['https://app.example:443/callback', 'a port that goes without saying'],
    ['https://app.example./callback', 'a dot behind the host'],
    ['https://bücher.example/', 'letters beyond ASCII'],
    [' https://app.example/', 'a space before'],
    ['https://app.example/\r\nSet-Cookie: a=b', 'a line end'],
    ['http://0x7f000001/', 'loopback in disguise'],
    ['http://[::ffff:127.0.0.1]/', 'loopback as a mapped address'],
    ['//evil.example/', 'no scheme'],
    ['', 'nothing'],
    ['javascript:alert(1)', 'a script'],
    ['cursor://callback', 'a scheme of its own'],
    [`https://app.example/${'a'.repeat(500)}`, 'more than 512 characters'],
  ])('may not be %j: %s', (uri) => {
    expect(isAllowedRedirect(uri)).toBe(false);
  });

  it('that is allowed is read by a browser exactly as it is written', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (uri) => {
        if (!isAllowedRedirect(uri)) return;
        expect([uri, `${uri}/`]).toContain(new URL(uri).href);
      }),
    );
  });
});

describe('an asked address is a registered one', () => {
  const registered = [
    'https://app.example/callback',
    'http://127.0.0.1/callback',
    'http://localhost:1455/auth/callback',
  ];

  it.each([
    'https://app.example/callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:50123/callback',
    'http://localhost:1455/auth/callback',
  ])('as %s', (uri) => {
    expect(isRegisteredRedirect(uri, registered)).toBe(true);
  });

  it.each([
    'https://app.example/callback/',
    'https://app.example/callback?next=https://evil.example',
    'https://app.example/callback/../evil',
    'https://evil.example/callback',
    'http://localhost/callback',
    'http://127.0.0.1:50123/other',
    'http://[::1]:50123/callback',
    'http://127.0.0.1:50123@evil.example/callback',
    'http://127.0.0.1:99999/callback',
  ])('but not as %s', (uri) => {
    expect(isRegisteredRedirect(uri, registered)).toBe(false);
  });
});

describe('an answer', () => {
  it('goes into the query, behind what is there', () => {
    expect(withAnswer('https://a.example/b', { code: 'c d', state: '&=' })).toBe(
      'https://a.example/b?code=c+d&state=%26%3D',
    );
    expect(withAnswer('https://a.example/b?x=%20y', { code: 'c' })).toBe(
      'https://a.example/b?x=%20y&code=c',
    );
  });

  it('cannot be made to lead elsewhere or to write headers by what is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (state) => {
        const url = withAnswer('https://a.example/b', { state });
        expect(url).toMatch(/^[!-~]+$/);
        expect(new URL(url).origin).toBe('https://a.example');
      }),
    );
  });
});
