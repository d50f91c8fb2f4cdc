import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  createKeyId,
  createSecret,
  hashOf,
  isSecretForm,
  prefixOf,
  randomLetters,
} from '../../../store/access/secret.ts';

it('a key is tk_ and 32 letters and digits, never the same', () => {
  const secrets = Array.from({ length: 1_000 }, createSecret);
  expect(secrets.filter((secret) => !/^tk_[0-9A-Za-z]{32}$/.test(secret))).toEqual([]);
  expect(secrets.every(isSecretForm)).toBe(true);
  expect(new Set(secrets).size).toBe(1_000);
  expect(prefixOf('tk_0123456789')).toBe('tk_01234');
  expect(createKeyId()).toMatch(/^key_[0-9A-Za-z]{16}$/);
});

it('every letter is as likely as any other', () => {
  const text = randomLetters(620_000);
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect(counts.size).toBe(62);
  // 10,000 of each are expected, with a deviation of 99; the remainder of 256 by 62 would give the first eight 25 % more.
  for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(700);
});

it('what is kept is the SHA-256', () => {
  const expected = createHash('sha256').update('tk_x').digest('hex');
  expect(hashOf('tk_x')).toBe(expected);
});
