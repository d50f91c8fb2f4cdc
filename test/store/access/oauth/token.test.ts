import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isVerifier } from '../../../../store/access/oauth/token.ts';

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
