import { describe, expect, it } from 'vitest';
import { digestAnswer, digestRank, parseChallenges } from '../../../engine/cameras/http/login.ts';

/** RFC 7616, 3.9.1: the one request that both of its challenges are answered for. */
const RFC = {
  user: 'Mufasa',
  password: 'Circle of Life',
  method: 'GET',
  uri: '/dir/index.html',
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  count: 1,
};
const COMMON =
  'realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", ' +
  'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';

function only(header: string) {
  const [challenge] = parseChallenges([header]);
  if (challenge === undefined) throw new Error('no challenge');
  return challenge;
}

describe('the answer to a digest challenge', () => {
  it.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('is that of RFC 7616, 3.9.1, for %s', (algorithm, response) => {
    const answer = digestAnswer(only(`Digest ${COMMON}, algorithm=${algorithm}`), RFC);
    expect(answer).toBe(
      `Digest username="Mufasa", realm="http-auth@example.org", ` +
        'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", uri="/dir/index.html", ' +
        `algorithm=${algorithm}, response="${response}", qop=auth, nc=00000001, ` +
        'cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", ' +
        'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
    );
  });

  it('is that of RFC 2069 where the camera offers no qop, with the values of RFC 2617, 3.5', () => {
    const answer = digestAnswer(
      only('Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"'),
      { ...RFC, password: 'Circle Of Life' },
    );
    expect(answer).toContain('response="670fd8c2df070c60b045671b8b24ff02"');
    expect(answer).not.toMatch(/qop|nc=|cnonce/);
  });

  it('keeps a session key of the two nonces where the algorithm ends in -sess', () => {
    const plain = digestAnswer(only(`Digest ${COMMON}, algorithm=MD5`), RFC);
    const session = digestAnswer(only(`Digest ${COMMON}, algorithm=MD5-sess`), RFC);
    const response = /response="(\w+)"/;
    expect(response.exec(session)?.[1]).not.toBe(response.exec(plain)?.[1]);
    expect(session).toContain('algorithm=MD5-sess');
  });

  it('hides the user name where the camera asks for it (RFC 7616, 3.4.4)', () => {
    const answer = digestAnswer(only(`Digest ${COMMON}, userhash=true`), RFC);
    expect(answer).toContain('userhash=true');
    expect(answer).not.toContain('Mufasa');
  });
});

describe('the rank of a digest challenge', () => {
  it.each([
    ['Digest nonce="n", algorithm=SHA-512-256', 0, 'the strongest'],
    ['Digest nonce="n", algorithm=sha-256-sess', 1, 'in any case, with a session key'],
    ['Digest nonce="n"', 2, 'MD5 is meant where none is named'],
    ['Digest nonce="n", algorithm=SHA-1', null, 'not in RFC 7616'],
    ['Digest nonce="n", qop="auth-int"', null, 'needs the body'],
    ['Digest realm="r"', null, 'no nonce'],
  ])('of %s is %s: %s', (header, rank, _why) => {
    expect(digestRank(only(header))).toBe(rank);
  });
});
