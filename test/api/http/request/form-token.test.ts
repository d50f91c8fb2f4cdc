/** Tokens in forms: ours, about one thing, and not for long. */

import { expect, it } from 'vitest';
import { FORM_TOKEN_MS, FormTokens } from '../../../../api/http/request/form-token.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

it('is valid for its subject alone', () => {
  const tokens = new FormTokens(new FakeClock());
  const token = tokens.issue('client one, to one.example');
  expect(tokens.isValid(token, 'client one, to one.example')).toBe(true);
  expect(tokens.isValid(token, 'client one, to other.example')).toBe(false);
});

it('is valid until its time is over', async () => {
  const clock = new FakeClock();
  const tokens = new FormTokens(clock);
  const token = tokens.issue('subject');
  await clock.advance(FORM_TOKEN_MS - 1);
  expect(tokens.isValid(token, 'subject')).toBe(true);
  await clock.advance(1);
  expect(tokens.isValid(token, 'subject')).toBe(false);
});

it('cannot be given a longer time', async () => {
  const clock = new FakeClock();
  const tokens = new FormTokens(clock);
  const [, signature] = tokens.issue('subject').split('.');
  await clock.advance(FORM_TOKEN_MS);
  expect(tokens.isValid(`zzzzzzzz.${signature}`, 'subject')).toBe(false);
});

it('of another process is none, nor is anything else', () => {
  const clock = new FakeClock();
  const tokens = new FormTokens(clock);
  const token = new FormTokens(clock).issue('subject');
  for (const text of [token, '', '.', 'a.b', `${token}=`, `${token}\n`, '0'.repeat(10_000)]) {
    expect(tokens.isValid(text, 'subject'), JSON.stringify(text)).toBe(false);
  }
});
