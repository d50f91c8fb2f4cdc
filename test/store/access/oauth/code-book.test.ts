import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodeBook, isVerifier } from '../../../../store/access/oauth/code-book.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const ASKED = {
  clientId: 'client_1',
  redirectUri: 'https://app.example/callback',
  codeChallenge: 'a'.repeat(43),
  resource: 'mcp',
} as const;

describe('a code', () => {
  it('is what was agreed, once, and then what it began', () => {
    const codes = new CodeBook(new FakeClock());
    const code = codes.issue(ASKED, 'key_1');
    const first = codes.redeem(code);
    expect(first).toMatchObject({ kind: 'fresh', agreed: { asked: ASKED, keyId: 'key_1' } });
    const familyId = first.kind === 'fresh' ? first.agreed.familyId : '';
    expect(codes.redeem(code)).toEqual({ kind: 'used', familyId });
  });

  it('is good for less than a minute', async () => {
    const clock = new FakeClock();
    const codes = new CodeBook(clock);
    const [young, old] = [codes.issue(ASKED, 'key_1'), codes.issue(ASKED, 'key_1')];
    await clock.advance(59_999);
    expect(codes.redeem(young).kind).toBe('fresh');
    await clock.advance(1);
    expect(codes.redeem(old).kind).toBe('unknown');
  });

  it('is found out when it is used again, for ten minutes', async () => {
    const clock = new FakeClock();
    const codes = new CodeBook(clock);
    const code = codes.issue(ASKED, 'key_1');
    codes.redeem(code);
    await clock.advance(599_999);
    codes.issue(ASKED, 'key_1');
    expect(codes.redeem(code).kind).toBe('used');
    await clock.advance(1);
    codes.issue(ASKED, 'key_1');
    expect(codes.redeem(code).kind).toBe('unknown');
  });

  it('that nobody uses makes room for others', () => {
    const codes = new CodeBook(new FakeClock());
    const first = codes.issue(ASKED, 'key_1');
    const second = codes.issue(ASKED, 'key_1');
    for (let made = 2; made <= 5_000; made += 1) codes.issue(ASKED, 'key_2');
    expect(codes.redeem(first).kind).toBe('unknown');
    expect(codes.redeem(second).kind).toBe('fresh');
  });

  it('that was made up is unknown', () => {
    const codes = new CodeBook(new FakeClock());
    for (const text of ['', 'tc_', `tc_${'a'.repeat(32)}`, '\u0000', 'x'.repeat(100_000)]) {
      expect(codes.redeem(text).kind).toBe('unknown');
    }
  });
});

describe('a verifier', () => {
  const challengeOf = (verifier: string) =>
    createHash('sha256').update(verifier).digest('base64url');

  it('is the one of RFC 7636, appendix B', () => {
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    expect(isVerifier(verifier, 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')).toBe(true);
  });

  it('is the one of its challenge and no other', () => {
    const verifiers = fc.stringMatching(/^[A-Za-z0-9._~-]{43,128}$/);
    fc.assert(
      fc.property(verifiers, verifiers, (one, other) => {
        expect(isVerifier(one, challengeOf(one))).toBe(true);
        expect(isVerifier(other, challengeOf(one))).toBe(one === other);
      }),
    );
  });

  it.each([
    ['a'.repeat(42), 'is too short'],
    ['a'.repeat(129), 'is too long'],
    [`${'a'.repeat(43)}+`, 'has a character that is none of its own'],
    [`${'a'.repeat(43)}\n`, 'has a line end'],
  ])('%j %s', (verifier) => {
    expect(isVerifier(verifier, challengeOf(verifier))).toBe(false);
  });

  it('is not its own challenge (plain)', () => {
    const verifier = 'a'.repeat(43);
    expect(isVerifier(verifier, verifier)).toBe(false);
  });
});
