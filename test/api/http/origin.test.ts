import { expect, it } from 'vitest';
import {
  FORM_TOKEN_MS,
  formTokens,
  isFromForeignPage,
  mediaTypeOf,
  type OriginOptions,
  originRule,
  parseForm,
} from '../../../api/http/origin.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const LOCAL: OriginOptions = {
  publicUrl: null,
  host: '127.0.0.1',
  allowedHosts: [],
  allowedOrigins: [],
};

const asked = (
  host: string | null,
  origin: string | null,
  options: Partial<OriginOptions> = {},
) => {
  const rule = originRule({ ...LOCAL, ...options });
  const sent = Object.entries({ host, origin }).filter(([, value]) => value !== null);
  const headers = new Map(sent as [string, string][]);
  return rule.host(headers) ?? rule.origin(headers);
};

it.each([
  ['an address', '127.0.0.1:8080'],
  ['an address of version 6', '[fd00::1]:8080'],
  ['a number that is an address of this computer', '2130706433:8080'],
  ['a whole name', 'localhost.:8080'],
  ['a name of the own network', 'Turnout.local'],
  ['this computer by another name', 'Turnout.LOCALHOST'],
  ['a name that nobody outside can give out', 'turnout:8080'],
  ['none, as no browser does', null],
])('the name under which a path is asked may be %s', (_what, host) => {
  expect(asked(host, null)).toBeNull();
});

it.each([
  ['foreign', 'evil.example.com'],
  ['one that begins like an address', '127.0.0.1.evil.example'],
  ['one that ends like an allowed one', 'evil-turnout.gym.example'],
  ['a public address', '8.8.8.8'],
  ['a public address of version 6', '[2606:4700::1111]:8080'],
  ['one that ends like one of the own network', 'turnout.local.evil.example'],
  ['no name', 'a b'],
  ['with a user', 'localhost@evil.example'],
  ['two names', 'localhost, evil.example'],
  ['empty', ''],
])('the name under which a path is asked is refused where it is %s', (_what, host) => {
  expect(asked(host, null, { allowedHosts: ['turnout.gym.example'] })).toMatch(
    /^Host: expected a name of this service, got ".*"; if it is one, add it to server\.allowed_hosts$/,
  );
});

it('the name under which a path is asked may be that of the public address, of what is listened on, or an allowed one', () => {
  const publicUrl = 'https://turnout.example/gym';
  expect(asked('Turnout.Example:443', null, { publicUrl })).toBeNull();
  expect(asked('gym.lan:8080', null, { host: 'gym.lan' })).toBeNull();
  expect(
    asked('turnout.gym.example.:8080', null, { allowedHosts: ['Turnout.Gym.Example'] }),
  ).toBeNull();
  expect(asked('evil.example', 'https://turnout.example', { publicUrl })).toMatch(/^Host: /);
});

it('the name under which a path is asked is repeated in part only', () => {
  expect(asked(`${'a'.repeat(5_000)}.b`, null)?.length).toBeLessThan(250);
});

const NEAR = 'localhost:8080';

it.each([
  'http://localhost:3000',
  'http://127.0.0.1:6274',
  'http://[::1]:3000',
  'https://app.localhost',
])('a page that asks may be of this computer: %s', (origin) => {
  expect(asked(NEAR, origin)).toBeNull();
});

it.each([
  'https://evil.example.com',
  'http://192.168.1.7',
  'http://localhost.evil.example',
  'file://',
  'null',
  '',
  'http://localhost:3000, https://evil.example',
])('a page that asks is refused elsewhere: %s', (origin) => {
  expect(asked(NEAR, origin)).toMatch(
    /^Origin: expected a page of this service or of this computer, got ".*"; if it may ask, add it to server\.allowed_origins$/,
  );
});

it('a page that asks may be of the very address that was asked', () => {
  expect(asked('192.168.1.7:8080', 'http://192.168.1.7:8080')).toBeNull();
  expect(asked('192.168.1.7:8080', 'http://192.168.1.7:9090')).toMatch(/^Origin: /);
  expect(asked('turnout', 'http://turnout')).toBeNull();
});

it('a page that asks may be of a name of the service, whatever its port', () => {
  const options = { publicUrl: 'http://turnout.lan:8080', allowedHosts: ['gym.lan'] };
  expect(asked(NEAR, 'http://turnout.lan', options)).toBeNull();
  expect(asked(NEAR, 'https://gym.lan:9090', options)).toBeNull();
  expect(asked(NEAR, 'https://other.lan', options)).toMatch(/^Origin: /);
});

it('a page that asks may be of an allowed origin, and of no other port or scheme of it', () => {
  const options = { allowedOrigins: ['https://app.example:443', 'app-extension://AbC'] };
  expect(asked(NEAR, 'https://app.example', options)).toBeNull();
  expect(asked(NEAR, 'app-extension://abc', options)).toBeNull();
  expect(asked(NEAR, 'http://app.example', options)).toMatch(/^Origin: /);
  expect(asked(NEAR, 'https://app.example:8443', options)).toMatch(/^Origin: /);
});

it('a page that asks may be any where the service is known by https, but never one without a name', () => {
  const options = { publicUrl: 'https://turnout.example' };
  expect(asked('turnout.example', 'https://anything.example', options)).toBeNull();
  expect(asked('turnout.example', 'null', options)).toMatch(/^Origin: /);
});

const HOST = 'turnout.example';
const PAGE = `https://${HOST}`;

it.each<[string, Record<string, string>, boolean]>([
  ['a program', {}, false],
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: PAGE }, false],
  ['a person who typed the address', { 'sec-fetch-site': 'none' }, false],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, true],
  ['another subdomain', { 'sec-fetch-site': 'same-site', origin: 'https://a.example' }, true],
  ['what no browser says', { 'sec-fetch-site': 'same-origin, cross-site' }, true],
  ['an empty word', { 'sec-fetch-site': '' }, true],
  ['our page behind a proxy that changes the host', { origin: PAGE, host: 'inner:8080' }, false],
  ['our page in a network', { origin: 'http://10.0.0.7:8080', host: '10.0.0.7:8080' }, false],
  ['a proxy that ends TLS', { origin: 'https://other.example', host: 'other.example' }, false],
  ['another site over plain http', { origin: 'http://evil.example', host: '10.0.0.7:8080' }, true],
  ['another port', { origin: 'http://10.0.0.7:81', host: '10.0.0.7:8080' }, true],
  ['a name that begins alike', { origin: `${PAGE}.evil.example`, host: HOST }, true],
  ['a page without an origin', { origin: 'null', host: HOST }, true],
  ['an origin and no host', { origin: 'https://evil.example' }, true],
  ['two origins', { origin: `${PAGE}, https://evil.example`, host: HOST }, true],
])('what %s sends, %j, is from a page of another site: %s', (_, headers, expected) => {
  expect(isFromForeignPage(new Map(Object.entries(headers)), `${PAGE}/gym`)).toBe(expected);
});

it('a page is judged by the host that is asked where our own address is none', () => {
  const headers = new Map([
    ['origin', 'http://[::1]:80'],
    ['host', '[::1]:80'],
  ]);
  expect(isFromForeignPage(headers, 'http://[')).toBe(false);
  expect(isFromForeignPage(new Map([['origin', 'null']]), 'http://[')).toBe(true);
});

/** Forms: each field once, and not too much of anything; their tokens are ours, about one thing, and not for long. */

const parse = (text: string) => parseForm(Buffer.from(text));

it.each<[string, Record<string, string>]>([
  ['', {}],
  ['a=1&b=two+words&c=%C3%A9', { a: '1', b: 'two words', c: 'é' }],
  ['a&b=', { a: '', b: '' }],
  ['a=%zz&b=%ff', { a: '%zz', b: '\ufffd' }],
  ['__proto__=x&constructor=y', JSON.parse('{"__proto__":"x","constructor":"y"}')],
])('%s is read', (text, fields) => {
  expect([...(parse(text) ?? [])]).toEqual(Object.entries(fields));
});

it('is refused with a field twice, too many fields, or too large', () => {
  expect(parse('a=1&b=2&a=1')).toBeNull();
  expect(parse('a=1&%61=2')).toBeNull();
  const fields = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=x`).join('&');
  expect(parse(fields(32))?.size).toBe(32);
  expect(parse(fields(33))).toBeNull();
  expect(parse(`a=${'x'.repeat(16 * 1024 - 2)}`)?.size).toBe(1);
  expect(parse(`a=${'x'.repeat(16 * 1024 - 1)}`)).toBeNull();
});

it.each([
  [undefined, null],
  ['application/json', 'application/json'],
  ['Application/X-WWW-Form-Urlencoded; charset=utf-8', 'application/x-www-form-urlencoded'],
  ['', ''],
  ['text/plain, application/json', 'text/plain, application/json'],
])('the media type of %s is %s', (told, expected) => {
  const headers = new Map(told === undefined ? [] : [['content-type', told]]);
  expect(mediaTypeOf(headers)).toBe(expected);
});

it('a token of a form is ours, about one thing, and good for its time alone', async () => {
  const clock = new FakeClock();
  const tokens = formTokens(clock);
  const token = tokens.issue('client one, to one.example');
  const isValid = (text: string, subject = 'client one, to one.example') =>
    tokens.isValid(text, subject);
  expect(isValid(token, 'client one, to other.example')).toBe(false);
  const foreign = formTokens(clock).issue('client one, to one.example');
  for (const text of [foreign, '', '.', 'a.b', `${token}=`, `${token}\n`, '0'.repeat(10_000)]) {
    expect(isValid(text), JSON.stringify(text)).toBe(false);
  }
  await clock.advance(FORM_TOKEN_MS - 1);
  expect(isValid(token)).toBe(true);
  await clock.advance(1);
  expect(isValid(token)).toBe(false);
  expect(isValid(`zzzzzzzz.${token.split('.')[1]}`)).toBe(false);
});
