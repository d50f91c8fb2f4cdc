/** The code by which the first owner of a gym signs in. */

import { describe, expect, it } from 'vitest';
import { SetUpCodes } from '../../../../store/access/sign-ins/set-up-codes.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const MINUTE_MS = 60_000;

describe('a set-up code', () => {
  it('is good once, with or without its space, for 15 minutes', async () => {
    const clock = new FakeClock();
    const codes = new SetUpCodes(clock);
    const code = codes.make('north');
    expect(code).toMatch(/^\d{4} \d{4}$/);
    expect(codes.redeem(code.replace(' ', '-'))).toBe('north');
    expect(codes.redeem(code)).toBeNull();
    const late = codes.make('north');
    await clock.advance(15 * MINUTE_MS);
    expect(codes.redeem(late)).toBeNull();
  });

  it('is of its gym; a new one replaces the one before', () => {
    const codes = new SetUpCodes(new FakeClock());
    const before = codes.make('north');
    const north = codes.make('north');
    const south = codes.make('south');
    expect(before === north ? null : codes.redeem(before)).toBeNull();
    expect([codes.redeem(south), codes.redeem(north)]).toEqual(['south', 'north']);
  });

  it('is used up by five wrong ones; what is no code is no try', () => {
    const codes = new SetUpCodes(new FakeClock());
    const code = codes.make('north');
    const wrong = String((Number(code.replace(' ', '')) + 1) % 10 ** 8).padStart(8, '0');
    for (let tries = 0; tries < 20; tries += 1) codes.redeem(`tk_${'a'.repeat(32)}`);
    for (let tries = 0; tries < 4; tries += 1) expect(codes.redeem(wrong)).toBeNull();
    expect(codes.redeem(code)).toBe('north');
    const again = codes.make('north');
    for (let tries = 0; tries < 5; tries += 1) codes.redeem(wrong);
    expect(again.replace(' ', '') === wrong ? null : codes.redeem(again)).toBeNull();
  });
});
