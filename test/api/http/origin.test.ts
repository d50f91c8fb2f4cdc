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

const NEAR = 'localhost:8080';
const KNOWN = { publicUrl: 'http://turnout.lan:8080', allowedHosts: ['Turnout.Gym.Example'] };
const PUBLIC = { publicUrl: 'https://turnout.example/gym' };
const APPS = { allowedOrigins: ['https://app.example:443', 'app-extension://AbC'] };

it.each<[string, string | null, string | null, Partial<OriginOptions>?]>([
  ['an address', '127.0.0.1:8080', null],
  ['an address of version 6', '[fd00::1]:8080', null],
  ['a number that is an address of this computer', '2130706433:8080', null],
  ['a whole name', 'localhost.:8080', null],
  ['a name of the own network', 'Turnout.local', null],
  ['this computer by another name', 'Turnout.LOCALHOST', null],
  ['a name that nobody outside can give out', 'turnout:8080', null],
  ['none, as no browser does', null, null],
  ['that of the public address', 'Turnout.Example:443', null, PUBLIC],
  ['that of what is listened on', 'gym.example:8080', null, { host: 'gym.example' }],
  ['an allowed one', 'turnout.gym.example.:8080', null, KNOWN],
  ['any, for a page of this computer', NEAR, 'http://localhost:3000'],
  ['any, for a page of an address of this computer', NEAR, 'http://127.0.0.1:6274'],
  ['any, for a page of version 6 of this computer', NEAR, 'http://[::1]:3000'],
  ['any, for a page of a name of this computer', NEAR, 'https://app.localhost'],
  ['that of the page, an address', '192.168.1.7:8080', 'http://192.168.1.7:8080'],
  ['that of the page, a name', 'turnout', 'http://turnout'],
  ['any, for a page of the service, whatever its port', NEAR, 'http://turnout.lan', KNOWN],
  ['any, for a page of an allowed name', NEAR, 'https://turnout.gym.example:9090', KNOWN],
  ['any, for a page of an allowed origin', NEAR, 'https://app.example', APPS],
  ['any, for a page of an allowed extension', NEAR, 'app-extension://abc', APPS],
  ['known by https, for any page', 'turnout.example', 'https://anything.example', PUBLIC],
])('the name under which a path is asked may be %s', (_what, host, origin, options) => {
  expect(asked(host, origin, options)).toBeNull();
});

it.each<[string, string, string?, Partial<OriginOptions>?]>([
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
  ['foreign, for a page of the service', 'evil.example', 'https://turnout.example', PUBLIC],
])('the name under which a path is asked is refused where it is %s', (_, host, origin, options) => {
  const allowed = { allowedHosts: ['turnout.gym.example'], ...options };
  expect(asked(host, origin ?? null, allowed)).toMatch(
    /^Host: expected a name of this service, got ".*"; if it is one, add it to server\.allowed_hosts$/,
  );
});

it('the name under which a path is asked is repeated in part only', () => {
  expect(asked(`${'a'.repeat(5_000)}.b`, null)?.length).toBeLessThan(250);
});

it.each<[string, string, Partial<OriginOptions>?]>([
  [NEAR, 'https://evil.example.com'],
  [NEAR, 'http://192.168.1.7'],
  [NEAR, 'http://localhost.evil.example'],
  [NEAR, 'file://'],
  [NEAR, 'null'],
  [NEAR, ''],
  [NEAR, 'http://localhost:3000, https://evil.example'],
  ['192.168.1.7:8080', 'http://192.168.1.7:9090'],
  [NEAR, 'https://other.lan', KNOWN],
  [NEAR, 'http://app.example', APPS],
  [NEAR, 'https://app.example:8443', APPS],
  ['turnout.example', 'null', PUBLIC],
])('a page that asks %s is refused elsewhere: %s', (host, origin, options) => {
  expect(asked(host, origin, options)).toMatch(
    /^Origin: expected a page of this service or of this computer, got ".*"; if it may ask, add it to server\.allowed_origins$/,
  );
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
  const headers = Object.entries({ origin: 'http://[::1]:80', host: '[::1]:80' });
  expect(isFromForeignPage(new Map(headers), 'http://[')).toBe(false);
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
