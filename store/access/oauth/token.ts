/** Opaque tokens: random letters and digits behind a prefix that says what they are; kept only as SHA-256. */

import { createHash, timingSafeEqual } from 'node:crypto';
import { randomLetters } from '../secret.ts';

/** 5.95 bits a character: 32 of them are 190 bits. */
const SECRET_LENGTH = 32;
/** Of what only has to be found and not to be guessed, though 95 bits cannot be. */
export const ID_LENGTH = 16;

const ACCESS_TOKEN = /^ta_[0-9A-Za-z]{32}$/;
/** The family's id, then the secret: so that a used token tells whose it was, and nothing is stored of it. */
const REFRESH_TOKEN = /^tr_([0-9A-Za-z]{16})[0-9A-Za-z]{32}$/;
const CODE = /^tc_[0-9A-Za-z]{32}$/;

export function newAccessToken(): string {
  return `ta_${randomLetters(SECRET_LENGTH)}`;
}

/** @param familyId {@link ID_LENGTH} letters and digits. */
export function newRefreshToken(familyId: string): string {
  return `tr_${familyId}${randomLetters(SECRET_LENGTH)}`;
}

export function newCode(): string {
  return `tc_${randomLetters(SECRET_LENGTH)}`;
}

export function isAccessToken(text: string): boolean {
  return ACCESS_TOKEN.test(text);
}

export function isCode(text: string): boolean {
  return CODE.test(text);
}

/** Id of the family that a refresh token says it is of; null for what is no refresh token. */
export function familyOf(refreshToken: string): string | null {
  return REFRESH_TOKEN.exec(refreshToken)?.[1] ?? null;
}

/** Whether `verifier` is well-formed and the one whose SHA-256 is `challenge` (RFC 7636 section 4.6). */
export function isVerifier(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const made = createHash('sha256').update(verifier).digest();
  const told = Buffer.from(challenge, 'base64url');
  return told.length === made.length && timingSafeEqual(made, told);
}
