/** The code by which the first owner of a gym signs in. */

import { expect, it } from 'vitest';
import { Credentials } from '../../../../store/access/credentials.ts';
import { createSetUpCodes } from '../../../../store/access/waiting.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { memoryCredentials } from '../../../support/memory-credentials.ts';
import { MINUTE_MS } from '../../../support/times.ts';

const open = (clock: FakeClock) =>
  createSetUpCodes(new Credentials(memoryCredentials(), clock), clock);

/** Uses a code up. */
const redeem = (codes: ReturnType<typeof open>, text: string, from = '192.0.2.1') => {
  const held = codes.hold(text, from);
  held?.use();
  return held?.gymId ?? null;
};

const another = (code: string) =>
  String((Number(code.replace(' ', '')) + 1) % 10 ** 8).padStart(8, '0');

it('a set-up code is used up by wrong ones of five addresses; what is no code is no try', () => {
  const codes = open(new FakeClock());
  const code = codes.make('north');
  const addresses = [1, 2, 3, 4, 5].map((last) => `192.0.2.${last}`);
  for (const from of addresses) redeem(codes, `tk_${'a'.repeat(32)}`, from);
  for (const from of addresses.slice(1)) redeem(codes, another(code), from);
  expect(codes.isOffered('north')).toBe(true);
  redeem(codes, another(code), addresses[0]);
  expect([codes.isOffered('north'), redeem(codes, code)]).toEqual([false, null]);
});

it('a set-up code loses one try a minute to an address, however often that is wrong', async () => {
  const clock = new FakeClock();
  const codes = open(clock);
  const code = codes.make('north');
  for (let minute = 0; minute < 4; minute += 1) {
    for (let tries = 0; tries < 10; tries += 1) redeem(codes, another(code));
    await clock.advance(MINUTE_MS);
  }
  expect(codes.isOffered('north')).toBe(true);
  redeem(codes, another(code));
  expect(codes.isOffered('north')).toBe(false);
  const again = codes.make('north');
  redeem(codes, another(again));
  expect(redeem(codes, again)).toBe('north');
});

it('a set-up code is held while it is used: no one else has it, and it is good again where that came to nothing', () => {
  const codes = open(new FakeClock());
  const code = codes.make('north');
  const held = codes.hold(code, '192.0.2.1');
  expect([codes.isOffered('north'), codes.hold(code, '192.0.2.1')]).toEqual([true, null]);
  held?.giveBack();
  expect(redeem(codes, code)).toBe('north');
  expect([codes.isOffered('north'), redeem(codes, code)]).toEqual([false, null]);
});
