import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  digestAnswer,
  HttpLogin,
  parseChallenges,
  rankOf,
} from '../../../../engine/cameras/http/login.ts';

const MD5 = 'Digest realm="r", nonce="first", qop="auth"';

it('a login over HTTP is read from an address, its percent-encoding undone, a stray percent sign left alone', () => {
  const login = HttpLogin.from(new URL('http://us%40er:100%@camera/'));
  expect(login?.learn(['Basic realm="r"'])).toBe(true);
  expect(login?.header('GET', '/')).toBe(`Basic ${btoa('us@er:100%')}`);
  expect(login?.learn(['Bearer realm="r"', 'NTLM']), 'which it does not know').toBe(false);
  expect(HttpLogin.from(new URL('http://camera/'))).toBeNull();
});

it('a login over HTTP counts the uses of a nonce, and begins again with the next one', () => {
  const login = new HttpLogin('u', 'p');
  login.learn([MD5]);
  expect(login.header('GET', '/')).toContain('nc=00000001');
  expect(login.header('GET', '/')).toContain('nc=00000002');
  login.learn([MD5.replace('first', 'second')]);
  expect(login.header('GET', '/')).toMatch(/nonce="second".*nc=00000001/);
});

it('a login over HTTP writes letters beyond ASCII as UTF-8 bytes, which Node accepts in a header', () => {
  const login = new HttpLogin('Zoë', 'p');
  login.learn([MD5]);
  const header = login.header('GET', '/') ?? '';
  expect(Buffer.from(header, 'latin1').toString('utf8')).toContain('username="Zoë"');
});

const QUOTED = { digest: { realm: 'a, "b", Basic', nonce: 'c' } };
const TWO = { basic: { realm: 'a' }, digest: { realm: 'b', nonce: 'c' } };

it.each<[what: string, header: string, expected: object]>([
  ['one', 'Basic realm="a"', { basic: { realm: 'a' } }],
  ['no parameter', 'Negotiate', { negotiate: {} }],
  ['two in one header', 'Basic realm="a", Digest realm="b", nonce=c', TWO],
  ['commas and escaped quotes', 'Digest realm="a, \\"b\\", Basic", nonce="c"', QUOTED],
  ['spaces around the equals sign', 'Digest nonce = "c"', { digest: { nonce: 'c' } }],
  ['nothing', '', {}],
])('challenges are taken apart: %s', (_, header, expected) => {
  const found = parseChallenges([header]);
  const plain = found.map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)]);
  expect(plain).toEqual(Object.entries(expected));
});

it('challenges never throw, whatever a camera sends', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (headers) => {
      expect(Array.isArray(parseChallenges(headers))).toBe(true);
    }),
  );
});

/** RFC 7616, 3.9.1: the one request that both of its challenges are answered for. */
const CNONCE = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ';
const MUFASA = { user: 'Mufasa', password: 'Circle of Life' };
const RFC = { ...MUFASA, method: 'GET', uri: '/dir/index.html', cnonce: CNONCE, count: 1 };
const REALM = 'realm="http-auth@example.org"';
const NONCE = 'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"';
const OPAQUE = 'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
const COMMON = `${REALM}, qop="auth, auth-int", ${NONCE}, ${OPAQUE}`;

const only = (header: string) => parseChallenges([header])[0]!;

it.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
])('the answer to a digest challenge is that of RFC 7616, 3.9.1, for %s', (algorithm, response) => {
  const answer = digestAnswer(only(`Digest ${COMMON}, algorithm=${algorithm}`), RFC);
  expect(answer).toBe(
    `Digest username="Mufasa", ${REALM}, ${NONCE}, uri="/dir/index.html", algorithm=${algorithm}, ` +
      `response="${response}", qop=auth, nc=00000001, cnonce="${CNONCE}", ${OPAQUE}`,
  );
});

it('the answer to a digest challenge is that of RFC 2069 where the camera offers no qop, with the values of RFC 2617, 3.5', () => {
  const asked = 'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"';
  const answer = digestAnswer(only(asked), { ...RFC, password: 'Circle Of Life' });
  expect(answer).toContain('response="670fd8c2df070c60b045671b8b24ff02"');
  expect(answer).not.toMatch(/qop|nc=|cnonce/);
});

it('the answer to a digest challenge keeps a session key of the two nonces where the algorithm ends in -sess', () => {
  const plain = digestAnswer(only(`Digest ${COMMON}, algorithm=MD5`), RFC);
  const session = digestAnswer(only(`Digest ${COMMON}, algorithm=MD5-sess`), RFC);
  const response = /response="(\w+)"/;
  expect(response.exec(session)?.[1]).not.toBe(response.exec(plain)?.[1]);
  expect(session).toContain('algorithm=MD5-sess');
});

it.each([
  ['Digest nonce="n", algorithm=SHA-512-256', 0, 'the strongest'],
  ['Digest nonce="n", algorithm=sha-256-sess', 1, 'in any case, with a session key'],
  ['Digest nonce="n"', 2, 'MD5 is meant where none is named'],
  ['Digest nonce="n", algorithm=SHA-1', 4, 'not in RFC 7616'],
  ['Digest nonce="n", qop="auth-int"', 4, 'needs the body'],
  ['Digest realm="r"', 4, 'no nonce'],
])('the rank of a digest challenge of %s is %s: %s', (header, rank, _why) => {
  expect(rankOf(only(header))).toBe(rank);
});
