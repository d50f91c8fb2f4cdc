/** Secrets and ids: how they are made, what they look like, and the one thing that is stored of a secret. */

import { hash, randomBytes } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Bytes from here on would make the first letters more likely than the others. */
const FAIR_BELOW = 256 - (256 % LETTERS.length);

const SECRET_LETTERS = 32;
const SECRET_FORM = new RegExp(`^tk_[0-9A-Za-z]{${SECRET_LETTERS}}$`);
const ID_LETTERS = 16;
const PREFIX_CHARACTERS = 8;

/** A new key: 190 bits of chance. */
export function createSecret(): string {
  return `tk_${randomLetters(SECRET_LETTERS)}`;
}

/** A new id of a key; not secret. */
export function createKeyId(): string {
  return `key_${randomLetters(ID_LETTERS)}`;
}

/** Letters and digits by chance, every one as likely as any other. */
export function randomLetters(count: number): string {
  let text = '';
  while (text.length < count) {
    for (const byte of randomBytes(count - text.length)) {
      if (byte < FAIR_BELOW) text += LETTERS[byte % LETTERS.length];
    }
  }
  return text;
}

/** Whether it can be a key at all. Whatever else was sent is refused before anything is worked out of it. */
export function isSecretForm(text: string): boolean {
  return SECRET_FORM.test(text);
}

/** What lists show of a key. */
export function prefixOf(secret: string): string {
  return secret.slice(0, PREFIX_CHARACTERS);
}

/**
 * SHA-256 as 64 hexadecimal digits. A key is 190 bits of chance, so it needs no salt and no slow hash against guessing.
 *
 * Looking a hash up in a map need not take constant time: what time could tell is how far a stored hash agrees with that
 * of a guess, and no one can choose a guess whose hash begins as wanted and come nearer to the key by it.
 */
export function hashOf(secret: string): string {
  return hash('sha256', secret);
}
