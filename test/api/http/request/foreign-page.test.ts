/** Which requests a browser sends for pages of other sites. */

import { expect, it } from 'vitest';
import { isFromForeignPage } from '../../../../api/http/request/foreign-page.ts';

const OWN = 'https://turnout.example/gym';
const HOST = 'turnout.example';

it.each<[string, Record<string, string>, boolean]>([
  ['a program', {}, false],
  ['a program that names a host', { host: HOST }, false],
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'https://turnout.example' }, false],
  ['a person who typed the address', { 'sec-fetch-site': 'none' }, false],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, true],
  ['another subdomain', { 'sec-fetch-site': 'same-site', origin: 'https://a.example' }, true],
  ['what no browser says', { 'sec-fetch-site': 'same-origin, cross-site' }, true],
  ['an empty word', { 'sec-fetch-site': '' }, true],
  [
    'our page behind a proxy that changes the host',
    { origin: 'https://turnout.example', host: 'inner:8080' },
    false,
  ],
  [
    'our page over plain http in a network',
    { origin: 'http://10.0.0.7:8080', host: '10.0.0.7:8080' },
    false,
  ],
  [
    'our page behind a proxy that ends TLS',
    { origin: 'https://other.example', host: 'other.example' },
    false,
  ],
  ['another site over plain http', { origin: 'http://evil.example', host: '10.0.0.7:8080' }, true],
  ['another port', { origin: 'http://10.0.0.7:81', host: '10.0.0.7:8080' }, true],
  [
    'a name that begins alike',
    { origin: 'https://turnout.example.evil.example', host: HOST },
    true,
  ],
  ['a page without an origin', { origin: 'null', host: HOST }, true],
  ['an origin and no host', { origin: 'https://evil.example' }, true],
  ['two origins', { origin: 'https://turnout.example, https://evil.example', host: HOST }, true],
])('of %s: %j is %s', (_, headers, expected) => {
  expect(isFromForeignPage(new Map(Object.entries(headers)), OWN)).toBe(expected);
});

it('goes by the host where our own address is none', () => {
  const headers = new Map([
    ['origin', 'http://[::1]:80'],
    ['host', '[::1]:80'],
  ]);
  expect(isFromForeignPage(headers, 'http://[')).toBe(false);
  expect(isFromForeignPage(new Map([['origin', 'null']]), 'http://[')).toBe(true);
});
